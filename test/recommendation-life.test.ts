import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { daysFrom, gapMarket, listed, move, only, sidOf, topOf } from './support/gap-market.ts'
import { asOwner } from './support/owner.ts'
import { refusalOf } from './support/pipeline.ts'

const MARCH = '2026-03-02'

describe('the life of a recommendation', { timeout: 240_000 }, () => {
  let house: TestApp
  let clock = new Date(0)

  before(async () => {
    house = await openTestApp({ works: true, now: () => clock })
  })
  after(() => house.close())

  const at = (day: string): void => void (clock = new Date(`${day}T08:00:00Z`))

  test('what was dismissed stays dismissed at later scorings, with fresh evidence, until a person takes it up again', async () => {
    at('2026-03-10')
    const market = await gapMarket(house)
    await market.answer(daysFrom(MARCH, 4))
    const found = await only(market)
    await move(market, found, { status: 'dismissed', reason: 'We do not sell to agencies.' })
    assert.equal(await topOf(market), null)
    await market.answer(daysFrom('2026-03-06', 3))
    const dismissed = await only(market, { status: 'dismissed' })
    assert.deepEqual([dismissed.id, dismissed.answers, dismissed.reason], [found.id, 14, 'We do not sell to agencies.'])
    assert.deepEqual(await listed(market), [])
    assert.equal(await topOf(market), null)
    await move(market, found, { status: 'new' })
    const open = await only(market)
    assert.deepEqual([open.id, open.reason], [found.id, null])
    assert.equal((await topOf(market))?.id, found.id)
  })

  test('it expires when its evidence is gone, and comes back under its id; what is worked on stays', async () => {
    at('2026-03-10')
    const [market, busy] = [await gapMarket(house), await gapMarket(house)]
    for (const one of [market, busy]) await one.answer(daysFrom(MARCH, 4))
    const found = await only(market)
    const worked = await only(busy)
    for (const status of ['accepted', 'in_progress'] as const) await move(busy, worked, { status })
    at('2026-04-21')
    for (const one of [market, busy]) await one.answer(daysFrom('2026-04-06', 3), { 0: 'FQ' })
    assert.equal((await only(market, { status: 'expired' })).id, found.id)
    assert.equal(await topOf(market), null)
    assert.match((await refusalOf(move(market, found, { status: 'accepted' }))).message, /expired/)
    assert.equal((await only(busy)).status, 'in_progress')
    await market.answer(daysFrom('2026-04-09', 12))
    const back = await only(market)
    assert.deepEqual([back.id, back.status, back.createdAt], [found.id, 'new', found.createdAt])
    const told = await asOwner(house, `select from event where brand_id = $1 and type = 'recommendation.new'`, [
      market.brandId,
    ])
    assert.equal(told.length, 1, 'back within a window is no news')
  })

  test('when too little is measured nothing expires', async () => {
    at('2026-03-10')
    const market = await gapMarket(house)
    await market.answer(daysFrom(MARCH, 4))
    const found = await only(market)
    at('2026-04-20')
    await market.answer(daysFrom('2026-04-18', 1), { 0: 'FQ' })
    assert.deepEqual([(await only(market)).id, (await only(market)).status], [found.id, 'new'])
  })

  test('the lift is measured once a week has passed since it was done, again until four have, and held against the estimate', async () => {
    at('2026-03-10')
    const market = await gapMarket(house)
    await market.answer(daysFrom(MARCH, 4))
    const found = await only(market)
    for (const status of ['accepted', 'in_progress', 'done'] as const) await move(market, found, { status })
    const measured = async () => (await market.client.getSuggestion({ params: sidOf(market, found) })).measuredLift
    at('2026-03-30')
    // Half of the answers name the brand first now; another question has lost it, which is not the advice's doing.
    await market.answer(daysFrom('2026-03-11', 6), { 0: 'F', 1: 'Q' })
    assert.equal(await measured(), null, 'six days are no week')
    await market.answer(daysFrom('2026-03-17', 6), { 0: 'QT', 1: 'Q' })
    const first = await measured()
    assert.ok(first)
    // Half of the twelve days: 0 → 0.5 in one of six questions.
    assert.equal(first.points, 8.3)
    assert.deepEqual(
      [first.before, first.after],
      [
        { from: '2026-02-10', to: '2026-03-09' },
        { from: '2026-03-11', to: '2026-03-22' },
      ],
    )
    assert.deepEqual([first.cells, first.isFinal, first.insideRange, first.significant], [2, false, true, true])
    assert.equal(first.composite?.points, -8.3, '8.3 up, 16.7 down')
    assert.ok(first.interval![0]! > 0 && first.interval![1]! > 8.3)
    at('2026-04-20')
    await market.answer(daysFrom('2026-03-23', 20), { 0: 'F', 1: 'FQ' })
    const last = await measured()
    assert.deepEqual([last?.isFinal, last?.after], [true, { from: '2026-03-11', to: '2026-04-07' }])
    await market.answer(daysFrom('2026-04-14', 2), { 0: 'QT' })
    assert.deepEqual(await measured(), last, 'measured for good')
  })

  test('what was done and did not help is told anew, under another id, from answers that are all later', async () => {
    at('2026-03-10')
    const market = await gapMarket(house)
    await market.answer(daysFrom(MARCH, 4))
    const found = await only(market)
    for (const status of ['accepted', 'in_progress', 'done'] as const) await move(market, found, { status })
    at('2026-04-20')
    await market.answer(daysFrom('2026-04-08', 4))
    const next = await only(market)
    assert.notEqual(next.id, found.id)
    assert.equal(next.fingerprint, found.fingerprint)
    assert.equal((await only(market, { status: 'done' })).id, found.id)
  })
})
