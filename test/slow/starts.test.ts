import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { locatePostgres } from '../../packages/server/src/base/db/postgres-home.ts'
import { openCluster } from '../../packages/server/src/base/db/embedded-cluster.ts'
import { query } from '../support/cluster-processes.ts'
import { runInProcess, sightline, start, type Ended } from '../support/command-line.ts'
import { freshDatabase, TEST_SECRET } from '../support/database.ts'
import { assertRefused, filesOf, told } from '../support/refusals.ts'
import { fill, smallFileSystem } from '../support/small-file-system.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65_534, gid: 65_534 }
const generous = { timeout: 240_000 }

describe('a start that cannot use its data folder says why and what to do, and leaves it as it was', generous, () => {
  let folder: string
  const opened = (dataDir: string, identity?: { uid: number; gid: number }): Promise<Ended> =>
    (identity ? sightline : runInProcess)(
      ['start', '--port', '0', '--role', 'api', '--data-dir', dataDir],
      {},
      identity,
    )

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-starts-'))
    await chmod(folder, 0o755)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('it is a file, or lies below one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, 'of somebody')
    for (const place of [file, join(file, 'below', 'it')])
      assertRefused(await opened(place), /file is a file, not a folder\./, /--data-dir or SIGHTLINE_DATA_DIR/)
    assert.equal(await readFile(file, 'utf8'), 'of somebody')
  })

  test('its file system is read-only', async (t) => {
    const place = await smallFileSystem(t, '10m', 'ro')
    if (place)
      for (const path of [place, join(place, 'below')])
        assertRefused(await opened(path), /lies on a read-only file system/, /--data-dir or SIGHTLINE_DATA_DIR/)
  })

  test('this user may not write it', { skip: !isRoot && 'only root can start a process as another user' }, async () => {
    const theirs = join(folder, 'theirs')
    await mkdir(theirs, { mode: 0o755 })
    for (const path of [theirs, join(theirs, 'below')])
      assertRefused(await opened(path, NOBODY), /theirs belongs to root, and Sightline runs as nobody/, /chown|Start/)
    assert.deepEqual(await readdir(theirs), [])
    const own = join(folder, 'own')
    await mkdir(own, { mode: 0o555 })
    await chown(own, NOBODY.uid, NOBODY.gid)
    assertRefused(await opened(own, NOBODY), /own cannot be written/, /chmod u\+rwx/)
    assert.deepEqual(await readdir(own), [])
  })

  test('its database belongs to another user', { skip: !isRoot && 'only root can give files away' }, async () => {
    const lent = join(folder, 'lent')
    await mkdir(join(lent, 'postgres', 'cluster'), { recursive: true, mode: 0o700 })
    await writeFile(join(lent, 'postgres', 'PG_VERSION'), '18\n')
    await run('chown', ['-R', 'daemon', lent])
    const before = await filesOf(lent)
    assertRefused(await opened(lent), /lent.postgres.cluster belongs to daemon/, /Start Sightline as daemon/)
    assert.deepEqual(await filesOf(lent), before)
  })

  test('there is no room for a new database', async (t) => {
    const place = await smallFileSystem(t, '40m')
    if (!place) return
    const inside = join(place, 'installation')
    assertRefused(await opened(inside), /needs 200 MiB, and only \d+ MiB are free/, /Make room/)
    await assert.rejects(stat(inside), { code: 'ENOENT' })
  })

  test('there is no room for a secret: none is left half-made, and there is one once there is room', async (t) => {
    const place = await smallFileSystem(t, '64k')
    if (!place) return
    const { ownerUrl } = await freshDatabase()
    const inside = join(place, 'installation')
    await mkdir(inside, { mode: 0o700 })
    const ballast = await fill(place)
    const environment = { DATABASE_URL: ownerUrl, SIGHTLINE_DATA_DIR: inside }
    assertRefused(await runInProcess(['org', 'list'], environment), /no room/i, /Make room/)
    assert.deepEqual(await readdir(inside), [])
    await rm(ballast)
    await runInProcess(['org', 'list'], environment)
    assert.match(await readFile(join(inside, 'secret'), 'utf8'), /^[0-9a-f]{48}\n$/)
  })

  test('its path is longer than PostgreSQL can have, or has a line break', async () => {
    const long = join(folder, ...Array.from({ length: 5 }, () => 'x'.repeat(200)))
    assertRefused(await opened(long), /path .* is too long/, /shorter path/)
    const broken = join(folder, 'two\nlines')
    assertRefused(await opened(broken), /control character/, /--data-dir or SIGHTLINE_DATA_DIR/)
    for (const path of [long, broken]) await assert.rejects(stat(path), { code: 'ENOENT' })
    await assert.rejects(stat(join(folder, 'x'.repeat(200))), { code: 'ENOENT' })
  })

  test('a path with spaces, quotes, other letters and what a shell would carry out is one like any other', async () => {
    const odd = join(folder, `d'o "t" $HOME \`touch pwned\` $(touch pwned) \\ % * ü 日本`)
    const cluster = await openCluster(odd)
    assert.deepEqual(await query(cluster.adminUrl, 'select 1 as one'), [{ one: 1 }])
    await cluster.leave()
    assert.ok(!(await readdir(join(odd, 'postgres'))).includes('pwned'))
  })
})

