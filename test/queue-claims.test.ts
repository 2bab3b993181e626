import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { openDatabase, type Database } from '../packages/server/src/base/db/database.ts'
import {
  claimJobs,
  endJobs,
  failJobs,
  jobsClaimedBy,
  releaseJobs,
  type ClaimRequest,
} from '../packages/server/src/base/queue/claim.ts'
import { reclaimJobs } from '../packages/server/src/base/queue/sweep.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { clearJobs } from './support/queue.ts'
import { countBlocks, resetBlocks, statementBlocks, type StatementBlocks } from './support/statement-blocks.ts'

/** Blocks of 8 KB that a claim touches are the same on every machine. */
describe('a claim of jobs', { timeout: 120_000 }, () => {
  let server: TestDatabase
  let database: Database
  before(async () => {
    await countBlocks()
    server = await freshDatabase()
    database = openDatabase({ url: server.url })
  })
  after(async () => {
    await database.close()
    await server.drop()
  })
  beforeEach(() => clearJobs(database))

  /** So many of an organization, one behind the other in its line, or in lines that are shorter. */
  async function put(
    task: string,
    count: number,
    { of = 'org_large', at = 'now()', line = count, queue = 'null' } = {},
  ): Promise<void> {
    await query(
      server.ownerUrl,
      `insert into job (task, organization_id, payload, priority, run_at, queue)
       select '${task}', '${of}', jsonb_build_object('name', '${of} ' || number), (number - 1) % ${line}, ${at}, ${queue}
       from generate_series(1, ${count}) as number`,
    )
  }

  async function claim(asked: Partial<ClaimRequest> = {}): Promise<{ names: string[]; found: number; blocks: number }> {
    await query(server.ownerUrl, 'vacuum analyze job')
    await resetBlocks()
    const [batch] = await claimJobs(database.queue, 'me', [{ tasks: ['asked'], limit: 2, exceptOf: [], ...asked }])
    const blocks = (await statementBlocks(server.ownerUrl, 'queue')).find(({ text }) =>
      text.includes('with request as'),
    )
    assert.ok(batch && blocks)
    return { names: batch.jobs.map(({ payload }) => (payload as { name: string }).name), found: batch.found, blocks: blocks.blocks } // prettier-ignore
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
      const { names, blocks } = await claim({ tasks: ['asked', 'appointed'] })
      assert.deepEqual(names, ['org_small 1'])
      costs.push(blocks)
    }
    assert.ok((costs[1] ?? Infinity) <= (costs[0] ?? 0) + SLACK, costs.join(' → '))
  })

  test('B13 for a newcomer passes over those that may have no more, but not over all that they have waiting', async () => {
    const costs: number[] = []
    for (const count of [2_000, MANY]) {
      await put('asked', count)
      const nobody = await claim({ exceptOf: ['org_large'] })
      assert.deepEqual(nobody.names, [])
      costs.push(nobody.blocks)
      await put('asked', 3, { of: 'org_small' })
      assert.deepEqual((await claim({ exceptOf: ['org_large'] })).names, ['org_small 1', 'org_small 2'])
      await clearJobs(database)
    }
    assert.ok((costs[1] ?? Infinity) <= 1.1 * (costs[0] ?? 0) + SLACK, costs.join(' → '))
  })

  test('nor do those read what waits who end jobs, put them off or back, or ask what is held', async () => {
    const costs: StatementBlocks[][] = []
    for (const count of [SOME, MANY]) {
      await put('full', count)
      await put('full', count, { queue: `'queue ' || number` })
      await put('asked', 4, { of: 'org_small', queue: `'asked ' || number || ' of ${count}'` })
      await claim({ limit: 4 })
      const held = await jobsClaimedBy(database.systemDb, 'me', 0)
      assert.equal(held.length, 4)
      const [one = '', other = '', third = ''] = held
      await resetBlocks()
      await endJobs(database.queue, 'me', [one])
      await failJobs(database.queue, 'me', [{ id: other, message: 'no', isPassing: false }])
      assert.equal(await releaseJobs(database.queue, 'me', [third]), 1)
      await jobsClaimedBy(database.systemDb, 'me', 0)
      // Nobody has said that "me" lives; of the fourth it is known soon.
      while ((await reclaimJobs(database.systemDb)).length === 0) continue
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
    const batches = await Promise.all(
      Array.from({ length: 5 }, async (_, worker) => {
        const own = openDatabase({ url: server.url })
        const [batch] = await claimJobs(own.queue, `worker ${worker}`, [{ tasks: ['asked'], limit: 8, exceptOf: [] }])
        await own.close()
        return batch?.jobs.map(({ id }) => id) ?? []
      }),
    )
    assert.deepEqual(batches.map((ids) => ids.length), [8, 8, 8, 8, 8]) // prettier-ignore
    assert.equal(new Set(batches.flat()).size, 40)
  })
})
