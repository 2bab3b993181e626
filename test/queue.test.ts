import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Client } from 'pg'
import { newId } from '@sightline/sdk'
import { openDatabase, type Database } from '../packages/server/src/store/database.ts'
import { announceWorker } from '../packages/server/src/store/presence.ts'
import { dropSuperseded, enqueue } from '../packages/server/src/store/queue.ts'
import { freeDeadWorkers } from '../packages/server/src/store/taking.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'

describe('the queue', { timeout: 60_000 }, () => {
  let server: TestDatabase
  let database: Database
  const job = { task: 'extract', key: 'extract:run' }

  before(async () => {
    server = await freshDatabase()
    database = openDatabase({ url: server.url })
    // The kind of job is known before, as in every installation after its first one.
    await query(server.ownerUrl, `select graphile_worker.add_job($1)`, [job.task])
  })
  after(async () => {
    await database.close()
    await server.drop()
  })

  beforeEach(() => query(server.ownerUrl, 'delete from graphile_worker._private_jobs'))

  test('a job is never dropped because another one with its key is taken at that moment', async () => {
    const worker = new Client({ connectionString: server.ownerUrl })
    await worker.connect()
    await worker.query('begin')
    await worker.query(`select graphile_worker.add_job($1, job_key := $2)`, [job.task, job.key])
    const added = database.transaction(newId('organization', 0), (db) => enqueue(db, [{ ...job, payload: { n: 2 } }]))
    await untilWaiting()
    // Taken just now: it may have read before the second one's cause was there.
    await worker.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker', attempts = 1`)
    await worker.query('commit')
    await worker.end()
    await added
    const waiting = await query(
      server.ownerUrl,
      `select payload, key from graphile_worker._private_jobs where locked_at is null`,
    )
    assert.deepEqual(waiting, [{ payload: { n: 2 }, key: job.key }])
  })

  test('of jobs with one key that wait the newest stays', async () => {
    for (const n of [1, 2, 3])
      await database.transaction(newId('organization', 0), (db) => enqueue(db, [{ ...job, payload: { n } }]))
    assert.deepEqual(await query(server.ownerUrl, 'select payload from graphile_worker._private_jobs'), [
      { payload: { n: 3 } },
    ])
  })

  test('a job that failed after another took its place is taken away; the other stays', async () => {
    const add = `select graphile_worker.add_job($1, job_key := $2, max_attempts := 1000)`
    await query(server.ownerUrl, add, [job.task, job.key])
    await query(
      server.ownerUrl,
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker', attempts = 1`,
    )
    await query(server.ownerUrl, add, [job.task, job.key])
    assert.equal(await dropSuperseded(database.directory), 0)
    await query(
      server.ownerUrl,
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null, last_error = 'x'`,
    )
    assert.equal(await dropSuperseded(database.directory), 1)
    assert.deepEqual(await query(server.ownerUrl, 'select key from graphile_worker._private_jobs'), [{ key: job.key }])
  })

  test('R5 a queue that a living worker was left with, its job ended by another, is opened; one with a running job is not', async () => {
    const presence = await announceWorker(server.url, 'alive')
    for (const name of ['left', 'busy'])
      await query(server.ownerUrl, `select graphile_worker.add_job($1, queue_name := $2)`, [job.task, name])
    const taken = `locked_at = now() - interval '1 minute', locked_by = 'alive'`
    await query(server.ownerUrl, `update graphile_worker._private_jobs set ${taken}`)
    await query(server.ownerUrl, `update graphile_worker._private_job_queues set ${taken}`)
    const ofLeft = `(select id from graphile_worker._private_job_queues where queue_name = 'left')`
    await query(server.ownerUrl, `delete from graphile_worker._private_jobs where job_queue_id = ${ofLeft}`)
    await freeDeadWorkers(database.directory)
    const queues = `select queue_name, locked_by from graphile_worker._private_job_queues order by queue_name`
    assert.deepEqual(await query(server.ownerUrl, queues), [
      { queue_name: 'busy', locked_by: 'alive' },
      { queue_name: 'left', locked_by: null },
    ])
    await presence.close()
  })

  test('jobs of a transaction that fails do not exist', async () => {
    const failing = database.transaction(newId('organization', 0), async (db) => {
      await enqueue(db, [{ ...job, payload: {} }])
      throw new Error('changed its mind')
    })
    await assert.rejects(failing, /changed its mind/)
    assert.deepEqual(await query(server.ownerUrl, 'select from graphile_worker._private_jobs'), [])
  })

  async function untilWaiting(): Promise<void> {
    const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await query(server.ownerUrl, text)).length === 0) await sleep(10)
  }
})