describe('a database in the data folder that PostgreSQL cannot open', generous, () => {
  let folder: string
  let cluster: string
  const opened = (): Promise<Ended> => sightline(['org', 'list', '--data-dir', folder], {})
  const RESTORE = /without deleting anything.*sightline restore FILE/

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-damaged-'))
    await chmod(folder, 0o755)
    assert.equal((await opened()).code, 0)
    cluster = join((await locatePostgres(folder)).dir, 'cluster')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** Damages a file, looks at what is told and that nothing else changes, and mends it. */
  async function damaged(path: string, damage: (file: string) => Promise<unknown>, says: RegExp): Promise<void> {
    const file = join(cluster, path)
    await run('cp', ['-a', file, `${file}-kept`])
    await damage(file)
    const before = await filesOf(cluster)
    const ended = await opened()
    assertRefused(ended, says, RESTORE)
    assert.ok(ended.err.split('\n').length < 8, ended.err)
    // What a server writes in its own order when it starts and stops.
    const after = await filesOf(cluster)
    for (const name of before.keys()) assert.ok(after.has(name) || /postmaster|pg_internal|pg_stat/.test(name), name)
    await rm(file, { recursive: true, force: true })
    await rename(`${file}-kept`, file)
    assert.equal((await opened()).code, 0, 'the damage was all that was wrong')
  }

  test('its control file is damaged: PostgreSQL’s own words, and where the backup goes', () =>
    damaged('global/pg_control', (file) => truncate(file, 100), /PostgreSQL says: .*pg_control/))

  test('its control file is missing', () =>
    damaged('global/pg_control', rm, /PostgreSQL says: .*(control file|pg_control)/))

  test('its write-ahead log is missing', () =>
    damaged(
      'pg_wal',
      async (file) => {
        await rm(file, { recursive: true })
        await run('cp', ['-a', join(cluster, 'pg_notify'), file])
        await run('rm', ['-rf', join(file, '0000')])
      },
      /PostgreSQL says: .*(checkpoint record|pg_wal)/,
    ))

  test('the files of its tables are missing', async () => {
    const oids = (await readdir(join(cluster, 'base'))).map(Number).filter((oid) => oid >= 16_384)
    await damaged(`base/${Math.max(...oids)}`, (file) => rm(file, { recursive: true }), /PostgreSQL says: .*base\//)
  })

  test('the mark of a whole database is missing: what is there is not taken for a creation that was interrupted', async () => {
    const mark = join(cluster, '..', 'PG_VERSION')
    await rename(mark, `${mark}-kept`)
    const before = await filesOf(cluster)
    assertRefused(
      await opened(),
      /holds a database, but the file PG_VERSION beside it is missing/,
      /restore|PG_VERSION/,
    )
    assert.deepEqual(await filesOf(cluster), before)
    await rename(`${mark}-kept`, mark)
    assert.equal((await opened()).code, 0)
  })
})

describe('a second machine on the same data folder', generous, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-machines-'))
    await chmod(folder, 0o755)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const here = { host: 'one.example', id: 'a', boot: 'b1', processes: 'p1' }
  const there = { host: 'two.example', id: 'b', boot: 'b2', processes: 'p2' }

  test('is refused by the name of the first one while that one uses it, which goes on; then it may', async () => {
    const first = await openCluster(folder, here)
    await query(first.adminUrl, 'create table kept as select 1 as number')
    await assert.rejects(openCluster(folder, there), (error: Error) => {
      assert.match(error.message, /is in use by the machine "one\.example"/)
      assert.match(error.message, /DATABASE_URL/)
      return true
    })
    assert.deepEqual(await query(first.adminUrl, 'select number from kept'), [{ number: 1 }])
    await first.leave()
    const second = await openCluster(folder, there)
    assert.deepEqual(await query(second.adminUrl, 'select number from kept'), [{ number: 1 }])
    await second.leave()
  })

  test('is refused where the first one went without stopping it, until somebody says that it is off', async () => {
    const first = await openCluster(folder, here)
    await first.leave()
    await leftBehindBy(here)
    await assert.rejects(openCluster(folder, there), ({ message }: Error) => {
      told.push(message)
      return /was not stopped .*"one\.example".*delete .*machine\.json/s.test(message)
    })
    await rm(join(folder, 'machine.json'))
    await (await openCluster(folder, there)).leave()
  })

  test('the same machine after it was started anew takes its own folder back', async () => {
    await leftBehindBy(here)
    await (await openCluster(folder, { ...here, boot: 'b9', processes: 'p9' })).leave()
  })

  test('the lock of a start on another machine is no dead process’s lock because no process here has its number', async () => {
    const lock = join(folder, 'starting.lock')
    const gone = spawnedAndGone()
    await writeFile(lock, `${await gone} of-the-other machine:0123456789ab`)
    const beats = setInterval(() => void run('touch', [lock]), 300)
    const opening = openCluster(folder, there)
    const waited = await Promise.race([
      opening.then(() => 'opened'),
      new Promise((resolve) => setTimeout(resolve, 3_000, 'waits')),
    ])
    clearInterval(beats)
    assert.equal(waited, 'waits')
    await rm(lock, { force: true })
    await (await opening).leave()
  })

  test('as the kernel tells machines apart: in namespaces of its own, no second server starts', async (t) => {
    const apart = ['unshare', '--pid', '--uts', '--ipc', '--mount-proc', '--fork']
    const can = await run(apart[0]!, [...apart.slice(1), 'true']).then(
      () => true,
      () => false,
    )
    if (!can) return t.skip('this user may not make namespaces: only root on Linux can')
    const server = start(['start', '--role', 'worker', '--data-dir', folder], { OPENAI_API_KEY: 'simulated' })
    await server.says(/is running as worker/)
    const { dir } = await locatePostgres(folder)
    const before = await readFile(join(dir, 'cluster', 'postmaster.pid'), 'utf8')
    const ended = await run(apart[0]!, [
      ...apart.slice(1),
      'sh',
      '-c',
      `hostname second && exec ${process.execPath} packages/server/bin/sightline.js org list --data-dir ${folder}`,
    ]).then(
      () => ({ code: 0, out: '', err: '' }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        out: error.stdout,
        err: error.stderr,
      }),
    )
    assertRefused(ended, /is in use by the machine "/, /DATABASE_URL/)
    assert.equal(await readFile(join(dir, 'cluster', 'postmaster.pid'), 'utf8'), before)
    assert.equal((await server.stop()).code, 0)
  })

  /** What it wrote while it used the folder, and nobody took back. */
  async function leftBehindBy(machine: typeof here): Promise<void> {
    const path = join(folder, 'machine.json')
    const record = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(path, JSON.stringify({ ...record, machine, isInUse: true }))
  }

  async function spawnedAndGone(): Promise<number> {
    const { stdout } = await run('sh', ['-c', 'echo $$'])
    return Number(stdout)
  }
})

