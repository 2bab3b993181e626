import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { daysFrom, gapMarket, GAP_QUESTION, listed, sidOf, type GapMarket } from './support/gap-market.ts'
import { asOwner } from './support/owner.ts'
import { differencesOf } from './support/pipeline.ts'

/** Kinds whose evidence is counted by statements of their own. */
describe('evidence of recommendations', { timeout: 240_000 }, () => {
  let house: TestApp
  before(async () => {
    house = await openTestApp({ works: true, now: () => new Date('2026-03-10T08:00:00Z') })
  })
  after(() => house.close())

  const wholeOf = async (
    market: GapMarket,
    kind: 'search_unanswered' | 'source_lost' | 'named_late' | 'platform_lag',
  ) => {
    const [first, ...others] = await listed(market, { kind })
    assert.ok(first, (await listed(market)).map(({ fingerprint }) => fingerprint).join(', '))
    assert.deepEqual(others, [])
    return market.client.getSuggestion({ params: sidOf(market, first) })
  }
  const answersOf = (market: GapMarket, ids: string[]) =>
    Promise.all(ids.map((id) => market.client.getAnswer({ params: { id } })))

  test('searches before an answer, rivals’ pages found, none of one’s own', async () => {
    const market = await gapMarket(house)
    const citing = { citations: [{ url: 'https://quorvane.example/agencies' }] }
    await market.answer(daysFrom('2026-03-02', 4), { 0: 'QT' }, { 0: citing })
    // An import tells no searches, a platform does; the next scoring reads what is stored.
    await asOwner(
      house,
      `update source_use set searches = array['Best  Agency tool', 'best agency tool', 'prices'] where brand_id = $1 and prompt_id = $2`,
      [market.brandId, market.promptIds[0]],
    )
    await market.answer(daysFrom('2026-03-07', 1), { 0: 'QT' }, { 0: citing })
    const { evidence, estimatedLift, cells } = await wholeOf(market, 'search_unanswered')
    assert.deepEqual(evidence.searches, [
      { search: 'best agency tool', answers: 8 },
      { search: 'prices', answers: 8 },
    ])
    // Only Quorvane’s own pages are drawn on: it alone has what the brand lacks, and stands first.
    assert.deepEqual(
      evidence.rivals.map(({ name }) => name),
      ['Quorvane'],
    )
    assert.deepEqual(
      cells.map(({ target, reach }) => [target, reach]),
      [
        [1, 1],
        [1, 1],
      ],
    )
    assert.equal(estimatedLift, Math.round((0.35 * 100) / 6))
    for (const answer of await answersOf(market, evidence.answerIds)) assert.equal(answer.prompt, GAP_QUESTION)
  })

  test('a source that named the brand in the window before, and does no more', async () => {
    const market = await gapMarket(house)
    const citing = { citations: [{ url: 'https://reviews.test/best' }] }
    await market.answer(daysFrom('2026-02-01', 4), { 0: 'FQ' }, { 0: citing })
    await market.answer(daysFrom('2026-03-03', 4), { 0: 'QT' })
    const { evidence, estimatedLift, summary, fingerprint } = await wholeOf(market, 'source_lost')
    assert.equal(fingerprint, 'source_lost:reviews.test')
    assert.match(summary, /0 of 8 answers drew on reviews\.test and named Fernhold; in the window before it was 8 of 8/)
    assert.equal(estimatedLift, Math.round((0.35 * 100 * 0.95) / 6))
    const shown = await answersOf(market, evidence.answerIds)
    assert.equal(shown.length, 8)
    for (const { collectedAt, citations, mentions } of shown) {
      assert.ok(collectedAt < '2026-02-06')
      assert.deepEqual(
        citations.map(({ domain }) => domain),
        ['reviews.test'],
      )
      assert.ok(mentions.some(({ name }) => name === 'Fernhold'))
    }
  })

  test('named, but late: the answers in which a rival stands before the brand', async () => {
    const market = await gapMarket(house)
    const text = ['Quorvane', 'Taskmoor', 'Somebody', 'Anybody', 'Fernhold']
      .map((name, index) => `${index + 1}. ${name} plans work.`)
      .join('\n')
    await market.answer(
      daysFrom('2026-03-02', 4),
      {},
      Object.fromEntries([0, 1, 2, 3, 4, 5].map((question) => [question, { text }])),
    )
    const { evidence, estimatedLift, cells } = await wholeOf(market, 'named_late')
    assert.deepEqual(
      evidence.rivals.map(({ named }) => named),
      [48, 48],
    )
    assert.deepEqual([cells[0]?.value, cells[0]?.target], [0.6561, 0.95])
    assert.equal(estimatedLift, Math.round(0.2 * 100 * (0.95 - 0.9 ** 4)))
    for (const { places } of await answersOf(market, evidence.answerIds)) {
      const placeOf = (id: string) => places.find(({ entityId }) => entityId === id)?.place ?? 0
      assert.ok(placeOf(market.competitorIds.quorvane) < placeOf(market.brandId))
    }
  })

  test('a scoring leaves everything that verify recomputes as it computes it', async () => {
    const market = await gapMarket(house)
    await market.answer(
      daysFrom('2026-03-02', 4),
      { 0: 'QT' },
      { 0: { citations: [{ url: 'https://reviews.test/a' }] } },
    )
    assert.ok((await listed(market)).length > 0)
    assert.deepEqual(await differencesOf(house, market.tenant, market.brandId), [])
  })
})
