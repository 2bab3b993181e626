import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { operations } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'

const datasets = operations.exportRows.params.shape.dataset.options
/** Of each dataset. */
const ROWS = 6_000
const PAGE = 500
/** A page of rows, parsed, and what the runtime keeps at hand; all rows together take five times as much. */
const SLACK_BYTES = 12 * 1024 * 1024

describe('an export of many rows', { timeout: 120_000 }, () => {
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const { id: brandId } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const answer = {
      text: 'Fernhold is fine.',
      platform: 'chatgpt',
      prompt: 'best tool',
      collectedAt: '2026-01-01T08:00:00Z',
      citations: [{ url: 'https://other.test/b' }],
    }
    await tenant.client.importAnswers({ params: { id: brandId }, body: { answers: [answer] } })
    await quiet(house)
    const { organizationId } = tenant
    await asOwner(house, EVENT, [organizationId, brandId])
    await asOwner(house, RECOMMENDATION, [organizationId, brandId])
    for (const [table, change] of Object.entries(COPIES)) await asOwner(house, copiesOf(table, change), [ROWS - 1])
  })
  after(() => house.close())

  test('of any dataset comes page by page, each row once, and in the end no more memory is taken than after three pages', async () => {
    let early = 0
    for (const dataset of datasets) {
      const ids = new Set<string>()
      let pages = 0
      for (let cursor: string | undefined; ;) {
        const page = await tenant.client.exportRows({
          params: { dataset },
          query: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
        })
        assert.ok(page.data.length <= PAGE)
        for (const { id } of page.data) ids.add(id)
        pages += 1
        if (pages === 3) early ||= heapBytes()
        if (!page.pagination.nextCursor) break
        cursor = page.pagination.nextCursor
      }
      assert.ok(ids.size >= ROWS && pages === Math.ceil(ids.size / PAGE), `${dataset}: ${ids.size} rows`)
    }
    const grown = heapBytes() - early
    console.log(`${datasets.length} × ${ROWS} rows; the heap grew by ${Math.round(grown / 1024)} KiB`)
    assert.ok(grown < SLACK_BYTES, `${grown} bytes more`)
  })
})

/** A row that is there, and what is another in each of its copies. */
const COPIES: Record<string, string> = {
  observation: `'answer_id', 'ans_0' || lpad(number::text, 25, '0')`,
  source_use: `'answer_id', 'ans_0' || lpad(number::text, 25, '0')`,
  daily_result: `'id', one.id || number`,
  event: `'id', 'evt_0' || lpad(number::text, 25, '0'), 'sequence', number + 1`,
  recommendation: `'id', 'rec_0' || lpad(number::text, 25, '0'), 'subject', number::text`,
}

/** Of the daily results one of each dataset. */
const copiesOf = (table: string, change: string): string => `
  insert into ${table} select (jsonb_populate_record(one::${table}, jsonb_build_object(${change}))).*
  from (select distinct on (${table === 'daily_result' ? 'dataset' : 'organization_id'}) * from ${table}) as one, generate_series(1, $1::int) as number`

const EVENT = `
  insert into event (organization_id, id, brand_id, type, sequence, occurred_at, body, changed_at)
  select organization_id, 'evt_01kabcdefghjkmnpqrstvwxyz0', $2, 'score.changed', 1, changed_at,
    jsonb_build_object('timestamp', '2026-01-01T08:00:00.000Z', 'data', '{"window": "7d", "answers": 1, "simulated": false}'::jsonb), changed_at
  from change_clock where organization_id = $1`
const RECOMMENDATION = `
  insert into recommendation (organization_id, id, brand_id, kind, subject, status, status_changed_at, title, summary, effort, estimated_lift,
    lift_low, lift_high, success_rate, time_window, from_day, to_day, answers, platforms, is_simulated, evidence, cells, cell_count,
    created_at, updated_at, seen_at, changed_at)
  select organization_id, 'rec_01kabcdefghjkmnpqrstvwxyz0', $2, 'prompt_gap', 'first', 'new', changed_at, 'Title', 'Summary', 'low', 1,
    0, 2, 0.5, '28d', '2026-01-01', '2026-01-01', 1, '{chatgpt}', false, '{}', '[]', 0, changed_at, changed_at, changed_at, changed_at
  from change_clock where organization_id = $1`

/** What is still in use after a collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  // Without a name of its own in this context, as the flag came after the start.
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}
