import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Answer, Client, Page } from '@sightline/sdk'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'

/** As the contract tells it. */
const PAGE_BYTES = 4_000_000
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J']
const NAMES = LETTERS.flatMap((first) => LETTERS.map((second) => `Z${first}${second}`))
const LONGEST = 99_900
const ANSWERS = 24

describe('answers as large as they may be', { timeout: 180_000 }, () => {
  let house: TestApp
  let client: Client
  let params: { id: string }

  before(async () => {
    house = await openTestApp({ works: true })
    const tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ client } = tenant)
    params = { id: (await client.createBrand({ body: { name: 'Fernhold' } })).id }
    for (const name of NAMES) await client.addCompetitor({ params, body: { name } })
    await quiet(house)
    const given = { platform: 'chatgpt', prompt: 'best tool', collectedAt: '2025-11-10T08:00:00Z' }
    const all = `${NAMES.join(', ')}, `
    const named = (at: number) => `Zq${at}, ${all.repeat(LONGEST / all.length)}`
    const cited = (at: number) =>
      Array.from({ length: 200 }, (_, page) => ({ url: `https://a${page}.example/${at}/${'x'.repeat(3_900)}` }))
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const answers = Array.from({ length: ANSWERS }, (_, at) => ({
      ...given,
      text: at % 2 === 0 ? named(at) : `Answer ${at}: ${'und so weiter. '.repeat(6_600)}`,
      citations: at % 4 === 1 ? cited(at) : [],
    }))
    for (const portion of [answers.slice(0, ANSWERS / 2), answers.slice(ANSWERS / 2)]) {
      const { accepted } = await client.importAnswers({ params, body: { answers: portion } })
      assert.equal(accepted, portion.length)
    }
    await quiet(house)
    console.log(`while they are imported and read: ${longest(delay)}`)
  })
  after(() => house.close())

  for (const include of ['text', undefined] as const)
    test(`come in pages of ${PAGE_BYTES} bytes, each once and in order, ${include ? 'with' : 'without'} texts`, async (t) => {
      const pages = await walk(t, { limit: 200, ...(include && { include }) })
      assertAllOf(pages)
      assert.ok(pages.length > 2)
      for (const [at, { data, pagination }] of pages.entries()) {
        const sizes = data.map(sizeOf)
        const before = sizes.slice(0, -1).reduce((sum, size) => sum + size, 0)
        assert.ok(before < PAGE_BYTES, `page ${at} goes on behind ${before} bytes`)
        assert.ok(pagination.nextCursor === null || before + (sizes.at(-1) ?? 0) >= PAGE_BYTES, `page ${at} ends early`)
        assert.equal(pagination.limit, 200)
        assert.equal(pagination.hasMore, pagination.nextCursor !== null)
      }
    })

  test('keep their pages where the limit comes first', async (t) => {
    const pages = await walk(t, { limit: 1 })
    assertAllOf(pages)
    assert.equal(pages.length, ANSWERS)
  })

  async function walk(t: TestContext, query: { limit: number; include?: 'text' }): Promise<Page<Answer>[]> {
    const pages: Page<Answer>[] = []
    for (let cursor: string | undefined; ;) {
      const delay = monitorEventLoopDelay({ resolution: 5 })
      delay.enable()
      const page = await client.listAnswers({ params, query: { ...query, ...(cursor && { cursor }) } })
      if (query.limit > 1) t.diagnostic(`${page.data.length} answers, ${sizeOf(page)} bytes: ${longest(delay)}`)
      pages.push(page)
      if (page.pagination.nextCursor === null) return pages
      cursor = page.pagination.nextCursor
    }
  }
})

/** Each once, newest first. */
function assertAllOf(pages: Page<Answer>[]): void {
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
  assert.equal(ids.length, ANSWERS)
  assert.deepEqual(ids, [...new Set(ids)].toSorted().toReversed())
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** For whoever looks: nothing is asserted of it. The client's own work is in it. */
function longest(delay: ReturnType<typeof monitorEventLoopDelay>): string {
  delay.disable()
  return `the event loop was held for ${Math.round(delay.max / 1e6)} ms at most`
}
