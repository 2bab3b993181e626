import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { enqueue } from '../packages/server/src/store/queue.ts'
import { announceWorker, endSilentSigns, WORKER_CLASS } from '../packages/server/src/store/presence.ts'
import { freeDeadWorkers, jobsHeldBy, returnJobs, takeJobs } from '../packages/server/src/store/taking.ts'
import { openTestHouse, type TestHouse } from './support/house.ts'
import { asOwner } from './support/owner.ts'

const generous = { timeout: 60_000 }

describe('the queue', generous, () => {
  let house: TestHouse
  before(async () => {
    house = await openTestHouse({ works: false })
  })
  after(() => house.close())

  type Row = { key: string; attempts: number; worker: string | null; priority: number; payload: { number: number } }
  const jobs = async () =>
    (await asOwner(
      house,
      `select key, attempts, locked_by as worker, priority, payload from graphile_worker._private_jobs order by key`,
    )) as Row[]
  const put = (specs: Parameters<typeof enqueue>[1]) =>
    house.app.database.transaction('org_none', (db) => enqueue(db, specs))
  const clear = () => asOwner(house, 'delete from graphile_worker._private_jobs')

  test('a job exists if, and only if, its transaction commits', async () => {
    const failing = house.app.database.transaction('org_none', async (db) => {
      await enqueue(db, [{ task: 'score', payload: { number: 1 }, key: 'lost' }])
      throw new Error('changed my mind')
    })
    await assert.rejects(failing, /changed my mind/)
    await put([{ task: 'score', payload: { number: 1 }, key: 'kept' }])
    assert.deepEqual(
      (await jobs()).map(({ key }) => key),
      ['kept'],
    )
    await clear()
  })

  test('a second job with the same key takes the waiting one’s place', async () => {
    for (const number of [1, 2]) await put([{ task: 'score', payload: { number }, key: 'same' }])
    assert.deepEqual(
      (await jobs()).map(({ payload }) => payload.number),
      [2],
    )
    await clear()
  })

  test('positions beyond what the queue can hold go last instead of failing', async () => {
    await put([{ task: 'score', payload: {}, key: 'far', priority: 1_000_000 }])
    assert.equal((await jobs())[0]?.priority, 32_000)
    await clear()
  })

  test('a dead worker’s jobs are given back as if it had never had them; a living one keeps its own', async () => {
    const presence = await announceWorker(house.database.url, 'pool-alive')
    const keys = ['dead', 'alive', 'waiting']
    await put(keys.map((key) => ({ task: 'extract', payload: {}, key, queue: `brand:${key}` })))
    for (const key of ['dead', 'alive']) {
      const values = [`pool-${key}`, key, `brand:${key}`]
      await asOwner(
        house,
        `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 second', attempts = 12 where key = $2 and $3 <> ''`,
        values,
      )
      await asOwner(
        house,
        `update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() - interval '1 second' where queue_name = $3 and $2 <> ''`,
        values,
      )
    }
    assert.deepEqual(await freeDeadWorkers(house.app.database.directory), ['extract'])
    assert.deepEqual(
      (await jobs()).map(({ key, worker, attempts }) => [key, worker, attempts]),
      [
        ['alive', 'pool-alive', 12],
        ['dead', null, 11],
        ['waiting', null, 0],
      ],
    )
    const locked = await asOwner(
      house,
      'select queue_name as name from graphile_worker._private_job_queues where locked_by is not null',
    )
    assert.deepEqual(locked, [{ name: 'brand:alive' }])
    await presence.close()
    while ((await freeDeadWorkers(house.app.database.directory)).length === 0) await sleep(50)
    assert.equal((await jobs()).filter(({ worker }) => worker !== null).length, 0)
    await clear()
  })

  const locks = () =>
    asOwner(
      house,
      `select pid, objid::bigint = hashtext('pool-other')::bigint & 4294967295 as "isOther" from pg_locks where locktype = 'advisory' and classid = ${WORKER_CLASS}
         and database = (select oid from pg_database where datname = current_database()) order by 2`,
    ) as Promise<{ pid: number; isOther: boolean }[]>
  const lose = async () => {
    const lost = (await locks()).map(({ pid }) => pid)
    await asOwner(
      house,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sightline sign of life'`,
    )
    return async () => (await locks()).filter(({ pid }) => !lost.includes(pid)).map(({ isOther }) => isOther)
  }

  test('a worker lives however often the connection that speaks for it is lost, and is dead when it closed', async () => {
    const presence = await announceWorker(house.database.url, 'pool-first')
    const other = await announceWorker(house.database.url, 'pool-other')
    for (let loss = 0; loss < 3; loss += 1) {
      const taken = await lose()
      while ((await taken()).length < 2) await sleep(20)
      assert.deepEqual(await taken(), [false, true])
    }
    // Whoever closes while its connection is away does not take it again when the other one does, that lost it as well.
    const taken = await lose()
    await presence.close()
    while ((await taken()).length === 0) await sleep(20)
    assert.deepEqual(await taken(), [true])
    await other.close()
    while ((await locks()).length > 0) await sleep(20)
  })

  test('a worker whose first sign of life fails says so, and gives none later', async () => {
    const name = decodeURIComponent(new URL(house.database.url).username)
    await asOwner(house, `alter role "${name}" nologin`)
    await assert.rejects(announceWorker(house.database.url, 'pool-late'), /not permitted to log in/)
    await asOwner(house, `alter role "${name}" login`)
    const other = await announceWorker(house.database.url, 'pool-other')
    // By the time that the other one has lost its lock and taken it again, this one would have tried again too.
    const taken = await lose()
    while ((await taken()).length === 0) await sleep(20)
    assert.deepEqual(await taken(), [true])
    await other.close()
  })

  test('what a worker gives back can be taken at once, with its queue; what it took anew meanwhile stays', async () => {
    const { directory } = house.app.database
    await put(['old', 'new'].map((key) => ({ task: 'extract', payload: {}, key, queue: `brand:${key}` })))
    const look = { tasks: ['extract'], atMost: 5, exceptOf: [] }
    const [haul] = await takeJobs(directory, 'pool-me', [look])
    const ids = haul!.jobs.map(({ id }) => id)
    await asOwner(
      house,
      `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where key = 'old'`,
    )
    assert.equal((await jobsHeldBy(directory, 'pool-me', 30_000)).length, 1)
    assert.equal(await returnJobs(directory, 'pool-other', ids, 30_000), 0)
    assert.equal(await returnJobs(directory, 'pool-me', ids, 30_000), 1)
    assert.deepEqual(
      (await jobs()).map(({ key, worker, attempts }) => [key, worker, attempts]),
      [
        ['new', 'pool-me', 1],
        ['old', null, 0],
      ],
    )
    const [again] = await takeJobs(directory, 'pool-other', [look])
    assert.equal(again!.jobs.length, 1)
    // Without an age, as by who stops, what was taken a moment ago goes back as well.
    assert.equal(await returnJobs(directory, 'pool-me', ids), 1)
    await clear()
  })

  test('R2 a worker that hangs with its connection open is dead after a silence; one that gives its signs is not', async () => {
    const { directory } = house.app.database
    const presence = await announceWorker(house.database.url, 'pool-alive', 100)
    const hung = new Client({ connectionString: house.database.url, application_name: 'sightline sign of life' })
    hung.on('error', () => {})
    await hung.connect()
    await hung.query(`select pg_advisory_lock_shared($1, hashtext('pool-hung'))`, [WORKER_CLASS])
    await put([{ task: 'score', payload: {}, key: 'held' }])
    const longAgo = `locked_at = now() - interval '1 second'`
    await asOwner(house, `update graphile_worker._private_jobs set locked_by = 'pool-hung', ${longAgo}`)
    assert.deepEqual(await freeDeadWorkers(directory), [])
    let ended = 0
    while (ended === 0) {
      await sleep(100)
      ended += await endSilentSigns(directory, 2.5)
    }
    assert.equal(ended, 1)
    let freed: string[] = []
    while (freed.length === 0) freed = await freeDeadWorkers(directory)
    assert.deepEqual(freed, ['score'])
    await hung.end()
    await presence.close()
    // What it held in the middle of a transaction is let go by the server, after as long.
    const { rows } = await sql<{
      told: string
    }>`select current_setting('idle_in_transaction_session_timeout') as told`.execute(directory)
    assert.deepEqual(rows, [{ told: '20s' }])
    await clear()
  })

  test('a worker that took its jobs a moment ago is not dead yet', async () => {
    await put([{ task: 'score', payload: {}, key: 'fresh' }])
    await asOwner(house, `update graphile_worker._private_jobs set locked_by = 'pool-new', locked_at = now()`)
    assert.deepEqual(await freeDeadWorkers(house.app.database.directory), [])
    assert.equal((await jobs())[0]?.worker, 'pool-new')
    await clear()
  })
})
