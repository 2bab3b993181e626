import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stayPresent } from './cluster-presence.ts'
import { locatePostgres, type PostgresHome } from './postgres-home.ts'
import { ownSecret } from './secret-file.ts'
import { alone } from './starting-lock.ts'

const run = promisify(execFile)

/** The embedded PostgreSQL of one data folder, shared by all Sightline processes on it. */
export type Cluster = {
  /** Connection string of its superuser: for creating databases and roles, never for serving. */
  adminUrl: string
  /** Whether this process started it (else it joined a running one). */
  isStarter: boolean
  /** Leaves it; the last process to leave stops it. */
  leave(): Promise<void>
}

/**
 * Starts the cluster of a data folder, or joins the one that runs there. A cluster outlives the `kill -9` of its users
 * and is joined by the next one; one that died itself recovers from its own log, and is started again by those who use it.
 * @throws when the machine cannot run it; the message says what to do instead
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const home = await locatePostgres(dataDir)
  const password = await ownSecret(join(dataDir, 'postgres.password'))
  const lock = join(dataDir, 'starting.lock')
  return alone(lock, async () => {
    await initialise(home, password)
    const isStarter = !(await isRunning(home))
    if (isStarter) await start(home)
    const port = await portOf(home)
    const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    const presence = await stayPresent(adminUrl, (isWanted) =>
      alone(lock, async () => {
        if (isWanted() && !(await isRunning(home))) await startOnce(home, port)
      }),
    )
    const stopIfLast = async (): Promise<void> => {
      if (await presence.end()) await stop(home)
    }
    // Under the lock, so that nobody joins a cluster that is about to stop. A folder that is gone has no lock.
    return { adminUrl, isStarter, leave: () => alone(lock, stopIfLast).catch(stopIfLast) }
  })
}

async function initialise(home: PostgresHome, password: string): Promise<void> {
  if (await exists(join(home.dir, 'PG_VERSION'))) return
  // A folder without PG_VERSION is an initdb that was interrupted: nothing of value is in it.
  await rm(home.dir, { recursive: true, force: true })
  await mkdir(home.dir, { recursive: true, mode: 0o700 })
  await home.own(home.dir)
  const passwordFile = join(home.dir, '..', `initial-${process.pid}.password`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await home.own(passwordFile)
  const staging = `${home.dir}/cluster`
  try {
    await command(home, 'initdb', [
      '-D',
      staging,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeFile(join(home.dir, 'PG_VERSION'), await readFile(join(staging, 'PG_VERSION')))
}

/** What a cluster that died left behind (its memory, its children) goes within a second or two; a port may be lost to another. */
const START_TRIES = 4

async function start(home: PostgresHome): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await startOnce(home, await freePort())
    } catch (error) {
      if (tries === START_TRIES) throw error
      await sleep(500 * tries)
    }
}

async function startOnce(home: PostgresHome, port: number): Promise<void> {
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', '""', '-c', 'max_connections=200', '-c', 'jit=off']
  const log = join(home.dir, 'postgres.log')
  await command(home, 'pg_ctl', [
    'start',
    '-w',
    '-t',
    '60',
    '-D',
    cluster(home),
    '-l',
    log,
    '-o',
    settings.join(' '),
  ]).catch(async (cause: unknown) => {
    const tail = (await readFile(log, 'utf8').catch(() => '')).split('\n').slice(-6).join('\n')
    throw new Error(`The embedded PostgreSQL did not start. Its log (${log}) ends:\n${tail}`, { cause })
  })
}

const stop = (home: PostgresHome): Promise<void> =>
  command(home, 'pg_ctl', ['stop', '-w', '-m', 'fast', '-D', cluster(home)]).catch(() => {})

/**
 * Whether it runs. `pg_ctl` believes the process number in a file; after a crash another process may have that number,
 * so the port has to answer too. The file of one that does not is put aside: PostgreSQL itself refuses to start twice
 * on the same memory.
 */
async function isRunning(home: PostgresHome): Promise<boolean> {
  const hasProcess = await command(home, 'pg_ctl', ['status', '-D', cluster(home)]).then(
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

const cluster = (home: PostgresHome): string => join(home.dir, 'cluster')

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

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