describe('a machine whose clock is more than a minute off the database’s', generous, () => {
  const shifted = (seconds: number) => ({
    NODE_OPTIONS: `--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+${seconds * 1_000}`,
  })

  for (const [seconds, says] of [
    [90, /This machine’s clock is 90 s ahead of the database’s/],
    [-90, /This machine’s clock is 90 s behind the database’s/],
  ] as const)
    test(`is refused: ${seconds} s`, async () => {
      const { ownerUrl } = await freshDatabase()
      const folder = await mkdtemp(join(tmpdir(), 'sightline-clock-'))
      const environment = { DATABASE_URL: ownerUrl, SIGHTLINE_SECRET: TEST_SECRET, SIGHTLINE_DATA_DIR: folder }
      const command = ['start', '--port', '0', '--role', 'api']
      const ended = await sightline(command, { ...environment, ...shifted(seconds) })
      assertRefused(ended, says, /NTP/)
      const good = start(command, { ...environment, ...shifted(30 * Math.sign(seconds)) })
      await good.says(/Address/)
      assert.equal((await good.stop()).code, 0)
      await rm(folder, { recursive: true })
    })
})

test('every message of the table in docs/operating.md was told here', async (t) => {
  if (!isRoot) return t.skip('some of them only root can bring about')
  const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const part = page.slice(page.indexOf('## Starts that fail'), page.indexOf('## The operations port'))
  const rows = [...part.matchAll(/^\| `([^`]+)` \|/gm)].flatMap(([, message]) => message ?? [])
  assert.ok(rows.length >= 15)
  // test/slow/pooler.test.ts
  const elsewhere = ['A connection pooler in transaction mode']
  const untold = rows.filter((message) => !told.some((text) => text.includes(message)))
  assert.deepEqual(untold, elsewhere)
})
