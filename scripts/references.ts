// Of `npm run check`: what a comment, a page or the title of a test refers to must be there. A reader who follows a
// reference into nothing loses the reason that it stood for. Reads text only.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** A text of ours, at its path from the root. */
export type Text = { path: string; text: string }

const SOURCES = [
  '*.{md,yaml}',
  'Dockerfile',
  '{docs,bench,test,scripts,deploy,judges}/**/*.{md,ts,mjs,yaml}',
  'packages/*/*.md',
  'packages/*/{src,bin}/**/*.{md,ts,tsx,mjs,css}',
]
const CASES = 'docs/cases.md'
const DECISIONS = 'docs/decisions/README.md'
/** The files whose comments are read; a page is read as a whole. Migrations are not: what was applied is never changed. */
const PAGE = /\.md$/
const COMMENT = /(?<=^|[\s({[])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/gm
const HASH_COMMENT = /(?<=^|\s)# .*/gm
/** The title of a test, or of one in a table, which begins with its case. */
const TITLE = /(?<=\b(?:test|describe)\(\s*)(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`)|'[A-Z]\d{1,2}(?=[ ':,])[^'\n]*'/g
/** A file of ours by its name: no address, no pattern with a star, no part of a longer word. */
const FILE = /(?<![\w/.:*<>{}$@-])((?:\.{1,2}\/)*(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:md|tsx?|mjs))(?![\w/*-])/g
/** What may follow the name of a page: its section, by its title in quotes or by its number. */
const SECTION = /^`?(?:,? [“"]([^”"\n]+)[”"]|,? §? ?(\d+(?:\.\d+)*)(?![\w%-]))/
const DECISION = /\bdecisions? (\d{4})\b/gi
const LINK = /\[(?:[^\][]|\[[^\][]*\])*\]\(([^)\s]+)\)/g
const CASE = /(?<![\w+#&%/.:^<-])[A-Z]\d{1,2}(?![\w%/"]|[.:]\d|-[A-Za-z0-9])/g
/** What looks like a case and is none: the engine that runs JavaScript. */
const NO_CASE = new Set(['V8'])

export function checkReferences(root: string): string[] {
  const paths = globSync(SOURCES, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) })
  const texts = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  return findBroken(texts, (path) => existsSync(join(root, path)))
}

/** One line a reference into nothing: `file:line: what is named, and that it is not there`. */
export function findBroken(texts: Text[], exists: (path: string) => boolean): string[] {
  const pages = new Map(texts.filter(({ path }) => PAGE.test(path)).map(({ path, text }) => [path, text]))
  const repository: Repository = {
    resolve: remember((key) => candidates(key).find((path) => exists(path))),
    headings: remember((path) => headingsOf(pages.get(path) ?? '')),
    hasDecision: (number) => [...pages.keys()].some((path) => path.startsWith(`docs/decisions/${number}-`)),
  }
  const cases = new Set([...(pages.get(CASES) ?? '').matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(([, name = '']) => name))
  const named = new Set<string>()
  const broken = texts.flatMap((one) =>
    saidIn(one).flatMap(({ at, said }) => {
      const lineOf = (offset: number): number => one.text.slice(0, at + offset).split('\n').length
      const found = [
        ...filesIn(one.path, said, repository),
        ...linksIn(one.path, said, repository),
        ...decisionsIn(said, repository),
      ]
      if (one.path !== CASES)
        for (const { offset, name } of casesIn(one.path, said)) {
          named.add(name)
          if (!cases.has(name)) found.push({ offset, what: `the case ${name} is not in ${CASES}` })
        }
      return found.map(({ offset, what }) => `${one.path}:${lineOf(offset)}: ${what}`)
    }),
  )
  const list = pages.get(DECISIONS) ?? ''
  const unlisted = [...pages.keys()]
    .filter(
      (path) =>
        /^docs\/decisions\/\d{4}-/.test(path) && !list.includes(`](${path.slice(DECISIONS.lastIndexOf('/') + 1)})`),
    )
    .map((path) => `${path}: is not in ${DECISIONS}`)
  const unused = [...cases].filter((name) => !named.has(name)).map((name) => `${CASES}: nothing names the case ${name}`)
  return [...new Set([...broken, ...unlisted, ...unused])]
}

type Broken = { offset: number; what: string }
type Repository = {
  /** By `from\nname`: the path that a name in a file means; undefined where there is none. */
  resolve(key: string): string | undefined
  headings(path: string): string[]
  hasDecision(number: string): boolean
}

/** Beside the file, from the root, among the pages, in the server, in the package whose file it is. */
function candidates(key: string): string[] {
  const [from = '', name = ''] = key.split('\n')
  const [, own] = /^(packages\/\w+)\//.exec(from) ?? []
  const folders = [dirname(from), '', 'docs', 'packages/server/src', ...(own ? [own, `${own}/src`] : [])]
  return folders.map((folder) => normalize(join(folder, name)))
}

/** What is said to a reader, at its offset: a whole page; of code, its comments and the titles of its tests. */
function saidIn({ path, text }: Text): { at: number; said: string }[] {
  if (PAGE.test(path)) return [{ at: 0, said: text }]
  const parts = [...text.matchAll(/(yaml|Dockerfile)$/.test(path) ? HASH_COMMENT : COMMENT)]
  if (path.endsWith('.test.ts')) parts.push(...text.matchAll(TITLE))
  return parts.map(({ 0: said, index }) => ({ at: index, said }))
}

function filesIn(from: string, said: string, repository: Repository): Broken[] {
  let last = { path: from, end: 0 }
  return [...(PAGE.test(from) ? withoutFences(said) : said).matchAll(FILE)].flatMap(({ 1: name = '', index }) => {
    // A bare name may stand beside what its paragraph names before it: `base/queue/jobs.ts` and `claim.ts`.
    const isSameParagraph = !said.slice(last.end, index).includes('\n\n')
    const path =
      repository.resolve(`${from}\n${name}`) ??
      (isSameParagraph ? repository.resolve(`${last.path}\n${name}`) : undefined)
    if (path !== undefined) last = { path, end: index }
    if (path === undefined) return [{ offset: index, what: `${name} is not there` }]
    if (!PAGE.test(path)) return []
    // A comment's section may begin on its next line.
    const [, title, number] =
      SECTION.exec(said.slice(index + name.length, index + name.length + 120).replace(/\n\s*\*/, '')) ?? []
    const wanted = title ?? number
    if (wanted === undefined || repository.headings(path).some((heading) => begins(heading, wanted))) return []
    return [{ offset: index, what: `${path} has no section “${wanted}”` }]
  })
}

const begins = (heading: string, wanted: string): boolean =>
  heading
    .replace(/[`*]/g, '')
    .toLowerCase()
    .startsWith(wanted.replace(/[`*.,]+$/, '').toLowerCase())

/** Links of a page to files and headings of ours. */
function linksIn(from: string, said: string, repository: Repository): Broken[] {
  if (!PAGE.test(from)) return []
  return [...withoutFences(said).matchAll(LINK)].flatMap(({ 1: target = '', index }) => {
    if (/^[a-z]+:/.test(target)) return []
    const [name = '', anchor] = target.split('#')
    const path = name === '' ? from : repository.resolve(`${from}\n./${name}`)
    if (path === undefined || (name !== '' && path !== normalize(join(dirname(from), name))))
      return [{ offset: index, what: `the link leads to ${name}, which is not there` }]
    if (anchor === undefined || !PAGE.test(path) || anchorsOf(repository.headings(path)).has(anchor)) return []
    return [{ offset: index, what: `the link leads to #${anchor}, and ${path} has no such heading` }]
  })
}

const decisionsIn = (said: string, repository: Repository): Broken[] =>
  [...said.matchAll(DECISION)]
    .filter(([, number = '']) => !repository.hasDecision(number))
    .map(({ 1: number, index }) => ({ offset: index, what: `decision ${number} is not there` }))

function casesIn(from: string, said: string): { offset: number; name: string }[] {
  const prose = PAGE.test(from) ? withoutFences(said).replaceAll(/\]\([^)]*\)|`[^`\n]*`/g, blank) : said
  return [...prose.matchAll(CASE)].flatMap(({ 0: name, index }) => (NO_CASE.has(name) ? [] : [{ offset: index, name }]))
}

const headingsOf = (page: string): string[] =>
  [...withoutFences(page).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => heading)

/** As GitHub makes them: lower case, without punctuation, blanks as hyphens; what stands twice is numbered. */
function anchorsOf(headings: string[]): Set<string> {
  const seen = new Map<string, number>()
  return new Set(
    headings.map((heading) => {
      const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
      const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-')
      const times = seen.get(anchor) ?? 0
      seen.set(anchor, times + 1)
      return times === 0 ? anchor : `${anchor}-${times}`
    }),
  )
}

/** With blanks in place of what is quoted as code, so that offsets stay. */
const withoutFences = (page: string): string => page.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, blank)

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

function remember<Value>(find: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    if (!known.has(key)) known.set(key, find(key))
    return known.get(key) as Value
  }
}
