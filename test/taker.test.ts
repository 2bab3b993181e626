import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, afterEach, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { newId } from '@sightline/sdk'
import { createTaker, type Taker } from '../packages/server/src/jobs/taker.ts'
import { openDatabase, type Database } from '../packages/server/src/store/database.ts'
import { enqueue, type JobSpec } from '../packages/server/src/store/queue.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'

type Payload = { name: string; organizationId?: string }

describe('who takes jobs off the queue', { timeout: 60_000 }, () => {
  let server: TestDatabase
  let database: Database
  let taker: Taker
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
    await taker.stop()
    await query(server.ownerUrl, 'delete from graphile_worker._private_jobs')
  })

  const job = (name: string, more: Partial<JobSpec> & { organizationId?: string } = {}): JobSpec => {
    const { organizationId, ...spec } = more
    return { task: 'step', key: name, payload: { name, ...(organizationId && { organizationId }) }, ...spec }
  }
  const put = (...jobs: JobSpec[]) =>
    database.transaction(newId('organization', 0), async (db) => {
      for (const one of jobs) await enqueue(db, [one])
    })
  const kept = () =>
    query<{ key: string | null; worker: string | null }>(
      server.ownerUrl,
      `select key, locked_by as worker from graphile_worker._private_jobs order by id`,
    )
  async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await sleep(10)
  }

  /** One whose jobs end when they are told to. */
  function work(places: number, keepsOne = false) {
    const begun: string[] = []
    ends = new Map()
    const doing = (payload: unknown): Promise<void> =>
      new Promise((resolve, reject) => {
        const { name } = payload as Payload
        begun.push(name)
        ends.set(name, (error) => (error ? reject(error) : resolve()))
      })
    taker = createTaker({
      queue: database.queue,
      workerId: 'me',
      lanes: [{ work: new Map([['step', doing]]), places, keepsOne }],
      onFailure: () => {},
    })
    taker.wake(null)
    return { begun, end: (name: string, error?: Error) => ends.get(name)?.(error) }
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
    await until(() => begun.length === 3)
    assert.deepEqual(begun, ['a1', 'b1', 'late'])
    end('a1')
    await until(() => begun.length === 4)
    assert.equal(begun[3], 'a2')
    end('a2')
    await until(() => begun.length === 5)
    for (const name of ['a3', 'late', 'b1']) end(name)
    await until(async () => (await kept()).length === 0)
    const queues = `select from graphile_worker._private_job_queues where locked_by is not null`
    assert.deepEqual(await query(server.ownerUrl, queues), [])
  })

  test('B13 of an organization that fills the queue all places but one are taken, and another’s job has that one', async () => {
    await put(...[1, 2, 3, 4].map((number) => job(`large ${number}`, { organizationId: 'org_large' })))
    const { begun, end } = work(3, true)
    await until(() => begun.length === 2)
    await put(job('small', { organizationId: 'org_small', priority: 100 }))
    taker.wake(['step'])
    await until(() => begun.length === 3)
    assert.equal(begun[2], 'small')
    for (const name of ['small', 'large 1']) end(name)
    await until(() => begun.length === 4)
    for (const number of [2, 3]) end(`large ${number}`)
    await until(() => begun.length === 5)
    end('large 4')
    await until(async () => (await kept()).length === 0)
  })

  test('R4 an end whose report is lost with its connection is reported again, and the job is done once', async () => {
    await put(job('once'))
    const { begun, end } = work(2)
    await until(() => begun.length === 1)
    const owner = new Client({ connectionString: server.ownerUrl })
    await owner.connect()
    for (let loss = 0; loss < 2; loss += 1) {
      await owner.query('begin')
      await owner.query('lock table graphile_worker._private_jobs in access exclusive mode')
      end('once')
      const waiting = `select pid from pg_stat_activity where datname = current_database() and application_name = 'sightline queue' and wait_event_type = 'Lock'`
      await until(async () => (await query(server.ownerUrl, waiting)).length > 0)
      await query(server.ownerUrl, `select pg_terminate_backend(pid) from (${waiting}) as waiting`)
      await owner.query('rollback')
    }
    await owner.end()
    await until(async () => (await kept()).length === 0)
    assert.deepEqual(begun, ['once'])
  })

  test('ends wait for no transaction that asks for the same jobs again, and it not for them', async () => {
    await put(job('one'), job('other'))
    const { begun, end } = work(4)
    await until(() => begun.length === 2)
    await database.transaction(newId('organization', 0), async (db) => {
      await enqueue(db, [job('one')])
      end('one')
      end('other')
      // The one that is not asked for has ended, while the other one's row is held.
      await until(async () => !(await kept()).some(({ key }) => key === 'other'))
      await enqueue(db, [job('other')])
    })
    taker.wake(null)
    await until(() => begun.length === 4)
    for (const name of ['one', 'other']) end(name)
    await until(async () => (await kept()).length === 0)
  })

  test('a job that fails waits some seconds longer and leaves its queue to others; whatever it says can be kept', async () => {
    await put(job('failing', { queue: 'q' }), job('next', { queue: 'q', priority: 1 }))
    const { begun, end } = work(2)
    await until(() => begun.length === 1)
    end('failing', new Error('not \0 this \ud800 time'))
    await until(() => begun.length === 2)
    assert.equal(begun[1], 'next')
    const [row] = await query<{ error: string; seconds: number; attempts: number }>(
      server.ownerUrl,
      `select last_error as error, extract(epoch from run_at - now())::float8 as seconds, attempts from graphile_worker._private_jobs where key = 'failing'`,
    )
    assert.deepEqual([row?.error, row?.attempts], ['not  this \ufffd time', 1])
    assert.ok(row!.seconds > 0 && row!.seconds < 3)
    end('next')
  })

  test('what failed because the database was away is tried again in three seconds, however often, and no attempt is counted', async () => {
    await put(job('cut'), job('wrong'))
    await query(server.ownerUrl, 'update graphile_worker._private_jobs set attempts = 8')
    const { begun, end } = work(2)
    await until(() => begun.length === 2)
    end('cut', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    end('wrong', new Error('no such answer'))
    await until(async () => (await kept()).every(({ worker }) => worker === null))
    const rows = await query<{ key: string; attempts: number; isSoon: boolean }>(
      server.ownerUrl,
      `select key, attempts, run_at < now() + interval '4 seconds' as "isSoon" from graphile_worker._private_jobs order by key`,
    )
    assert.deepEqual(rows, [
      { key: 'cut', attempts: 8, isSoon: true },
      { key: 'wrong', attempts: 9, isSoon: false },
    ])
  })

  test('a job that was freed by mistake and taken again is not begun a second time', async () => {
    await put(job('slow'))
    const { begun, end } = work(2)
    await until(() => begun.length === 1)
    await query(server.ownerUrl, 'update graphile_worker._private_jobs set locked_by = null, locked_at = null')
    taker.wake(null)
    await until(async () => (await kept())[0]?.worker === 'me')
    end('slow')
    await until(async () => (await kept()).length === 0)
    assert.deepEqual(begun, ['slow'])
  })

  test('a job that another worker has taken over is not ended by who had it first', async () => {
    await put(job('moved'))
    const { begun, end } = work(1)
    await until(() => begun.length === 1)
    await query(server.ownerUrl, `update graphile_worker._private_jobs set locked_by = 'other'`)
    end('moved')
    await taker.stop()
    assert.deepEqual(await kept(), [{ key: 'moved', worker: 'other' }])
  })

  test('who stops takes nothing more, and lets what runs end', async () => {
    await put(job('running'), job('waiting', { priority: 1 }))
    const { begun, end } = work(1)
    await until(() => begun.length === 1)
    const stopped = taker.stop()
    end('running')
    await stopped
    assert.deepEqual(begun, ['running'])
    assert.deepEqual(await kept(), [{ key: 'waiting', worker: null }])
  })
})
