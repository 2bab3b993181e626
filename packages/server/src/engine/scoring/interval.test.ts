import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Cell } from './cells.ts'
import { cellWorth, drawMarket, seededChance, truthOf, type Market } from './cells.test-support.ts'
import { changeInterval, scoreInterval, spreadOf, type Interval } from './interval.ts'
import { composite, promptMeans, type PlatformMeans } from './prompt-means.ts'
import { score } from './score.ts'
import { studentTQuantile } from './student-t.ts'

/** Of `draws` markets, the share in percent whose interval holds the true score. */
const coverage = (market: Market, seed: number, intervalOf = shownInterval, draws = 600): number => {
  const chance = seededChance(seed)
  let covered = 0
  for (let draw = 0; draw < draws; draw++) {
    const [lower, upper] = intervalOf(drawMarket(market, chance))
    if (lower <= truthOf(market) && truthOf(market) <= upper) covered++
  }
  return (100 * covered) / draws
}

const shownInterval = (cells: readonly Cell[]): Interval => score(cells, 'brand')!.interval!

/** Score ± t × standard error. */
const plainInterval = (cells: readonly Cell[]): Interval => {
  const means = promptMeans(cells, 'brand')
  const { variance, prompts } = spreadOf(means, {})!
  const half = 100 * studentTQuantile(0.975, prompts - 1) * Math.sqrt(variance)
  const mean = 100 * composite(means, {})!
  return [mean - half, mean + half]
}

const sizes = [10, 20, 50]
const complete = { platforms: 2, repeats: 2, missing: 0 }

for (const prompts of sizes) {
  test(`with ${prompts} prompts 93–97 % of the intervals hold the true score, also where prompts miss platforms`, (t) => {
    const markets: Market[] = [
      { ...complete, prompts, meanRate: 0.3 },
      { ...complete, prompts, meanRate: 0.6 },
      { ...complete, prompts, meanRate: 0.3, platforms: 4, repeats: 3, missing: 0.3 },
      { ...complete, prompts, meanRate: 0.6, platforms: 3, repeats: 3, missing: 0.3 },
    ]
    for (const [seed, market] of markets.entries()) {
      const percent = coverage(market, 100 * prompts + seed)
      t.diagnostic(`${JSON.stringify(market)}: ${percent} %`)
      assert.ok(percent >= 93 && percent <= 97, `${JSON.stringify(market)}: ${percent} %`)
    }
  })

  test(`with ${prompts} prompts that rarely name the brand 90 % and more hold it, where the plain interval loses it`, (t) => {
    const market = { ...complete, prompts, meanRate: 0.08 }
    const percent = coverage(market, prompts)
    t.diagnostic(`${percent} %, plain ${coverage(market, prompts, plainInterval)} %`)
    assert.ok(percent >= 90, `${percent} %`)
    assert.ok(percent > coverage(market, prompts, plainInterval) + 1)
  })
}

test('of brands that nearly every answer names 93 % and more of the intervals hold the true score, where the plain one loses it', (t) => {
  for (const prompts of sizes) {
    for (const meanRate of [0.9, 0.95, 0.99]) {
      const market = { ...complete, prompts, meanRate, repeats: 1 }
      const percent = coverage(market, 7 * prompts)
      const plain = coverage(market, 7 * prompts, plainInterval)
      t.diagnostic(`${prompts} prompts, rate ${meanRate}: ${percent} %, plain ${plain} %`)
      assert.ok(percent >= 93, `${prompts} prompts, rate ${meanRate}: ${percent} %`)
      assert.ok(percent > plain)
    }
  }
})

const means = (...platforms: number[][]): PlatformMeans[] =>
  platforms.map((values, platform) => ({
    platform: `platform-${platform}`,
    prompts: values.flatMap((value, prompt) => (value < 0 ? [] : [{ promptId: `p${prompt}`, value, answers: 1 }])),
  }))

test('with every prompt on every platform the variance is that of the mean of per-prompt weighted means', () => {
  const [a, b] = [
    [1, 0.9, 0, 0.4, 0.81],
    [0.4, 1, 0, 0, 0.9],
  ] as const
  const perPrompt = a.map((value, index) => 0.75 * value + 0.25 * b[index]!)
  const mean = perPrompt.reduce((sum, value) => sum + value, 0) / 5
  const variance = perPrompt.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 4 / 5
  const spread = spreadOf(means([...a], [...b]), { 'platform-0': 3 })!
  assert.ok(Math.abs(spread.variance - variance) < 1e-15)
  assert.ok(Math.abs(spread.prompts - 5) < 1e-12)
  const [lower, upper] = changeInterval(mean, spread)!
  const half = 100 * 2.776445105 * Math.sqrt((variance * 5) / 4)
  assert.ok(Math.abs(upper - Math.min(100, 100 * mean + half)) < 1e-6)
  assert.ok(Math.abs(lower - (100 * mean - half)) < 1e-6)
})

