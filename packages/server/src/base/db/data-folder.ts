import { constants } from 'node:fs'
import { access, mkdir, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { serverUser } from './postgres-home.ts'
import { Refusal } from './refusal.ts'

/** PostgreSQL keeps 1,024 bytes of a path (MAXPGPATH), and appends to ours; its initdb crashes beyond. */
const LONGEST_PATH_BYTES = 800
/** A new database takes 70 MiB, and its log grows by 16 MiB at a time. */
const NEW_DATABASE_BYTES = 200 * 1_048_576
const ELSEWHERE = 'Choose another folder with --data-dir or SIGHTLINE_DATA_DIR.'

/**
 * Makes the data folder where there is none. Nothing is written before all that can be known of it is known to be good.
 * @param forDatabase whether the embedded database lies in it, or only the secret
 * @throws Refusal when it cannot be used
 */
export async function readyDataFolder(dataDir: string, forDatabase: boolean): Promise<void> {
  const refusal = await refusalOfDataFolder(dataDir, forDatabase)
  if (refusal) throw refusal
  // Closed to others is the data folder itself, not those above it that are made with it.
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
}

/** Looks, and changes nothing. @returns null for a folder that can be used or made */
export async function refusalOfDataFolder(dataDir: string, forDatabase: boolean): Promise<Refusal | null> {
  return (
    refusalOfPath(dataDir) ??
    (await refusalOfPlace(dataDir)) ??
    (await refusalOfOwners(dataDir)) ??
    (forDatabase ? await refusalOfRoom(dataDir) : null)
  )
}

function refusalOfPath(dataDir: string): Refusal | null {
  const bytes = Buffer.byteLength(dataDir)
  if (bytes > LONGEST_PATH_BYTES)
    return new Refusal(
      `The path of the data folder is too long: ${bytes} bytes, and PostgreSQL can have ${LONGEST_PATH_BYTES}.`,
      'Choose a shorter path with --data-dir or SIGHTLINE_DATA_DIR.',
    )
  // PostgreSQL keeps its path on a line of its own.
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(dataDir))
    return new Refusal(`The path of the data folder holds a control character: ${JSON.stringify(dataDir)}.`, ELSEWHERE)
  return null
}

/** The folder, or where it is to be made: the nearest one above it that is there. */
async function refusalOfPlace(dataDir: string): Promise<Refusal | null> {
  const place = await nearest(dataDir)
  if (!place.isFolder) return new Refusal(`${place.path} is a file, not a folder.`, ELSEWHERE)
  const needed = constants.R_OK | constants.W_OK | constants.X_OK
  try {
    await access(place.path, place.path === resolve(dataDir) ? needed : constants.W_OK | constants.X_OK)
    return null
  } catch (cause) {
    return refusalOfAccess(place, cause as NodeJS.ErrnoException)
  }
}

async function refusalOfAccess({ path, uid }: Ancestor, cause: NodeJS.ErrnoException): Promise<Refusal> {
  if (cause.code === 'EROFS')
    return new Refusal(`${path} lies on a read-only file system.`, `Mount it writable. ${ELSEWHERE}`, { cause })
  const own = process.getuid?.()
  if (own !== undefined && uid !== own)
    return new Refusal(
      `${path} belongs to ${await userName(uid)}, and Sightline runs as ${await userName(own)}, who may not write it.`,
      `Start Sightline as ${await userName(uid)}, or give the folder away: chown -R ${await userName(own)} ${path}`,
      { cause },
    )
  return new Refusal(
    `${path} cannot be written by the user it belongs to (${cause.code ?? cause.message}).`,
    `Open it: chmod u+rwx ${path}`,
    { cause },
  )
}

/** Of what is kept in it: PostgreSQL refuses files of another user, and secrets can be read by their owner only. */
async function refusalOfOwners(dataDir: string): Promise<Refusal | null> {
  const own = process.getuid?.()
  const server = await serverUser()
  if (own === undefined || server === null) return null
  // Root reads what is anybody's.
  const secrets = own === 0 ? [] : (['secret', 'postgres.password'] as const).map((name) => [name, own] as const)
  for (const [name, user] of [...secrets, ['postgres/cluster', server] as const]) {
    const facts = await stat(join(dataDir, name)).catch(() => null)
    if (!facts || facts.uid === user) continue
    const owner = await userName(facts.uid)
    return new Refusal(
      `${join(dataDir, name)} belongs to ${owner}, and would be used by ${await userName(user)}.`,
      `Start Sightline as ${owner === 'postgres' || owner === 'nobody' ? 'root' : owner}, as whom it ran before.`,
    )
  }
  return null
}

async function refusalOfRoom(dataDir: string): Promise<Refusal | null> {
  // What is there may be opened with less: reads go on, and room can be made.
  for (const mark of ['postgres/PG_VERSION', 'cluster.name'])
    if (await stat(join(dataDir, mark)).catch(() => null)) return null
  const { path } = await nearest(dataDir)
  const { bavail, bsize } = await statfs(path)
  const free = bavail * bsize
  if (free >= NEW_DATABASE_BYTES) return null
  return new Refusal(
    `A new database needs ${mebibytes(NEW_DATABASE_BYTES)}, and only ${mebibytes(free)} are free in ${path}.`,
    `Make room there. ${ELSEWHERE}`,
  )
}

export const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MiB`

type Ancestor = { path: string; isFolder: boolean; uid: number }

async function nearest(path: string): Promise<Ancestor> {
  for (let current = resolve(path); ; current = dirname(current)) {
    const facts = await stat(current).catch((error: NodeJS.ErrnoException) => error.code ?? '')
    if (typeof facts !== 'string') return { path: current, isFolder: facts.isDirectory(), uid: facts.uid }
    // Above what may not be entered nothing can be said of what is there.
    if (current === dirname(current)) return { path: current, isFolder: true, uid: 0 }
  }
}

/** As people know it. */
export async function userName(uid: number): Promise<string> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  return lines.find((line) => line[2] === String(uid))?.[0] ?? `user ${uid}`
}
