import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { newId } from '@sightline/sdk'
import {
  claimJobs,
  endJobs,
  failJobs,
  jobsClaimedBy,
  releaseJobs,
  type ClaimedJob,
} from '../packages/server/src/base/queue/claim.ts'
import { cancelJob, enqueue, isQueued, type JobSpec } from '../packages/server/src/base/queue/jobs.ts'
import { reclaimJobs } from '../packages/server/src/base/queue/sweep.ts'
import { openDatabase, type Database } from '../packages/server/src/base/db/database.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { eventually } from './support/eventually.ts'
import { claimedBy, clearJobs, isWaiting, jobsIn } from './support/queue.ts'

describe('the queue', { timeout: 60_000 }, () => {
  let server: TestDatabase
  let database: Database
  before(async () => {
    server = await freshDatabase()
    database = openDatabase({ url: server.url })
  })
  after(async () => {
    await database.close()
    await server.drop()
  })
  afterEach(() => clearJobs(database))

  const job = { task: 'extract', key: 'extract:run' }
  const put = (...jobs: JobSpec[]) => database.transaction(newId('organization', 0), (db) => enqueue(db, jobs))
  const payloads = async () => (await jobsIn(database)).map(({ payload }) => payload)
  async function claim(workerId = 'me', tasks = ['extract', 'score']): Promise<ClaimedJob[]> {
    const [batch] = await claimJobs(database.systemDb, workerId, [{ tasks, limit: 10, exceptOf: [] }])
    return batch!.jobs
  }
  const idsOf = (jobs: readonly ClaimedJob[]) => jobs.map(({ id }) => id)

  test('a job exists if, and only if, its transaction commits', async () => {
    const failing = database.transaction(newId('organization', 0), async (db) => {
      await enqueue(db, [{ ...job, payload: {} }])
      throw new Error('changed its mind')
    })
    await assert.rejects(failing, /changed its mind/)
    assert.deepEqual(await jobsIn(database), [])
    await put({ ...job, payload: {} })
    assert.deepEqual((await jobsIn(database)).map(({ key }) => key), [job.key]) // prettier-ignore
  })

  test('of jobs with one key that wait the newest stays, also of those that are asked for together', async () => {
    for (const n of [1, 2]) await put({ ...job, payload: { n } })
    assert.deepEqual(await payloads(), [{ n: 2 }])
    await put({ ...job, payload: { n: 3 } }, { ...job, payload: { n: 4 } })
    assert.deepEqual(await payloads(), [{ n: 4 }])
  })

  test('a job that takes another’s place begins anew: its attempts, its error and its appointment are its own', async () => {
    await put({ ...job, payload: { n: 1 } })
    const [claimed] = await claim()
    await failJobs(database.systemDb, 'me', [{ id: claimed!.id, message: 'no', isPassing: false }])
    await put({ ...job, payload: { n: 2 } })
    const [kept] = await jobsIn(database)
    assert.deepEqual([kept?.payload, kept?.attempts, kept?.lastError], [{ n: 2 }, 0, null])
    assert.ok(kept!.runAt <= new Date())
  })

  test('a job is never dropped because another one with its key is claimed at that moment', async () => {
    await put({ ...job, payload: { n: 1 } })
    const worker = new Client({ connectionString: server.ownerUrl })
    await worker.connect()
    await worker.query('begin')
    await worker.query(`update job set claimed_at = now(), claimed_by = 'worker', attempts = 1`)
    const added = put({ ...job, payload: { n: 2 } })
    await untilWaiting()
    // Claimed just now: it may have read before the second one's cause was there.
    await worker.query('commit')
    await worker.end()
    await added
    assert.deepEqual((await jobsIn(database)).filter(isWaiting).map(({ payload }) => payload), [{ n: 2 }]) // prettier-ignore
    assert.equal((await jobsIn(database)).length, 2)
  })

  test('a job that fails, is given back or lost while another waits with its key is dropped: that one does its work', async () => {
    const endings: ((id: string) => Promise<unknown>)[] = [
      (id) => failJobs(database.systemDb, 'me', [{ id, message: 'no', isPassing: false }]),
      (id) => releaseJobs(database.systemDb, 'me', [id]),
      async () => {
        while ((await jobsIn(database)).length > 1) await reclaimJobs(database.systemDb)
      },
    ]
    for (const end of endings) {
      await put({ ...job, payload: { n: 1 } })
      const [claimed] = await claim()
      await put({ ...job, payload: { n: 2 } })
      await end(claimed!.id)
      assert.deepEqual(await payloads(), [{ n: 2 }])
      await clearJobs(database)
    }
  })

  test('of several with one key that are given back at once the newest waits', async () => {
    await put({ ...job, payload: { n: 1 } })
    const [first] = await claim()
    await put({ ...job, payload: { n: 2 } })
    const [second] = await claim()
    assert.equal(await releaseJobs(database.systemDb, 'me', idsOf([first!, second!])), 1)
    assert.deepEqual(await payloads(), [{ n: 2 }])
  })

  test('of a queue one job runs, however many claim at once and whichever comes first', async () => {
    for (let round = 0; round < 20; round += 1) {
      await put({ task: 'score', payload: {}, queue: 'brand:1', priority: 9 })
      const [claims] = await Promise.all([
        Promise.all(['a', 'b', 'c', 'd'].map((worker) => claim(worker))),
        put({ task: 'extract', payload: {}, queue: 'brand:1', priority: 1 }),
      ])
      assert.ok(claims.flat().length <= 1)
      const running = (await jobsIn(database)).filter(({ claimedBy: worker }) => worker !== null)
      assert.ok(running.length <= 1)
      await clearJobs(database)
    }
  })

  test('a claim that meets another job of its queue, claimed since it began, is made again', async () => {
    await put(
      { task: 'score', payload: { n: 1 }, queue: 'brand:1' },
      { task: 'extract', payload: { n: 2 }, queue: 'brand:1' },
    )
    const other = new Client({ connectionString: server.ownerUrl })
    await other.connect()
    await other.query('begin')
    await other.query(`update job set claimed_by = 'other', claimed_at = now() where task = 'extract'`)
    // It sees that nothing of the queue runs, and waits for the other one's end at the unique index.
    const claiming = claim('me', ['score'])
    await untilWaiting()
    await other.query('commit')
    await other.end()
    assert.deepEqual(await claiming, [])
    assert.deepEqual((await jobsIn(database)).filter(isWaiting).map(({ payload }) => payload), [{ n: 1 }]) // prettier-ignore
  })

  test('a tenant sees its own jobs and adds none for another organization', async () => {
    const [a, b] = [newId('organization', 1), newId('organization', 2)]
    for (const organizationId of [a, b])
      await database.transaction(organizationId, (db) =>
        enqueue(db, [{ ...job, key: organizationId, payload: { organizationId } }]),
      )
    const seen = await database.transaction(a, (db) => jobsIn({ systemDb: db }))
    assert.deepEqual(seen.map(({ organizationId }) => organizationId), [a]) // prettier-ignore
    const foreign = database.transaction(a, (db) => enqueue(db, [{ ...job, payload: { organizationId: b } }]))
    await assert.rejects(foreign, /row-level security/)
    assert.equal((await jobsIn(database)).length, 2)
  })

  test('whether a job is queued: it waits or runs; cancelled it does neither', async () => {
    assert.equal(await isQueued(database.systemDb, job), false)
    await put({ ...job, payload: {} })
    assert.equal(await isQueued(database.systemDb, job), true)
    const [claimed] = await claim()
    assert.equal(await isQueued(database.systemDb, job), true)
    await cancelJob(database.systemDb, job)
    assert.equal((await jobsIn(database)).length, 1, 'a running job ends by itself')
    await endJobs(database.systemDb, 'me', [claimed!.id])
    assert.equal(await isQueued(database.systemDb, job), false)
    await put({ ...job, payload: {} })
    await cancelJob(database.systemDb, job)
    assert.deepEqual(await jobsIn(database), [])
  })

  test('what a worker gives back can be claimed at once, with its queue; what it claimed anew meanwhile stays', async () => {
    const { systemDb } = database
    await put(...['old', 'new'].map((key) => ({ task: 'extract', payload: {}, key, queue: `brand:${key}` })))
    const ids = idsOf(await claim())
    await claimedBy(database, 'me', { key: 'old', secondsAgo: 60 })
    assert.equal((await jobsClaimedBy(systemDb, 'me', 30_000)).length, 1)
    assert.equal(await releaseJobs(systemDb, 'other', ids, 30_000), 0)
    assert.equal(await releaseJobs(systemDb, 'me', ids, 30_000), 1)
    assert.deepEqual((await jobsIn(database)).filter(isWaiting).map(({ key, attempts }) => [key, attempts]), [['old', 0]]) // prettier-ignore
    assert.equal((await claim('other')).length, 1)
    // Without an age, as by who stops, what was claimed a moment ago goes back as well.
    assert.equal(await releaseJobs(systemDb, 'me', ids), 1)
  })

  const untilWaiting = () =>
    eventually(async () => {
      const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await query(server.ownerUrl, text)).length > 0
    }, 'a statement that waits for a lock')
})
