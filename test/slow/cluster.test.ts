import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openCluster, type Cluster } from '../../packages/server/src/base/db/embedded-cluster.ts'
import {
  isAlive,
  killParticipant,
  postmasterOf,
  query,
  queryWhenBack,
  spawnParticipant,
  untilDead,
} from '../support/cluster-processes.ts'

const generous = { timeout: 120_000 }

describe('the embedded cluster of a data folder', generous, () => {
  let folder: string
  let server: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-cluster-'))
    server = join(folder, 'postgres', 'cluster')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('of processes that open a fresh folder at once one starts it and the others join', generous, async () => {
    const [one, two, participant] = await Promise.all([
      openCluster(folder),
      openCluster(folder),
      spawnParticipant(folder),
    ])
    assert.ok([one, two].filter(({ isStarter }) => isStarter).length <= 1)
    assert.equal(one.adminUrl, two.adminUrl)
    await query(one.adminUrl, 'create table kept (word text)')
    await query(two.adminUrl, `insert into kept values ('first')`)
    await killParticipant(participant)
    await one.leave()
    assert.deepEqual(await wordsOf(two), ['first'])
    await two.leave()
  })

  test('the last one out stops it: no process and no lock are left', generous, async () => {
    const cluster = await openCluster(folder)
    const postmaster = await postmasterOf(server)
    assert.ok(postmaster !== null && isAlive(postmaster))
    await cluster.leave()
    await untilDead(postmaster)
    assert.equal(await postmasterOf(server), null)
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('starting.lock')),
      [],
    )
  })

  test('kill -9 of its starter leaves it running, joinable and with its data', generous, async () => {
    const starter = await spawnParticipant(folder)
    const postmaster = await postmasterOf(server)
    await killParticipant(starter)
    const joined = await openCluster(folder)
    assert.equal(joined.isStarter, false)
    assert.equal(await postmasterOf(server), postmaster)
    assert.deepEqual(await wordsOf(joined), ['first'])
    await joined.leave()
    await untilDead(postmaster!)
  })

  test('kill -9 of the server and of its user: the next opening recovers what was committed', generous, async () => {
    const starter = await spawnParticipant(folder)
    const postmaster = (await postmasterOf(server))!
    const beside = await openCluster(folder)
    await query(beside.adminUrl, `insert into kept values ('second')`)
    await killParticipant(starter)
    process.kill(postmaster, 'SIGKILL')
    await untilDead(postmaster)
    await beside.leave()
    const reopened = await openCluster(folder)
    assert.deepEqual(await wordsOf(reopened), ['first', 'second'])
    await reopened.leave()
  })

  test('a server that dies under its users comes back at its address', generous, async () => {
    const cluster = await openCluster(folder)
    const postmaster = (await postmasterOf(server))!
    process.kill(postmaster, 'SIGKILL')
    await untilDead(postmaster)
    const rows = await queryWhenBack<{ word: string }>(cluster.adminUrl, 'select word from kept order by word')
    assert.deepEqual(
      rows.map(({ word }) => word),
      ['first', 'second'],
    )
    // Whether or not it could say again that it is there.
    await cluster.leave()
    assert.equal(await postmasterOf(server), null)
  })

  test('of two that leave after a crash the first one leaves the server to the other', generous, async () => {
    const clusters = [await openCluster(folder), await openCluster(folder)] as const
    process.kill((await postmasterOf(server))!, 'SIGKILL')
    await queryWhenBack(clusters[1].adminUrl, 'select 1')
    await clusters[0].leave()
    assert.deepEqual(await wordsOf(clusters[1]), ['first', 'second'])
    await clusters[1].leave()
    assert.equal(await postmasterOf(server), null)
  })

  test('whoever lost the connection that says it is there is still not left without a server', generous, async () => {
    const stays = await openCluster(folder)
    await query(
      stays.adminUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sightline presence'`,
    )
    await untilPresent(stays)
    const passing = await openCluster(folder)
    await passing.leave()
    assert.deepEqual(await wordsOf(stays), ['first', 'second'])
    await stays.leave()
  })

  test('a process that got the dead server’s number is not taken for it', generous, async () => {
    const { uid, gid } = await stat(server)
    const stranger = spawn('sleep', ['100'], { uid, gid })
    await writeFile(
      join(server, 'postmaster.pid'),
      `${stranger.pid}\n${server}\n1700000000\n1\n\n127.0.0.1\n  1  1\nready\n`,
    )
    const cluster = await openCluster(folder)
    assert.equal(cluster.isStarter, true)
    assert.deepEqual(await wordsOf(cluster), ['first', 'second'])
    await cluster.leave()
    stranger.kill()
  })

  test('the starting lock of a process that died is taken over', generous, async () => {
    const lock = join(folder, 'starting.lock')
    const gone = spawn('true')
    await new Promise((resolve) => gone.once('close', resolve))
    await writeFile(lock, `${gone.pid} left behind`)
    await (await openCluster(folder)).leave()
    // Written by a process that died before it could say who it is, or that had this process's own number.
    for (const content of ['', `${process.pid} left behind`]) {
      await writeFile(lock, content)
      await utimes(lock, new Date(0), new Date(0))
      await (await openCluster(folder)).leave()
    }
    await assert.rejects(stat(lock))
  })

  const untilPresent = async (cluster: Cluster): Promise<void> => {
    const [row] = await queryWhenBack<{ held: string }>(
      cluster.adminUrl,
      `select count(*) as held from pg_locks where locktype = 'advisory' and objid = 771001`,
    )
    if (row?.held === '0') await untilPresent(cluster)
  }
})