test('a platform that answered few prompts leaves few degrees of freedom', () => {
  const many = Array.from({ length: 50 }, (_, index) => (index % 3) / 2)
  const few = many.map((value, index) => (index < 3 ? value : -1))
  assert.ok(Math.abs(spreadOf(means(many), {})!.prompts - 50) < 1e-9)
  const { prompts } = spreadOf(means(many, few), {})!
  assert.ok(prompts > 3 && prompts < 4, `${prompts}`)
})

test('one prompt has no interval, however many answers it got', () => {
  assert.equal(score([cellWorth(40, 'p1'), cellWorth(60, 'p1', 'claude')], 'brand')!.interval, null)
  assert.equal(spreadOf(means([1], [-1, 0]), {}), null)
  assert.equal(scoreInterval(0.5, null), null)
})

test('prompts that are all alike still leave room for prompts that are not', () => {
  const interval = (percent: number, prompts: number): Interval =>
    score(
      Array.from({ length: prompts }, (_, index) => cellWorth(percent, `p${index}`)),
      'brand',
    )!.interval!
  const near = (found: Interval, expected: Interval) =>
    assert.ok(Math.abs(found[0] - expected[0]) < 0.01 && Math.abs(found[1] - expected[1]) < 0.01, found.join(' – '))
  near(interval(0, 10), [0, 30.85])
  near(interval(100, 10), [69.15, 100])
  near(interval(0, 50), [0, 7.11])
  near(interval(40, 10), [27.66, 58.51])
})

test('a platform with a single prompt is taken to spread like the widest of the others', () => {
  const values = [1, 0.4, 0, 0.9]
  const alone = spreadOf(means(values), {})!
  const both = spreadOf(means(values, [1]), {})!
  assert.ok(Math.abs(both.variance - (alone.variance / 4 + (alone.variance * 4) / 4)) < 1e-12)
  assert.ok(both.prompts < alone.prompts)
})

test('the interval of a score near an end of the scale stays on the scale and reaches towards the middle', () => {
  const [lower, upper] = scoreInterval(0.01, { variance: 0.0001, prompts: 50, answers: 1_000 })!
  assert.ok(lower > 0 && lower < 0.3 && upper > 5 && upper < 6.5, `${lower} ${upper}`)
})

test('where answers are many the interval is Wilson’s with the effective sample size', () => {
  const [mean, variance, prompts] = [0.3, 0.002, 20]
  const t = 2.093024054
  const size = (mean * (1 - mean)) / variance
  const centre = (mean + t ** 2 / (2 * size)) / (1 + t ** 2 / size)
  const half = (t * Math.sqrt((mean * (1 - mean)) / size + t ** 2 / (4 * size ** 2))) / (1 + t ** 2 / size)
  const [lower, upper] = scoreInterval(mean, { variance, prompts, answers: 10_000 })!
  assert.ok(Math.abs(lower - 100 * (centre - half)) < 1e-6 && Math.abs(upper - 100 * (centre + half)) < 1e-6)
})

test('answers that all name the brand leave room for one that does not: the more of them, the less', () => {
  const spread = { variance: 0.0001, prompts: 10 }
  const lower = (answers: number) => scoreInterval(0.86, { ...spread, answers })![0]
  assert.ok(lower(20) < 75 && lower(60) > 78 && lower(60) < 82 && lower(10_000) > 83)
})

test('every interval holds its score and stays on the scale, and fewer answers never narrow it', () => {
  const spreads = fc.record({
    mean: fc.double({ min: 0, max: 1, noNaN: true }),
    variance: fc.double({ min: 0, max: 0.25, noNaN: true }),
    prompts: fc.double({ min: 2, max: 200, noNaN: true }),
    answers: fc.double({ min: 2, max: 1e6, noNaN: true }),
  })
  fc.assert(
    fc.property(spreads, ({ mean, ...spread }) => {
      const [lower, upper] = scoreInterval(mean, spread)!
      assert.ok(lower >= 0 && upper <= 100 && lower <= 100 * mean + 1e-9 && upper >= 100 * mean - 1e-9)
      const [wider, higher] = scoreInterval(mean, { ...spread, answers: spread.answers / 2 })!
      assert.ok(wider <= lower + 1e-9 && higher >= upper - 1e-9)
    }),
  )
})
