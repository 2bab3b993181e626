import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { countCells, drained, type Cell } from './cells.ts'
import {
  answer,
  anyObservations,
  cellWorth,
  drawMarket,
  drawRates,
  reordered,
  seededChance,
} from './cells.test-support.ts'
import { deltaOf, platformWideInSteps, relativeChange, splitChange, trend } from './trend.ts'

const platformWide = (...given: Parameters<typeof platformWideInSteps>) => drained(platformWideInSteps(...given))

/** Five prompts, each worth this many percent. */
const windowWorth = (percent: number, answers = 100): Cell[] =>
  ['p1', 'p2', 'p3', 'p4', 'p5'].map((promptId) => cellWorth(percent, promptId, 'chatgpt', answers))

const vectors: [previous: number, current: number, delta: number, relative: string][] = [
  [40, 42, 2, '+5.0%'],
  [50, 47.5, -2.5, '-5.0%'],
  [50, 49.98, 0, '+0.0%'],
  [0, 12, 12, '+100.0%'],
  [0, 0, 0, '+0.0%'],
  [33, 33, 0, '+0.0%'],
  [12, 0, -12, '-100.0%'],
]

for (const [previous, current, delta, relative] of vectors) {
  test(`${previous} → ${current} is ${delta.toFixed(1)} points and ${relative}`, () => {
    const found = trend(windowWorth(current, 5_000), windowWorth(previous, 5_000), 'brand')
    assert.ok(Object.is(found.delta, delta), `${found.delta}`)
    assert.equal(found.relative, relative)
    assert.ok(Math.abs(found.previous! - previous) < 1e-9 && Math.abs(found.current! - current) < 1e-9)
    assert.equal(found.pairs, 5)
  })
}

test('without an earlier window, or without a pair in common, there is no change', () => {
  const none = {
    delta: 0,
    relative: '+0.0%',
    significant: false,
    interval: null,
    previous: null,
    current: null,
    pairs: 0,
  }
  assert.deepEqual(trend(windowWorth(42), [], 'brand'), none)
  assert.deepEqual(trend([], windowWorth(42), 'brand'), none)
  assert.deepEqual(trend([cellWorth(40, 'p1')], [cellWorth(40, 'p2'), cellWorth(40, 'p1', 'claude')], 'brand'), none)
})

test('only pairs with a valid answer in both windows are compared', () => {
  const refused = countCells([{ promptId: 'p2', platform: 'chatgpt', outcome: 'refused', entities: [] }])
  const current = [cellWorth(40, 'p1'), ...refused, cellWorth(90, 'p3'), cellWorth(80, 'p1', 'claude')]
  const previous = [cellWorth(30, 'p1'), cellWorth(90, 'p2'), cellWorth(10, 'p4')]
  const { previous: before, current: now, pairs, interval, significant } = trend(current, previous, 'brand')
  assert.deepEqual([before, now, pairs, interval, significant], [30, 40, 1, null, false])
})

test('a change is weighted like the composite, and platforms of weight 0 stand aside', () => {
  const current = [cellWorth(40, 'p1'), cellWorth(80, 'p1', 'claude')]
  const previous = [cellWorth(30, 'p1'), cellWorth(40, 'p1', 'claude')]
  assert.equal(trend(current, previous, 'brand').delta, 25)
  assert.equal(trend(current, previous, 'brand', { weights: { chatgpt: 4, claude: 1 } }).delta, 16)
  assert.deepEqual(trend(current, previous, 'brand', { weights: { claude: 0 } }).pairs, 1)
})

test('a change is significant when the interval of the paired differences leaves out 0', () => {
  const shift = (percents: number[], by: number) =>
    percents.map((percent, index) => cellWorth(percent + by + (index % 3), `p${index}`))
  const percents = Array.from({ length: 12 }, (_, index) => 7 * index)
  const clear = trend(
    shift(percents, 10),
    shift(percents, 0).map((cell, index) => cellWorth(percents[index]!, cell.promptId)),
    'brand',
  )
  assert.equal(clear.significant, true)
  assert.ok(clear.interval![0] > 9 && clear.interval![1] < 13)
  const mixed = percents.map((percent, index) => cellWorth(percent + (index % 2 === 0 ? 9 : 0), `p${index}`))
  const back = percents.map((percent, index) => cellWorth(percent + (index % 2 === 0 ? 0 : 8), `p${index}`))
  const unclear = trend(mixed, back, 'brand')
  assert.equal(unclear.significant, false)
  assert.ok(unclear.interval![0] < 0 && unclear.interval![1] > 0)
})

