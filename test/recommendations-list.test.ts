import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, type Client, type RecommendationSummary } from '@sightline/sdk'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { daysFrom, gapMarket, type GapMarket } from './support/gap-market.ts'
import { refusalOf } from './support/pipeline.ts'

describe('the list of recommendations', { timeout: 240_000 }, () => {
  let house: TestApp
  let market: GapMarket
  let all: RecommendationSummary[]

  before(async () => {
    house = await openTestApp({ works: true, now: () => new Date('2026-03-10T08:00:00Z') })
    market = await gapMarket(house)
    const urls = ['https://reviews.test/a', 'https://fernhold.example/agencies'].map((url) => ({ url }))
    await market.answer(
      daysFrom('2026-03-02', 4),
      { 0: 'QT', 1: 'Q', 2: 'TQ' },
      { 0: { citations: urls }, 1: { citations: urls } },
    )
    all = (await market.client.listSuggestions({ params: market.params })).data
  })
  after(() => house.close())

  const list = async (query: NonNullable<Parameters<Client['listSuggestions']>[0]['query']>) =>
    market.client.listSuggestions({ params: market.params, query })

  test('stands in the order of lift, then lower effort, then age', () => {
    assert.ok(all.length >= 5, all.map(({ fingerprint }) => fingerprint).join(', '))
    const ranks = all.map(({ estimatedLift, effort, createdAt, id }) =>
      [
        String(100 - estimatedLift).padStart(3, '0'),
        String(['low', 'medium', 'high'].indexOf(effort)),
        createdAt,
        id,
      ].join(' '),
    )
    assert.deepEqual(ranks, ranks.toSorted())
  })

  test('page after page is the whole, at any page size (F1, F3)', async () => {
    for (const limit of [1, 2, 3]) {
      const walked: RecommendationSummary[] = []
      for (let cursor: string | undefined; ;) {
        const page = await list({ limit, ...(cursor !== undefined && { cursor }) })
        walked.push(...page.data)
        if (page.pagination.nextCursor === null) break
        cursor = page.pagination.nextCursor
      }
      assert.deepEqual(walked, all)
    }
  })

  test('filters by kind, effort and status; what is unknown is an error', async () => {
    for (const kind of new Set(all.map((one) => one.kind)))
      assert.deepEqual(
        (await list({ kind })).data,
        all.filter((one) => one.kind === kind),
      )
    for (const effort of ['low', 'medium', 'high'] as const)
      assert.deepEqual(
        (await list({ effort })).data,
        all.filter((one) => one.effort === effort),
      )
    assert.deepEqual((await list({ status: 'accepted' })).data, [])
    assert.deepEqual((await list({ status: 'all' })).data, all)
    const wrong = await refusalOf(list({ kind: 'horoscope' as 'prompt_gap' }))
    assert.deepEqual([wrong.status, wrong.code], [400, 'invalid_parameter'])
  })

  test('B2: another organization’s recommendation is as unknown as none, and no step of it is possible', async () => {
    const other = await house.tenant()
    const sid = all[0]!.id
    const own = await other.client.createBrand({ body: { name: 'Fernhold' } })
    for (const id of [market.brandId, own.id]) {
      const params = { id, sid }
      for (const call of [
        other.client.getSuggestion({ params }),
        other.client.updateSuggestion({ params, body: { status: 'accepted' } }),
      ])
        assert.equal((await refusalOf(call)).code, 'resource_not_found')
    }
    assert.equal((await refusalOf(other.client.listSuggestions({ params: market.params }))).code, 'resource_not_found')
    assert.deepEqual((await other.client.listSuggestions({ params: { id: own.id } })).data, [])
    assert.deepEqual((await list({})).data, all)
  })

  test('a key of another brand, and one that may only read, are refused', async () => {
    const { id: second } = await market.client.createBrand({ body: { name: 'Second' } })
    const params = { ...market.params, sid: all[0]!.id }
    const clientOf = async (scopes: Parameters<typeof market.tenant.newKey>[0], brandIds?: string[]) =>
      createClient({ baseUrl: house.baseUrl, apiKey: await market.tenant.newKey(scopes, brandIds) })
    const narrow = await clientOf(['recommendations:read', 'recommendations:write'], [second])
    assert.equal((await refusalOf(narrow.getSuggestion({ params }))).code, 'resource_not_found')
    assert.equal(
      (await refusalOf(narrow.getSuggestion({ params: { id: second, sid: params.sid } }))).code,
      'resource_not_found',
    )
    const reader = await clientOf(['recommendations:read'])
    assert.equal((await reader.getSuggestion({ params })).id, params.sid)
    const refused = await refusalOf(reader.updateSuggestion({ params, body: { status: 'accepted' } }))
    assert.deepEqual([refused.status, refused.code], [403, 'insufficient_scope'])
    const stranger = await clientOf(['scores:read'])
    assert.equal((await refusalOf(stranger.listSuggestions({ params: market.params }))).code, 'insufficient_scope')
  })

  describe('as a dataset', () => {
    type Row = Awaited<ReturnType<Client['exportRows']>>['data'][number]
    const walk = async (query: { limit?: number; updatedSince?: string } = {}): Promise<Row[]> => {
      const rows: Row[] = []
      for (let cursor: string | undefined; ;) {
        const page = await market.client.exportRows({
          params: { dataset: 'recommendations' },
          query: { ...query, cursor },
        })
        rows.push(...page.data)
        if (page.pagination.nextCursor === null) return rows
        cursor = page.pagination.nextCursor
      }
    }

    test('each is a row with the fields of the schema, ascending by updatedAt and id, the same at any page size', async () => {
      const rows = await walk()
      const everything = (await list({ status: 'all' })).data
      assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(everything.map(({ id }) => id)))
      const { fields } = await market.client.getExportSchema({ params: { dataset: 'recommendations' } })
      for (const row of rows) assert.deepEqual(new Set(Object.keys(row)), new Set(fields.map(({ name }) => name)))
      const keys = rows.map(({ updatedAt, id }) => `${updatedAt} ${id}`)
      assert.deepEqual(keys, keys.toSorted())
      assert.deepEqual(await walk({ limit: 2 }), rows)
    })

    test('a change of state comes again as one row, the others do not', async () => {
      const before = await walk()
      const bookmark = before.at(-1)!.updatedAt
      const [first] = all
      await market.client.updateSuggestion({
        params: { ...market.params, sid: first!.id },
        body: { status: 'accepted' },
      })
      const changed = (await walk({ updatedSince: bookmark })).filter(({ updatedAt }) => updatedAt > bookmark)
      assert.deepEqual(
        changed.map((row) => ('status' in row ? [row.id, row.status] : [])),
        [[first!.id, 'accepted']],
      )
    })
  })
})
