// `oxlint` over everything, with types over what could have changed its mind: a file's findings follow from its own text
// and from what it imports, however far.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

type Source = { hash: string; imports: string[] }

const SOURCES = ['packages/*/{src,bin}/**', 'test/**', 'bench/**', 'scripts/**'].map((at) => `${at}/*.{ts,tsx,js,mjs}`)
/** What bears on every file: rules, the compiler's settings, versions of what is imported. */
const SETTINGS = ['.oxlintrc.json', 'tsconfig.json', 'package-lock.json']
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g

/** What the linter with types was content with; nothing of it in CI, which looks at everything. */
export type Lint = {
  /** Files to be looked at with types; empty when none could say anything new. */
  stale: string[]
  /** To be called when nothing was found in them. */
  remember(): void
}

export function openLint(root: string, isFresh: boolean): Lint {
  const cache = join(root, 'node_modules/.cache/lint.json')
  const sources = readSources(root)
  const base = SETTINGS.map((file) => hashOf(readFileSync(join(root, file), 'utf8'))).join()
  const files = [...sources.keys()].filter((file) => /\.(ts|tsx|js|mjs)$/.test(file))
  const hashes = new Map(files.map((file) => [file, hashOf(base + reached(sources, file).join())]))
  const clean = new Set<unknown>(!isFresh && existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : [])
  return {
    stale: [...hashes].filter(([, hash]) => !clean.has(hash)).map(([file]) => file),
    remember: () => {
      mkdirSync(dirname(cache), { recursive: true })
      writeFileSync(cache, JSON.stringify([...hashes.values()]))
    },
  }
}

function readSources(root: string): Map<string, Source> {
  const sources = new Map<string, Source>()
  for (const file of globSync(SOURCES, { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    const imports = [...text.matchAll(IMPORT)].flatMap(([, name = '']) => addressOf(file, name))
    sources.set(file, { hash: hashOf(text), imports })
  }
  // A recording, a table: no source, but its form has a type.
  for (const file of new Set([...sources.values()].flatMap(({ imports }) => imports)))
    if (!sources.has(file) && existsSync(join(root, file)))
      sources.set(file, { hash: hashOf(readFileSync(join(root, file), 'utf8')), imports: [] })
  return sources
}

/** Of our own only; the others' versions stand in the lock file. */
function addressOf(file: string, name: string): string[] {
  if (name.startsWith('.')) return [normalize(join(dirname(file), name))]
  const [, ownPackage] = /^@sightline\/(\w+)$/.exec(name) ?? []
  return ownPackage === undefined ? [] : [`packages/${ownPackage}/src/index.ts`]
}

/** A file's own hash and those of all that it imports, directly or not. */
function reached(sources: Map<string, Source>, file: string): string[] {
  const seen = new Set([file])
  // A set that grows is walked to its new end.
  for (const at of seen) for (const next of sources.get(at)?.imports ?? []) seen.add(next)
  return [...seen].toSorted().map((at) => `${at} ${sources.get(at)?.hash ?? ''}`)
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
