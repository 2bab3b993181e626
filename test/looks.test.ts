import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { openDatabase, type Database } from '../packages/server/src/store/database.ts'
import {
  endJobs,
  failJobs,
  freeDeadWorkers,
  jobsHeldBy,
  returnJobs,
  takeJobs,
  type Look,
} from '../packages/server/src/store/taking.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { countBlocks, resetBlocks, statementBlocks, type StatementBlocks } from './support/statement-blocks.ts'

/** Blocks of 8 KB that a look touches are the same on every machine. */
describe('a look for jobs', { timeout: 120_000 }, () => {
  let server: TestDatabase
  let database: Database
  before(async () => {
    await countBlocks()
    server = await freshDatabase()
    database = openDatabase({ url: server.url })
    const tasks = ['asked', 'full', 'appointed']
    await query(
      server.ownerUrl,
      `insert into graphile_worker._private_tasks (identifier) select unnest('{${tasks.join(',')}}'::text[])`,
    )
  })
  after(async () => {
    await database.close()
    await server.drop()
  })
  beforeEach(() => query(server.ownerUrl, 'delete from graphile_worker._private_jobs'))

  /** So many of an organization, one behind the other in its line, or in lines that are shorter. */
  async function put(
    task: string,
    count: number,
    { of = 'org_large', at = 'now()', line = count } = {},
  ): Promise<void> {
    await query(
      server.ownerUrl,
      `insert into graphile_worker._private_jobs (task_id, payload, priority, run_at, max_attempts, flags)
       select id, json_build_object('name', '${of} ' || number), (number - 1) % ${line}, ${at}, 1000, '{"${of}": true}'
       from graphile_worker._private_tasks, generate_series(1, ${count}) as number where identifier = '${task}'`,
    )
  }

  async function look(asked: Partial<Look> = {}): Promise<{ names: string[]; found: number; blocks: number }> {
    await query(server.ownerUrl, 'vacuum analyze graphile_worker._private_jobs')
    await resetBlocks()
    const [haul] = await takeJobs(database.queue, 'me', [{ tasks: ['asked'], atMost: 2, exceptOf: [], ...asked }])
    const blocks = (await statementBlocks(server.ownerUrl, 'queue')).find(({ text }) => text.includes('look as'))
    assert.ok(haul && blocks)
    return { names: haul.jobs.map(({ payload }) => (payload as { name: string }).name), found: haul.found, blocks: blocks.blocks } // prettier-ignore
  }

  const SOME = 20
  const MANY = 20_000
  /** An index may be a level or two deeper. */
  const SLACK = 12

  test('reads nothing of what waits for other tasks, or until later', async () => {
    const costs: number[] = []
    for (const count of [SOME, MANY]) {
      await put('full', count)
      await put('appointed', count, { at: `now() + interval '1 hour'`, line: 3 })
      await put('asked', 1, { of: 'org_small' })
      const { names, blocks } = await look({ tasks: ['asked', 'appointed'] })
      assert.deepEqual(names, ['org_small 1'])
      costs.push(blocks)
    }
    assert.ok((costs[1] ?? Infinity) <= (costs[0] ?? 0) + SLACK, costs.join(' → '))
  })

  test('B13 for a newcomer passes over those that may have no more, but not over all that they have waiting', async () => {
    const costs: number[] = []
    for (const count of [2_000, MANY]) {
      await put('asked', count)
      const nobody = await look({ exceptOf: ['org_large'] })
      assert.deepEqual(nobody.names, [])
      costs.push(nobody.blocks)
      await put('asked', 3, { of: 'org_small' })
      assert.deepEqual((await look({ exceptOf: ['org_large'] })).names, ['org_small 1', 'org_small 2'])
      await query(server.ownerUrl, 'delete from graphile_worker._private_jobs')
    }
    assert.ok((costs[1] ?? Infinity) <= 1.1 * (costs[0] ?? 0) + SLACK, costs.join(' → '))
  })

  test('nor do those read what waits who end jobs, put them off or back, or ask what is held', async () => {
    const costs: StatementBlocks[][] = []
    for (const count of [SOME, MANY]) {
      await put('full', count)
      await query(
        server.ownerUrl,
        `insert into graphile_worker._private_job_queues (queue_name) select 'queue ' || number || ' of ${count}' from generate_series(1, ${count}) as number`,
      )
      await put('asked', 4, { of: 'org_small' })
      await look({ atMost: 4 })
      const held = await jobsHeldBy(database.directory, 'me', 0)
      assert.equal(held.length, 4)
      const [one = '', other = '', third = ''] = held
      await query(server.ownerUrl, 'vacuum analyze graphile_worker._private_job_queues')
      await resetBlocks()
      assert.deepEqual(await endJobs(database.queue, 'me', [one]), [])
      await failJobs(database.queue, 'me', [{ id: other, message: 'no', isPassing: false }])
      assert.equal(await returnJobs(database.queue, 'me', [third]), 1)
      await jobsHeldBy(database.directory, 'me', 0)
      // Nobody has said that "me" lives; of the fourth it is known soon.
      while ((await freeDeadWorkers(database.directory)).length === 0) continue
      costs.push(await statementBlocks(server.ownerUrl, 'queue'))
    }
    const [few = [], many = []] = costs
    assert.equal(few.length, 5)
    for (const { text, blocks, calls } of few) {
      const later = many.find((statement) => statement.text === text)
      assert.ok(later)
      assert.ok(later.blocks / later.calls <= blocks / calls + SLACK, `${blocks / calls} → ${later.blocks / later.calls}: ${text}`) // prettier-ignore
    }
  })

  test('of several at the same moment each finds jobs, and none those of another', async () => {
    await put('asked', 40)
    const hauls = await Promise.all(
      Array.from({ length: 5 }, async (_, worker) => {
        const own = openDatabase({ url: server.url })
        const [haul] = await takeJobs(own.queue, `worker ${worker}`, [{ tasks: ['asked'], atMost: 8, exceptOf: [] }])
        await own.close()
        return haul?.jobs.map(({ id }) => id) ?? []
      }),
    )
    assert.deepEqual(hauls.map((ids) => ids.length), [8, 8, 8, 8, 8]) // prettier-ignore
    assert.equal(new Set(hauls.flat()).size, 40)
  })
})
