import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stayPresent } from './cluster-presence.ts'
import { holdForMachine, machineTag, refuseOtherMachine, thisMachine, type Machine } from './machine-lock.ts'
import { appendedTo, explainDamage, explainPostgres, restoring } from './postgres-messages.ts'
import { locatePostgres, type PostgresHome } from './postgres-home.ts'
import { Refusal } from './refusal.ts'
import { ownSecret } from './secret-file.ts'
import { alone } from './starting-lock.ts'

const run = promisify(execFile)

/** The embedded PostgreSQL of one data folder, shared by all Sightline processes on it. */
export type Cluster = {
  /** Connection string of its superuser: for creating databases and roles, never for serving. */
  adminUrl: string
  /** Whether this process started it (else it joined a running one). */
  isStarter: boolean
  /** Folder of its files and its log. */
  dir: string
  /** Leaves it; the last process to leave stops it. */
  leave(): Promise<void>
}

/**
 * Starts the cluster of a data folder, or joins the one that runs there. A cluster outlives the `kill -9` of its users
 * and is joined by the next one; one that died itself recovers from its own log, and is started again by those who use it.
 * @param machine another one in tests only
 * @throws Refusal when the machine cannot run it, or another one uses it; the message says what to do instead
 */
export async function openCluster(dataDir: string, machine?: Machine): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const home = await locatePostgres(dataDir)
  const password = await ownSecret(join(dataDir, 'postgres.password'))
  const own = machine ?? (await thisMachine())
  const lock = { path: join(dataDir, 'starting.lock'), machine: machineTag(own) }
  const machineFile = join(dataDir, 'machine.json')
  return alone(lock, async () => {
    await refuseOtherMachine(machineFile, own, await exists(join(home.dir, 'PG_VERSION')))
    await initialise(home, password)
    const isStarter = !(await isRunning(home))
    // Before it runs: whoever comes to it from another machine meanwhile must know.
    const held = await holdForMachine(machineFile, own, home.dir)
    try {
      if (isStarter) await start(home)
      const port = await portOf(home)
      const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
      const presence = await stayPresent(adminUrl, (isWanted) =>
        alone(lock, async () => {
          if (isWanted() && !(await isRunning(home))) await startOnce(home, port)
        }),
      )
      const stopIfLast = async (): Promise<void> => held.release((await presence.end()) && (await stop(home)))
      // Under the lock, so that nobody joins a cluster that is about to stop. A folder that is gone has no lock.
      return { adminUrl, isStarter, dir: home.dir, leave: () => alone(lock, stopIfLast).catch(stopIfLast) }
    } catch (error) {
      await held.release(isStarter && (await stop(home)))
      throw explainDamage(error, home.dir) ?? error
    }
  })
}

async function initialise(home: PostgresHome, password: string): Promise<void> {
  if (await exists(join(home.dir, 'PG_VERSION'))) return
  await refuseUnmarked(home)
  // A folder without PG_VERSION is an initdb that was interrupted: nothing of value is in it.
  await rm(home.dir, { recursive: true, force: true })
  await mkdir(home.dir, { recursive: true, mode: 0o700 })
  await home.own(home.dir)
  const passwordFile = join(home.dir, '..', `initial-${process.pid}.password`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await home.own(passwordFile)
  try {
    await command(home, 'initdb', [
      '-D',
      FOLDER,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ])
  } catch (error) {
    throw explainPostgres(wordsOf(error), home.dir, error)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeFile(join(home.dir, 'PG_VERSION'), await readFile(join(cluster(home), 'PG_VERSION')))
}

/** The first number of what users make (PostgreSQL, FirstNormalObjectId). */
const FIRST_OWN_ID = 16_384

/** Only after the mark was written was a database of ours ever made. */
async function refuseUnmarked(home: PostgresHome): Promise<void> {
  const base = join(cluster(home), 'base')
  const names = (await exists(base)) ? await readdir(base) : []
  if (!names.some((name) => Number(name) >= FIRST_OWN_ID)) return
  throw new Refusal(
    `${home.dir} holds a database, but the file PG_VERSION beside it is missing: it was copied in part, or files were lost.`,
    `If all else is there, copy ${cluster(home)}/PG_VERSION to ${home.dir}. If not: ${restoring(home.dir)}`,
  )
}

const wordsOf = (error: unknown): string =>
  error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)

/** What a cluster that died left behind (its memory, its children) goes within a second or two; a port may be lost to another. */
const START_TRIES = 4
const PASSES = /PostgreSQL says: nothing|shared memory|lock file|TCP\/IP|Address already in use/

async function start(home: PostgresHome): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await startOnce(home, await freePort())
    } catch (error) {
      if (tries === START_TRIES || !PASSES.test(String(error))) throw error
      await sleep(500 * tries)
    }
}

async function startOnce(home: PostgresHome, port: number): Promise<void> {
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', '""', '-c', 'max_connections=200', '-c', 'jit=off']
  const log = join(home.dir, LOG)
  const before = await stat(log).catch(() => null)
  await command(home, 'pg_ctl', ['start', '-w', '-t', '60', '-D', FOLDER, '-l', LOG, '-o', settings.join(' ')]).catch(
    async (cause: unknown) => {
      throw explainPostgres((await appendedTo(log, before?.size ?? 0)) || wordsOf(cause), home.dir, cause)
    },
  )
}

/** @returns whether it runs no more */
const stop = (home: PostgresHome): Promise<boolean> =>
  command(home, 'pg_ctl', ['stop', '-w', '-m', 'fast', '-D', FOLDER]).then(
    () => true,
    async () => !(await isRunning(home).catch(() => true)),
  )

/**
 * Whether it runs. `pg_ctl` believes the process number in a file; after a crash another process may have that number,
 * so the port has to answer too. The file of one that does not is put aside: PostgreSQL itself refuses to start twice
 * on the same memory.
 */
async function isRunning(home: PostgresHome): Promise<boolean> {
  const hasProcess = await command(home, 'pg_ctl', ['status', '-D', FOLDER]).then(
    () => true,
    () => false,
  )
  if (!hasProcess) return false
  if (await answers(home)) return true
  await rm(join(cluster(home), 'postmaster.pid'), { force: true })
  return false
}

/** Three seconds: it opens its port at once, before it recovers. */
const LISTEN_TRIES = 30

async function answers(home: PostgresHome): Promise<boolean> {
  for (let tries = 0; tries < LISTEN_TRIES; tries += 1) {
    const port = await portOf(home).catch(() => 0)
    if (port > 0 && (await isListening(port))) return true
    await sleep(100)
  }
  return false
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', end(true)).once('error', end(false))
  })
}

/** The fourth line of postmaster.pid is the port (PostgreSQL, src/include/utils/pidfile.h). */
async function portOf(home: PostgresHome): Promise<number> {
  const lines = (await readFile(join(cluster(home), 'postmaster.pid'), 'utf8')).split('\n')
  return Number(lines[3])
}

/** By names relative to its folder, where all programs run: pg_ctl hands them to a shell, which would read a whole path. */
const FOLDER = 'cluster'
const LOG = 'postgres.log'

const cluster = (home: PostgresHome): string => join(home.dir, FOLDER)

async function command(home: PostgresHome, program: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
  await run(join(home.bin, program), args, {
    ...home.identity,
    cwd: home.dir,
    env: { ...home.environment, LC_ALL: 'C' },
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** @throws where that cannot be said: what is not seen must not be taken for what is not there */
async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
