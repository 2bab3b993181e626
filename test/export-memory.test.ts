import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openTestHouse, type Tenant, type TestHouse } from './support/house.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'

const ROWS = 12_000
const PAGE = 500
/** A page of rows, parsed, and what the runtime keeps at hand; all pages together would be more. */
const SLACK_BYTES = 12 * 1024 * 1024

describe('an export of many rows', { timeout: 60_000 }, () => {
  let house: TestHouse
  let tenant: Tenant

  before(async () => {
    house = await openTestHouse({ works: true })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const { id: brandId } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const answer = {
      text: 'Fernhold is fine.',
      platform: 'chatgpt',
      prompt: 'best tool',
      collectedAt: '2026-01-01T08:00:00Z',
    }
    await tenant.client.importAnswers({ params: { id: brandId }, body: { answers: [answer] } })
    await quiet(house)
    for (const table of ['observation', 'source_use'])
      await asOwner(
        house,
        `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object('answer_id', 'ans_0' || lpad(number::text, 25, '0')))).*
         from ${table} as one, generate_series(1, $1::int) as number where answer_id > 'ans_01'`,
        [ROWS - 1],
      )
  })
  after(() => house.close())

  test('comes page by page, each row once, and takes no more memory after two dozen pages than after three', async () => {
    const ids = new Set<string>()
    let early = 0
    let pages = 0
    for (let cursor: string | undefined; ;) {
      const page = await tenant.client.exportRows({
        params: { dataset: 'mentions' },
        query: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
      })
      assert.ok(page.data.length <= PAGE)
      for (const { id } of page.data) ids.add(id)
      pages += 1
      if (pages === 3) early = heapBytes()
      if (!page.pagination.nextCursor) break
      cursor = page.pagination.nextCursor
    }
    assert.equal(ids.size, ROWS)
    const grown = heapBytes() - early
    console.log(
      `${ids.size} rows in ${pages} pages; the heap grew by ${Math.round(grown / 1024)} KiB, ids of the test included`,
    )
    assert.ok(grown < SLACK_BYTES, `${grown} bytes more`)
  })
})

/** What is still in use after a collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  // Without a name of its own in this context, as the flag came after the start.
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}
