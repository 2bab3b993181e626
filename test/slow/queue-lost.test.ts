import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { newId } from '@sightline/sdk'
import { claimJobs, endJobs, failJobs, type ClaimedJob } from '../../packages/server/src/base/queue/claim.ts'
import { startHeartbeat } from '../../packages/server/src/base/queue/heartbeat.ts'
import { enqueue, type JobSpec } from '../../packages/server/src/base/queue/jobs.ts'
import { countJobs } from '../../packages/server/src/base/queue/peek.ts'
import { listPoisonedJobs, releasePoisonedJobs } from '../../packages/server/src/base/queue/poisoned.ts'
import { MOST_LOSSES, reclaimJobs } from '../../packages/server/src/base/queue/sweep.ts'
import { openDatabase, type Database } from '../../packages/server/src/base/db/database.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { claimedBy, clearJobs, isDue, isWaiting, jobsIn, makeDue, setAttempts } from '../support/queue.ts'

describe('jobs of dead workers', { timeout: 60_000 }, () => {
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
  async function claim(workerId = 'me'): Promise<ClaimedJob[]> {
    const request = { tasks: ['extract', 'score'], limit: 10, exceptOf: [] }
    const [batch] = await claimJobs(database.systemDb, workerId, [request])
    return batch?.jobs ?? []
  }

  test('a dead worker’s jobs are given back as if it had never had them; a living one keeps its own', async () => {
    const heartbeat = await startHeartbeat(server.url, 'worker-alive')
    const keys = ['dead', 'alive', 'waiting']
    await put(...keys.map((key) => ({ task: 'extract', payload: {}, key, queue: `brand:${key}` })))
    for (const key of ['dead', 'alive']) {
      await claimedBy(database, `worker-${key}`, { key })
      await setAttempts(database, key, 12)
    }
    assert.deepEqual((await reclaimJobs(database.systemDb)).map(({ task }) => task), ['extract']) // prettier-ignore
    const rows = (await jobsIn(database)).toSorted((one, other) => one.key!.localeCompare(other.key!))
    assert.deepEqual(
      rows.map(({ key, claimedBy: worker, attempts }) => [key, worker, attempts]),
      [
        ['alive', 'worker-alive', 12],
        ['dead', null, 11],
        ['waiting', null, 0],
      ],
    )
    await heartbeat.stop()
    await eventually(async () => (await reclaimJobs(database.systemDb)).length > 0, 'a reclaimed job')
    assert.ok((await jobsIn(database)).every(isWaiting))
  })

  test('a worker that claimed its jobs a moment ago is not dead yet', async () => {
    await put({ task: 'score', payload: {}, key: 'fresh' })
    await claimedBy(database, 'worker-new', { secondsAgo: 0 })
    assert.deepEqual(await reclaimJobs(database.systemDb), [])
  })

  /** As often as that somebody claims it, and dies. */
  async function lose(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await makeDue(database)
      await claim('worker-dead')
      await eventually(async () => (await reclaimJobs(database.systemDb)).length > 0, 'a reclaimed job')
    }
  }

  test('a job whose every worker dies is set aside as poisoned, its queue goes on, and released it is claimed again', async () => {
    await put({ ...job, payload: { n: 1 }, queue: 'brand:1' })
    await lose(MOST_LOSSES - 1)
    assert.equal((await jobsIn(database)).filter(isWaiting).length, 1)
    await lose(1)
    const [poisoned] = await listPoisonedJobs(database.systemDb)
    assert.deepEqual([poisoned?.task, poisoned?.payload], ['extract', { n: 1 }])
    await makeDue(database)
    assert.deepEqual(await claim(), [])
    assert.deepEqual(await countJobs(database.systemDb), [{ task: 'extract', due: 0, later: 0, running: 0, poisoned: 1, oldestSeconds: 0 }]) // prettier-ignore
    await put({ task: 'score', payload: { n: 2 }, queue: 'brand:1' })
    const [next] = await claim()
    assert.deepEqual(next?.payload, { n: 2 })
    await endJobs(database.systemDb, 'me', [next.id])
    assert.equal(await releasePoisonedJobs(database.systemDb, [poisoned!.id]), 1)
    assert.deepEqual((await claim()).map(({ payload }) => payload), [{ n: 1 }]) // prettier-ignore
    assert.deepEqual(await listPoisonedJobs(database.systemDb), [])
  })

  test('the successor that a lost job put off until later is due now where jobs keep what they did, and when it was put off to otherwise', async () => {
    const later = { ...job, payload: {}, delayMs: 900_000 }
    for (const [resumable, isExpected] of [
      [['extract'], true],
      [[], false],
    ] as const) {
      await put({ ...job, payload: {} })
      assert.equal((await claim('worker-dead')).length, 1)
      await put(later)
      await eventually(async () => {
        await reclaimJobs(database.systemDb, resumable)
        return (await jobsIn(database)).length === 1
      }, 'the lost job leaves its work to its successor')
      assert.equal((await jobsIn(database)).every(isDue), isExpected)
      await clearJobs(database)
    }
  })

  test('a job that keeps what it did is given back at once, however many workers die of it or beside it', async () => {
    await put({ ...job, payload: {} })
    for (let death = 0; death < 2 * MOST_LOSSES; death += 1) {
      assert.equal((await claim('worker-dead')).length, 1)
      await eventually(async () => (await reclaimJobs(database.systemDb, ['extract'])).length > 0, 'a reclaimed job')
    }
    assert.deepEqual(await listPoisonedJobs(database.systemDb), [])
  })

  test('a job that ends in between, be it with a failure, is not poisoned', async () => {
    await put({ ...job, payload: {} })
    for (let round = 0; round < 3; round += 1) {
      await lose(MOST_LOSSES - 1)
      await makeDue(database)
      const [claimed] = await claim()
      await failJobs(database.systemDb, 'me', [{ id: claimed!.id, message: 'no', isPassing: true }])
    }
    assert.deepEqual(await listPoisonedJobs(database.systemDb), [])
  })

  test('a poisoned job keeps no other one with its key from being done, and gives way to it when it is released', async () => {
    await put({ ...job, payload: { n: 1 } })
    await lose(MOST_LOSSES)
    await put({ ...job, payload: { n: 2 } })
    assert.equal(await releasePoisonedJobs(database.systemDb), 1)
    assert.deepEqual(await payloads(), [{ n: 2 }])
  })
})
