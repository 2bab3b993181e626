import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { newId } from '@sightline/sdk'
import { openDatabase, type Database } from '../packages/server/src/base/db/database.ts'
import { enqueue, type JobSpec } from '../packages/server/src/base/queue/jobs.ts'
import { Interrupted } from '../packages/server/src/base/interruption.ts'
import { Runner } from '../packages/server/src/base/queue/runner.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { leaveStanding } from './support/standing-transaction.ts'
import { claimedBy, clearJobs, jobsIn, setAttempts } from './support/queue.ts'
import { eventually } from './support/eventually.ts'

type Payload = { name: string; organizationId?: string }

describe('the runner of jobs', { timeout: 60_000 }, () => {
  let server: TestDatabase
  let database: Database
  let runner: Runner
  let ends: Map<string, (error?: Error) => void>
  before(async () => {
    server = await freshDatabase()
    database = openDatabase({ url: server.url })
  })
  after(async () => {
    await database.close()
    await server.drop()
  })
  afterEach(async () => {
    // A test that failed left some running.
    for (const end of ends.values()) end()
    await runner.stop()
    await clearJobs(database)
  })

  const job = (name: string, more: Partial<JobSpec> & { organizationId?: string } = {}): JobSpec => {
    const { organizationId, ...spec } = more
    return { task: 'step', key: name, payload: { name, ...(organizationId && { organizationId }) }, ...spec }
  }
  const put = async (...jobs: JobSpec[]): Promise<void> => {
    for (const one of jobs) await enqueue(database.systemDb, [one])
  }
  const kept = async () => (await jobsIn(database)).map(({ key, claimedBy: worker }) => ({ key, worker }))

  /** One whose jobs end when they are told to. */
  function work(concurrency: number, reserveOne = false) {
    const begun: string[] = []
    const failed: string[] = []
    ends = new Map()
    const doing = (payload: unknown): Promise<void> =>
      new Promise((resolve, reject) => {
        const { name } = payload as Payload
        begun.push(name)
        ends.set(name, (error) => (error ? reject(error) : resolve()))
      })
    runner = new Runner({
      db: database.queue,
      workerId: 'me',
      pools: [{ work: new Map([['step', doing]]), concurrency, reserveOne }],
      onFailure: ({ id }) => void failed.push(id),
    })
    runner.wake(null)
    return { begun, failed, end: (name: string, error?: Error) => ends.get(name)?.(error) }
  }

  test('the smallest number goes first, and of a queue one after another, though all are looked for at once', async () => {
    await put(
      job('late', { priority: 9 }),
      job('a1', { queue: 'a', priority: 1 }),
      job('a2', { queue: 'a', priority: 2 }),
      job('a3', { queue: 'a', priority: 3 }),
      job('b1', { queue: 'b', priority: 4 }),
    )
    const { begun, end } = work(4)
    await eventually(() => begun.length === 3)
    assert.deepEqual(begun, ['a1', 'b1', 'late'])
    end('a1')
    await eventually(() => begun.length === 4)
    assert.equal(begun[3], 'a2')
    end('a2')
    await eventually(() => begun.length === 5)
    for (const name of ['a3', 'late', 'b1']) end(name)
    await eventually(async () => (await kept()).length === 0)
  })

  test('a job that the stop of its process interrupts is given back at once: no failure, no attempt, no wait', async () => {
    await put(job('long'))
    const { begun, failed, end } = work(1)
    await eventually(() => begun.length === 1)
    const stopped = runner.stop()
    end('long', new Interrupted('The process is stopping.'))
    await stopped
    assert.deepEqual(failed, [])
    const [left] = await query<{ attempts: number; isDue: boolean; error: string | null; worker: string | null }>(
      server.url,
      `select attempts, run_at <= now() as "isDue", last_error as error, claimed_by as worker from job`,
    )
    assert.deepEqual(left, { attempts: 0, isDue: true, error: null, worker: null })
  })

  test('B13 of an organization that fills the queue all places but one are taken, and another’s job has that one', async () => {
    await put(...[1, 2, 3, 4].map((number) => job(`large ${number}`, { organizationId: 'org_large' })))
    const { begun, end } = work(3, true)
    await eventually(() => begun.length === 2)
    await put(job('small', { organizationId: 'org_small', priority: 100 }))
    runner.wake(['step'])
    await eventually(() => begun.length === 3)
    assert.equal(begun[2], 'small')
    for (const name of ['small', 'large 1']) end(name)
    await eventually(() => begun.length === 4)
    for (const number of [2, 3]) end(`large ${number}`)
    await eventually(() => begun.length === 5)
    end('large 4')
    await eventually(async () => (await kept()).length === 0)
  })

  test('R4 an end whose report is lost with its connection is reported again, and the job is done once', async () => {
    await put(job('once'))
    const { begun, end } = work(2)
    await eventually(() => begun.length === 1)
    const owner = new Client({ connectionString: server.ownerUrl })
    await owner.connect()
    for (let loss = 0; loss < 2; loss += 1) {
      await owner.query('begin')
      await owner.query('lock table job in access exclusive mode')
      end('once')
      const waiting = `select pid from pg_stat_activity where datname = current_database() and application_name = 'sightline queue' and wait_event_type = 'Lock'`
      await eventually(async () => (await query(server.ownerUrl, waiting)).length > 0)
      await query(server.ownerUrl, `select pg_terminate_backend(pid) from (${waiting}) as waiting`)
      await owner.query('rollback')
    }
    await owner.end()
    await eventually(async () => (await kept()).length === 0)
    assert.deepEqual(begun, ['once'])
  })

  test('ends wait for no transaction that asks for the same jobs again, and it not for them', async () => {
    await put(job('one'), job('other'))
    const { begun, end } = work(4)
    await eventually(() => begun.length === 2)
    await database.transaction(newId('organization', 0), async (db) => {
      await enqueue(db, [job('one')])
      end('one')
      end('other')
      // The one that is not asked for has ended, while the other one's row is held.
      await eventually(async () => !(await kept()).some(({ key }) => key === 'other'))
      await enqueue(db, [job('other')])
    })
    runner.wake(null)
    await eventually(() => begun.length === 4)
    for (const name of ['one', 'other']) end(name)
    await eventually(async () => (await kept()).length === 0)
  })

  test('a job that fails waits some seconds longer and leaves its queue to others; whatever it says can be kept', async () => {
    await put(job('failing', { queue: 'q' }), job('next', { queue: 'q', priority: 1 }))
    const { begun, end } = work(2)
    await eventually(() => begun.length === 1)
    end('failing', new Error('not \0 this \ud800 time'))
    await eventually(() => begun.length === 2)
    assert.equal(begun[1], 'next')
    const [row] = await jobsIn(database, { key: 'failing' })
    assert.deepEqual([row?.lastError, row?.attempts], ['not  this \ufffd time', 1])
    const waitsMs = row!.runAt.getTime() - Date.now()
    assert.ok(waitsMs > 0 && waitsMs < 3_000)
    end('next')
  })

  test('what failed because the database was away is tried again in three seconds, however often, and no attempt is counted', async () => {
    await put(job('cut'), job('wrong'))
    await setAttempts(database, '%', 8)
    const { begun, end } = work(2)
    await eventually(() => begun.length === 2)
    end('cut', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    end('wrong', new Error('no such answer'))
    await eventually(async () => (await kept()).every(({ worker }) => worker === null))
    const soon = new Date(Date.now() + 4_000)
    assert.deepEqual(
      new Map((await jobsIn(database)).map(({ key, attempts, runAt }) => [key, { attempts, isSoon: runAt < soon }])),
      new Map([
        ['cut', { attempts: 8, isSoon: true }],
        ['wrong', { attempts: 9, isSoon: false }],
      ]),
    )
  })

  test('a job that leaves its transaction idle until the server ends it fails like any other: each attempt counts and waits longer', async () => {
    await put(job('idle'))
    await setAttempts(database, 'idle', 8)
    const { begun, end } = work(1)
    await eventually(() => begun.length === 1)
    const error: unknown = await leaveStanding(database).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof Error)
    end('idle', error)
    await eventually(async () => (await kept()).every(({ worker }) => worker === null))
    const [row] = await jobsIn(database, { key: 'idle' })
    assert.match(row?.lastError ?? '', /idle-in-transaction timeout/)
    assert.equal(row?.attempts, 9)
    assert.ok(row.runAt.getTime() > Date.now() + 60_000)
  })

  test('a job that was freed by mistake and taken again is not begun a second time', async () => {
    await put(job('slow'))
    const { begun, end } = work(2)
    await eventually(() => begun.length === 1)
    await query(server.ownerUrl, 'update job set claimed_by = null, claimed_at = null')
    runner.wake(null)
    await eventually(async () => (await kept())[0]?.worker === 'me')
    end('slow')
    await eventually(async () => (await kept()).length === 0)
    assert.deepEqual(begun, ['slow'])
  })

  test('a job that another worker has taken over is not ended by who had it first', async () => {
    await put(job('moved'))
    const { begun, end } = work(1)
    await eventually(() => begun.length === 1)
    await claimedBy(database, 'other')
    end('moved')
    await runner.stop()
    assert.deepEqual(await kept(), [{ key: 'moved', worker: 'other' }])
  })

  test('who stops takes nothing more, and lets what runs end', async () => {
    await put(job('running'), job('waiting', { priority: 1 }))
    const { begun, end } = work(1)
    await eventually(() => begun.length === 1)
    const stopped = runner.stop()
    end('running')
    await stopped
    assert.deepEqual(begun, ['running'])
    assert.deepEqual(await kept(), [{ key: 'waiting', worker: null }])
  })
})
