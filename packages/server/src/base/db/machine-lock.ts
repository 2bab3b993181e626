import { createHash, randomUUID } from 'node:crypto'
import { open, readFile, readlink, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from './refusal.ts'

/** What tells machines apart, and one start of a machine from the next: process numbers mean nothing beyond it. */
export type Machine = {
  host: string
  /** Of its installation; empty where it has none, as in many containers. */
  id: string
  /** Of its present start; empty where the system does not say. */
  boot: string
  /** Of the namespace of process numbers: a container has its own. */
  processes: string
}

export async function thisMachine(): Promise<Machine> {
  const textOf = (path: string): Promise<string> =>
    readFile(path, 'utf8').then(
      (text) => text.trim(),
      () => '',
    )
  return {
    host: hostname(),
    id: await textOf('/etc/machine-id'),
    boot: await textOf('/proc/sys/kernel/random/boot_id'),
    processes: await readlink('/proc/self/ns/pid').catch(() => ''),
  }
}

/** A short name of a machine's present start. */
export const machineTag = (machine: Machine): string =>
  `machine:${createHash('sha256').update(JSON.stringify(machine)).digest('hex').slice(0, 12)}`

/** In the data folder: who used its database last, and whether they still do. */
type Use = {
  machine: Machine
  /** Where the database lies: beside the data folder, on the machine's own disk, where others may not enter the folder. */
  place: string
  isInUse: boolean
}

const SIGN_OF_LIFE_MS = 1_000
/** Three signs that do not come. */
const LOOK_MS = 3_500
const LOOK_EVERY_MS = 250

/**
 * Whether this machine may open the database of a data folder. Two servers on the same files destroy them, and PostgreSQL
 * itself only knows the processes of its own machine.
 * @param isHere whether there is a database in the place that this machine would use
 * @throws Refusal naming the machine that uses it, or may
 */
export async function refuseOtherMachine(path: string, machine: Machine, isHere: boolean): Promise<void> {
  const record = await readRecord(path)
  if (!record || isSameStart(record.machine, machine)) return
  const { host } = record.machine
  if (!record.isInUse) {
    if (isHere || isWithin(record.place, path)) return
    throw new Refusal(
      `The database of this data folder lies in ${record.place} on the machine "${host}".`,
      `Start Sightline there, or restore a backup of it into another data folder: sightline restore FILE --data-dir FOLDER`,
    )
  }
  if (await givesSigns(path))
    throw new Refusal(
      `The database of this data folder is in use by the machine "${host}". Only one machine at a time can use it.`,
      'Stop Sightline there first. For several machines run a PostgreSQL server and set DATABASE_URL on each.',
    )
  // Started anew since: nothing of then runs any more.
  if (host === machine.host && record.machine.id === machine.id) return
  throw new Refusal(
    `The database of this data folder was not stopped on the machine "${host}": its PostgreSQL may still run there, and two on the same files destroy them.`,
    `Stop Sightline on it in order. If it is switched off, or was a container that is gone, delete ${path} and start again.`,
  )
}

export type MachineLock = {
  /** @param isStopped whether the database was stopped, so that any machine may use it */
  release(isStopped: boolean): Promise<void>
}

/** Says that this machine uses the database, as long as the process lives. */
export async function holdForMachine(path: string, machine: Machine, place: string): Promise<MachineLock> {
  const write = (isInUse: boolean): Promise<void> => writeRecord(path, { machine, place, isInUse })
  await write(true)
  const signs = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, SIGN_OF_LIFE_MS)
  signs.unref()
  return {
    release: async (isStopped) => {
      clearInterval(signs)
      // A folder that is gone has no lock.
      if (isStopped) await write(false).catch(() => {})
    },
  }
}

const isSameStart = (one: Machine, other: Machine): boolean => machineTag(one) === machineTag(other)

const isWithin = (place: string, path: string): boolean => place.startsWith(path.slice(0, -'machine.json'.length))

/** Seen by what changes, not by what the time is: two machines need not agree on that. */
async function givesSigns(path: string): Promise<boolean> {
  const first = await signOf(path)
  for (let waited = 0; waited < LOOK_MS; waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS)
    if ((await signOf(path)) !== first) return true
  }
  return false
}

/** Opened for it: network file systems ask their server only then. */
async function signOf(path: string): Promise<number> {
  const file = await open(path).catch(() => null)
  if (!file) return 0
  try {
    return (await file.stat()).mtimeMs
  } finally {
    await file.close()
  }
}

async function readRecord(path: string): Promise<Use | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return JSON.parse(text) as Use
  } catch (cause) {
    throw new Refusal(
      `${path}, which says what machine uses the database, cannot be read.`,
      'Make sure that Sightline runs on no other machine with this data folder, delete the file and start again.',
      { cause },
    )
  }
}

async function writeRecord(path: string, record: Use): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 })
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
