import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { countCells, emptyEntityCount, emptyOutcomes, type Cell } from './cells.ts'
import { anyObservations, cellWorth } from './cells.test-support.ts'
import { byPrompt, changeParts, platformParts, scoreParts } from './explain.ts'
import { lead } from './head-to-head.ts'
import { narrower } from './sample-size.ts'
import { score } from './score.ts'
import { trend } from './trend.ts'

const weights = { claude: 3, 'google-aio': 0 }
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
const near = (one: number, other: number): void => assert.ok(Math.abs(one - other) < 1e-9, `${one} ≠ ${other}`)

test('the contributions of all prompts, and of all platforms, sum to the composite', () => {
  fc.assert(
    fc.property(anyObservations, (observations) => {
      const cells = countCells(observations)
      const composite = score(cells, 'brand', { weights })?.composite ?? 0
      const parts = scoreParts(cells, 'brand', weights)
      near(sum(parts.map(({ contribution }) => contribution)), composite)
      near(sum(platformParts(cells, 'brand', weights).map(({ contribution }) => contribution)), composite)
      const prompts = byPrompt(parts, 'potential')
      near(sum(prompts.map(({ contribution }) => contribution)), composite)
      if (parts.length > 0) near(sum(prompts.map(({ potential }) => potential)), 100 - composite)
    }),
  )
})

test('the contributions to a change sum to the change over the shared pairs', () => {
  fc.assert(
    fc.property(anyObservations, anyObservations, (now, before) => {
      const [current, previous] = [countCells(now), countCells(before)]
      const change = trend(current, previous, 'brand', { weights })
      const parts = changeParts(current, previous, 'brand', weights)
      assert.equal(parts.length, change.pairs)
      near(sum(parts.map(({ contribution }) => contribution)), (change.current ?? 0) - (change.previous ?? 0))
    }),
  )
})

test('a lead is the difference of the two scores, and the rival’s lead is its reverse', () => {
  fc.assert(
    fc.property(anyObservations, (observations) => {
      const cells = countCells(observations)
      const own = score(cells, 'brand', { weights })
      const rival = score(cells, 'rival', { weights })
      const ahead = lead(cells, 'brand', 'rival', weights)
      if (!own || !rival) return assert.equal(ahead.pairs, 0)
      near(ahead.current! - ahead.previous!, own.composite - rival.composite)
      assert.equal(ahead.delta, 0 - lead(cells, 'rival', 'brand', weights).delta)
    }),
  )
})

test('four times the prompts about halve an interval: a few more than three times as many more, fewer where t falls too', () => {
  const cells = (prompts: number) =>
    Array.from({ length: prompts }, (_, index) => cellWorth(index % 2 === 0 ? 30 : 70, `p${index}`))
  const { morePrompts, prompts, width, halvedWidth } = narrower(cells(40), 'brand', {})!
  assert.equal(prompts, 40)
  assert.ok(morePrompts > 100 && morePrompts <= 120, String(morePrompts))
  assert.ok(halvedWidth <= width / 2)
  // Told what it takes, an asker who adds so many prompts of the same kind finds the interval halved.
  const widened = narrower(cells(40 + morePrompts), 'brand', {})!
  assert.ok(Math.abs(widened.width - halvedWidth) < 0.2)
})

test('with one prompt, or none, there is no interval to halve', () => {
  assert.equal(narrower([], 'brand', {}), null)
  assert.equal(narrower([cellWorth(50, 'p1')], 'brand', {}), null)
})

test('prompts that all agree leave an interval that more of them narrow', () => {
  const found = narrower([cellWorth(0, 'p1'), cellWorth(0, 'p2')], 'brand', {})!
  assert.ok(found.morePrompts >= 1 && found.halvedWidth <= found.width / 2)
})

/** A market drawn from: prompts whose chances of naming the brand are spread a little, so many answers each. */
function drawn(answers: number, seed: number): Cell[] {
  let state = seed * 2_654_435_761 + 12_345
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: 40 }, (_, index) => {
    const named = Array.from({ length: answers }, () => chance() < 0.4 + 0.2 * (index % 2)).filter(Boolean).length
    const brand = { ...emptyEntityCount(), named, places: [named, 0, 0, 0, 0, 0, 0, 0, 0, 0] }
    return {
      promptId: `p${index}`,
      platform: 'chatgpt',
      outcomes: { ...emptyOutcomes(), ok: answers },
      entities: { brand },
    }
  })
}

test('who asks each prompt as often as told finds the interval as narrow as wished, in the middle one of many markets', () => {
  const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1)
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const wanted = 12
  const told = seeds.flatMap((seed) => narrower(drawn(3, seed), 'brand', {}, wanted)?.wish.timesAnswers ?? [])
  // A few markets show hardly any prompts that differ, or many: their numbers are no measure of the others.
  const times = told.toSorted((one, other) => one - other)[Math.floor(told.length / 2)]!
  assert.ok(times >= 2 && told.length >= 35, `${times} times, in ${told.length} markets`)
  const width = mean(seeds.map((seed) => narrower(drawn(3 * times, seed + 100), 'brand', {})!.width))
  assert.ok(Math.abs(width - wanted) < 1, `${width.toFixed(1)} points`)
})

test('repeats cannot narrow what the prompts themselves differ by, nor tell it from one answer each; it may be narrow already', () => {
  const differing = (answers: number) =>
    Array.from({ length: 10 }, (_, index) => cellWorth(index % 2 === 0 ? 0 : 100, `p${index}`, 'chatgpt', answers))
  const single = narrower(differing(1), 'brand', {}, 20)!.wish
  assert.deepEqual([single.timesAnswers, single.narrowestByAnswers], [null, null])
  const twice = narrower(differing(2), 'brand', {}, 20)!
  assert.equal(twice.wish.timesAnswers, null)
  assert.ok(Math.abs(twice.wish.narrowestByAnswers! - twice.width) < 5 && twice.wish.morePrompts > 0)
  const narrow = narrower(differing(2), 'brand', {}, 99)!.wish
  assert.deepEqual([narrow.morePrompts, narrow.timesAnswers], [0, 1])
})