test('an interrupted creation is done anew', generous, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-cluster-'))
  await mkdir(join(folder, 'postgres', 'cluster', 'base'), { recursive: true })
  await writeFile(join(folder, 'postgres', 'cluster', 'PG_VERSION'), '18\n')
  const cluster = await openCluster(folder)
  assert.equal(cluster.isStarter, true)
  assert.deepEqual(await query(cluster.adminUrl, 'select 1 as one'), [{ one: 1 }])
  await cluster.leave()
  await rm(folder, { recursive: true })
})

const isRoot = process.getuid?.() === 0

describe('root, in a folder that no other user may enter', { ...generous, skip: !isRoot }, () => {
  let closed: string
  let folder: string
  const shared = '/var/lib/sightline'
  /** Of this test: others use the shared place at the same time. */
  const own = new Set<string>()

  before(async () => {
    closed = await mkdtemp(join(tmpdir(), 'sightline-closed-'))
    await chmod(closed, 0o700)
    folder = join(closed, 'installation')
  })
  after(async () => {
    for (const path of own) await rm(path, { recursive: true })
    await rm(closed, { recursive: true })
  })

  /** Opens it, and notes where in the shared place it is. */
  async function openShared(): Promise<Cluster> {
    const cluster = await openCluster(folder)
    const [row] = await query<{ data_directory: string }>(cluster.adminUrl, 'show data_directory')
    const [name = ''] = relative(shared, row?.data_directory ?? '').split('/')
    assert.match(name, /^\w/, 'it lies in the shared place')
    own.add(join(shared, name))
    return cluster
  }

  test('the cluster goes to the shared place, stays there when the folder is opened, and keeps its data', async () => {
    const cluster = await openShared()
    await query(cluster.adminUrl, `create table kept as select 'closed'::text as word`)
    await cluster.leave()
    await chmod(closed, 0o755)
    const reopened = await openShared()
    assert.deepEqual(await wordsOf(reopened), ['closed'])
    await reopened.leave()
    await chmod(closed, 0o700)
  })

  test('a new data folder at the same path begins anew', async () => {
    await rm(folder, { recursive: true })
    const cluster = await openShared()
    assert.deepEqual(await query(cluster.adminUrl, `select 1 from pg_tables where tablename = 'kept'`), [])
    await cluster.leave()
  })

  test('secrets in it are for root alone', async () => {
    assert.equal((await stat(folder)).mode & 0o077, 0)
    assert.equal((await stat(join(folder, 'postgres.password'))).mode & 0o077, 0)
    assert.match(await readFile(join(folder, 'postgres.password'), 'utf8'), /^[0-9a-f]{48}\n$/)
  })
})

async function wordsOf(cluster: Cluster): Promise<string[]> {
  const rows = await query<{ word: string }>(cluster.adminUrl, 'select word from kept order by word')
  return rows.map(({ word }) => word)
}
