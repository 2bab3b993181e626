import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { locatePostgres, type PostgresHome } from '../../packages/server/src/base/db/postgres-home.ts'

const run = promisify(execFile)

/** A PostgreSQL that nobody revives: for tests of what happens when it dies, moves or has no room. */
export type PostgresServer = {
  port: number
  /** Its first line is the number of the process. */
  pidFile: string
  /** Of its superuser. */
  url(database?: string): string
  start(): Promise<void>
  /** `immediate` is how a crash looks: it recovers from its log at the next start. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  promote(): Promise<void>
  /** A standby of it, made while it is stopped; it streams as soon as both run. */
  standby(): Promise<PostgresServer>
  remove(): Promise<void>
}

export type PostgresServerOptions = {
  /** Folder for its files instead of a temporary one, as a small file system. */
  place?: string
  /** Where it listens (default: 127.0.0.1). */
  address?: string
  /** How many connections it takes (default: 150). */
  connections?: number
}

export async function postgresServer({
  place,
  address,
  connections,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = place ?? (await mkdtemp(join(tmpdir(), 'sightline-server-')))
  const home = await locatePostgres(folder)
  await mkdir(home.dir, { recursive: true, mode: 0o700 })
  await home.own(home.dir)
  await command(home, 'initdb', [
    '-D',
    join(home.dir, 'cluster'),
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    '--no-sync',
  ])
  return serverIn(home, join(home.dir, 'cluster'), place === undefined ? [folder, home.dir] : [], address, connections)
}

async function serverIn(
  home: PostgresHome,
  data: string,
  folders: string[],
  address = '127.0.0.1',
  connections = 150,
): Promise<PostgresServer> {
  const port = await freePort()
  const ctl = (...args: string[]): Promise<void> => command(home, 'pg_ctl', ['-D', data, '-w', '-t', '60', ...args])
  const settings = `-h ${address} -p ${port} -k "" -c max_connections=${connections} -c jit=off -c wal_level=replica -c max_wal_size=64MB`
  return {
    port,
    pidFile: join(data, 'postmaster.pid'),
    url: (database = 'postgres') => `postgres://postgres@${address}:${port}/${database}`,
    start: () => ctl('start', '-l', join(home.dir, `log-${port}`), '-o', settings),
    stop: (mode) => ctl('stop', '-m', mode).catch(() => {}),
    promote: () => ctl('promote'),
    standby: async () => {
      const copy = `${data}-standby`
      await cp(data, copy, { recursive: true, preserveTimestamps: true })
      await own(home, copy)
      await writeFile(join(copy, 'standby.signal'), '')
      await own(home, join(copy, 'standby.signal'))
      await appendFile(
        join(copy, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres application_name=standby'\n`,
      )
      return serverIn(home, copy, [])
    },
    remove: async () => {
      await ctl('stop', '-m', 'immediate').catch(() => {})
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Copies are root's; the server runs as somebody else. */
async function own(home: PostgresHome, path: string): Promise<void> {
  const { uid, gid } = home.identity
  if (uid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, path])
}

async function command(home: PostgresHome, program: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
  await run(join(home.bin, program), args, {
    ...home.identity,
    cwd: home.dir,
    env: { ...home.environment, LC_ALL: 'C' },
  }).catch(async (cause: unknown) => {
    const log = await readFile(join(home.dir, args[args.indexOf('-l') + 1] ?? ''), 'utf8').catch(() => '')
    throw new Error(`${program} failed: ${log.slice(-500)}`, { cause })
  })
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