test('a few prompts that all changed alike are no proof of a change', () => {
  const { delta, significant, interval } = trend(windowWorth(60), windowWorth(50), 'brand')
  assert.equal(delta, 10)
  assert.equal(significant, false)
  assert.ok(interval![0] < 0)
})

test('when nothing changed, about 5 % of changes come out as significant, at 10, 20 and 50 prompts', (t) => {
  const chance = seededChance(11)
  for (const prompts of [10, 20, 50]) {
    const market = { prompts, platforms: 2, repeats: 2, meanRate: 0.4, missing: 0.15 }
    const draws = 600
    let false_ = 0
    for (let draw = 0; draw < draws; draw++) {
      const rates = drawRates(market, chance)
      const [before, now] = [drawMarket(market, chance, rates), drawMarket(market, chance, rates)]
      if (trend(now, before, 'brand').significant) false_++
    }
    t.diagnostic(`${prompts} prompts: ${((100 * false_) / draws).toFixed(1)} %`)
    assert.ok(false_ / draws <= 0.07, `${prompts}: ${false_ / draws}`)
    assert.ok(false_ / draws >= 0.02, `${prompts}: ${false_ / draws}`)
  }
})

test('both forms of a change come from the same two numbers, whatever they are, and never read −0', () => {
  fc.assert(
    fc.property(anyObservations, anyObservations, ([...now], [...before]) => {
      const found = trend(countCells(now), countCells(before), 'brand')
      assert.match(found.relative, /^[+-]\d+\.\d%$/)
      assert.notEqual(found.relative, '-0.0%')
      assert.ok(!Object.is(found.delta, -0))
      if (found.current === null || found.previous === null) return
      assert.equal(found.delta, deltaOf(found.current, found.previous))
      assert.equal(found.relative, relativeChange(found.current, found.previous))
      const direction = Math.sign(found.current - found.previous)
      assert.ok(found.delta === 0 || Math.sign(found.delta) === direction)
      assert.ok(Math.abs(found.delta - (found.current - found.previous)) <= 0.05 + 1e-8)
    }),
  )
})

test('a fall reads like the rise it undoes', () => {
  const point = fc.double({ min: 0, max: 100, noNaN: true })
  fc.assert(fc.property(point, point, (a, b) => assert.equal(Math.abs(deltaOf(a, b)), Math.abs(deltaOf(b, a)))))
  assert.equal(deltaOf(40.25, 40), 0.3)
  assert.equal(deltaOf(40, 40.25), -0.3)
})

test('the order of cells changes no trend, to the last digit', () => {
  const orders = anyObservations.chain((observations) => fc.tuple(fc.constant(observations), reordered(observations)))
  fc.assert(
    fc.property(orders, orders, ([now, nowReordered], [before, beforeReordered]) => {
      const asDays = (observations: typeof now) => observations.map((observation) => countCells([observation])[0]!)
      assert.equal(
        JSON.stringify(trend(asDays(nowReordered), asDays(beforeReordered), 'brand')),
        JSON.stringify(trend(countCells(now), countCells(before), 'brand')),
      )
      const ids = ['brand', 'rival', 'other']
      assert.equal(
        platformWide(asDays(nowReordered), countCells(before), ids.toReversed()),
        platformWide(countCells(now), countCells(before), ids),
      )
    }),
  )
})

test('what happened to all tracked names alike is the platforms’ part, the rest the brand’s own', () => {
  const before = countCells([answer('p1', 'chatgpt', { brand: null, rival: null, other: 1 })])
  const now = countCells([answer('p1', 'chatgpt', { brand: 1, rival: 2, other: 1 })])
  const wide = platformWide(now, before, ['brand', 'rival', 'other'])
  assert.ok(Math.abs(wide! - 190 / 3) < 1e-9)
  assert.deepEqual(splitChange(trend(now, before, 'brand'), wide), { platformPart: 63.3, brandPart: 36.7 })
})

test('with one tracked name, or nothing to compare, there is no platform-wide change', () => {
  assert.equal(platformWide(windowWorth(50), windowWorth(40), ['brand', 'brand']), null)
  assert.equal(platformWide(windowWorth(50), [], ['brand', 'rival']), null)
  assert.equal(splitChange({ delta: 3 }, null), null)
})
