import { execFile } from 'node:child_process'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { locatePostgres, type PostgresHome } from './postgres-home.ts'

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

/** Held, shared, by every process that uses the cluster: whoever gets it alone is the last one. */
const PRESENCE_LOCK = 771_001

/**
 * Starts the cluster of a data folder, or joins the one that runs there. A cluster outlives the `kill -9` of its users
 * and is joined by the next one; one that died itself recovers from its own log.
 * @throws when the machine cannot run it; the message says what to do instead
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const home = await locatePostgres(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const password = await ownSecret(join(dataDir, 'postgres.password'))
  const release = await startingLock(join(dataDir, 'starting.lock'))
  try {
    await initialise(home, password)
    const isStarter = !(await isRunning(home))
    if (isStarter) await start(home)
    const adminUrl = `postgres://postgres:${password}@127.0.0.1:${await portOf(home)}/postgres`
    const presence = await announce(adminUrl)
    return { adminUrl, isStarter, leave: () => leave(presence, home) }
  } finally {
    await release()
  }
}

/** A random secret kept in a file that only its owner reads; made at first use. */
export async function ownSecret(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    const secret = randomBytes(24).toString('hex')
    // wx: of two processes that make it at once, one wins and the other reads.
    await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' }).catch(() => {})
    return (await readFile(path, 'utf8')).trim()
  }
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

async function start(home: PostgresHome): Promise<void> {
  const port = await freePort()
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

async function isRunning(home: PostgresHome): Promise<boolean> {
  return command(home, 'pg_ctl', ['status', '-D', cluster(home)]).then(
    () => true,
    () => false,
  )
}

/** The fourth line of postmaster.pid is the port (PostgreSQL, src/include/utils/pidfile.h). */
async function portOf(home: PostgresHome): Promise<number> {
  const lines = (await readFile(join(cluster(home), 'postmaster.pid'), 'utf8')).split('\n')
  return Number(lines[3])
}

async function announce(adminUrl: string): Promise<Client> {
  const client = new Client({ connectionString: adminUrl, application_name: 'sightline presence' })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
  return client
}

async function leave(presence: Client, home: PostgresHome): Promise<void> {
  const isLast = await presence
    .query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK])
    .then(() => presence.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [PRESENCE_LOCK]))
    .then((result) => result.rows[0]?.won === true)
    .catch(() => false)
  await presence.end().catch(() => {})
  if (isLast) await command(home, 'pg_ctl', ['stop', '-w', '-m', 'fast', '-D', cluster(home)]).catch(() => {})
}

const cluster = (home: PostgresHome): string => join(home.dir, 'cluster')

async function command(home: PostgresHome, program: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
  await run(join(home.bin, program), args, {
    ...home.identity,
    cwd: home.dir,
    env: { ...home.environment, LC_ALL: 'C' },
  })
}

/** Only one process at a time may create or start the cluster; a lock whose holder died is taken over. */
async function startingLock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    const handle = await open(path, 'wx', 0o600).catch(() => null)
    if (handle) {
      await handle.writeFile(String(process.pid))
      await handle.close()
      return () => rm(path, { force: true })
    }
    const holder = Number(await readFile(path, 'utf8').catch(() => ''))
    if (holder > 0 && !isAlive(holder)) await rm(path, { force: true })
    await sleep(50)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
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
