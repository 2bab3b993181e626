import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { countCells, type Observation } from './cells.ts'
import { answer, anyObservations, cellWorth, observed, reordered } from './cells.test-support.ts'
import { SCORING_VERSION, score, shown } from './score.ts'

const compositeOf = (observations: readonly Observation[], entityId = 'brand') =>
  score(countCells(observations), entityId)?.composite ?? null

const without = (promptId: string, platform: string, outcome: Observation['outcome']): Observation => ({
  promptId,
  platform,
  outcome,
  entities: [],
})

test('the value of an answer is averaged per prompt first, so that a prompt asked more often weighs no more', () => {
  const often = Array.from({ length: 9 }, () => answer('p1', 'chatgpt', { brand: 1 }))
  assert.equal(compositeOf([...often, answer('p2', 'chatgpt', { brand: null })]), 50)
  assert.equal(compositeOf([answer('p1', 'chatgpt', { brand: 2 }), answer('p1', 'chatgpt', { brand: null })]), 45)
})

test('the composite is the weighted mean of unrounded platform scores over platforms with data', () => {
  const cells = countCells([
    answer('p1', 'chatgpt', { brand: 3 }),
    answer('p1', 'claude', { brand: null }),
    answer('p2', 'claude', { brand: 1 }),
    answer('p3', 'claude', { brand: null }),
    without('p1', 'google-aio', 'notTriggered'),
  ])
  const equal = score(cells, 'brand')!
  assert.deepEqual(
    equal.platforms.map(({ platform, score }) => [platform, score.toFixed(9)]),
    [
      ['chatgpt', '81.000000000'],
      ['claude', '33.333333333'],
    ],
  )
  assert.ok(Math.abs(equal.composite - (81 + 100 / 3) / 2) < 1e-12)
  assert.deepEqual(equal.weights, { chatgpt: 1, claude: 1 })
  assert.equal(equal.scoringVersion, SCORING_VERSION)
  const weighted = score(cells, 'brand', { weights: { chatgpt: 3, 'google-aio': 7 } })!
  assert.ok(Math.abs(weighted.composite - (3 * 81 + 100 / 3) / 4) < 1e-12)
  assert.equal(score(cells, 'brand', { weights: { claude: 0 } })!.composite, 81)
})

test('no valid answer is no score, never 0', () => {
  assert.equal(score([], 'brand'), null)
  assert.equal(compositeOf([without('p1', 'chatgpt', 'refused'), without('p1', 'chatgpt', 'failed')]), null)
  assert.equal(score([cellWorth(40, 'p1')], 'brand', { weights: { chatgpt: 0 } }), null)
})

test('answers that are not ok change no score; they are counted apart, and failed ones leave the trigger rate alone, unreadable ones were shown', () => {
  const { composite, platforms, sample } = score(
    countCells([
      answer('p1', 'google-aio', { brand: 1 }),
      without('p1', 'google-aio', 'notTriggered'),
      without('p2', 'google-aio', 'notTriggered'),
      without('p2', 'google-aio', 'refused'),
      without('p3', 'google-aio', 'failed'),
      without('p3', 'google-aio', 'empty'),
      without('p3', 'google-aio', 'unreadable'),
    ]),
    'brand',
  )!
  assert.equal(composite, 100)
  assert.deepEqual(sample, { prompts: 1, answers: 1, notTriggered: 2, refused: 1, empty: 1, failed: 1, unreadable: 1 })
  assert.deepEqual(platforms[0]!.sample, sample)
  assert.equal(platforms[0]!.triggerRate, 4 / 6)
})

test('an answer that names an entity only to say that nothing is known of it is worth 0', () => {
  const absent = observed('brand', null, { isNamed: true, isAcknowledgedAbsent: true })
  assert.equal(compositeOf([{ promptId: 'p1', platform: 'chatgpt', outcome: 'ok', entities: [absent] }]), 0)
})

const panel = (prompts: number, answers: number, percents: readonly number[], platform = 'chatgpt') =>
  Array.from({ length: prompts }, (_, index) =>
    cellWorth(percents[index % percents.length]!, `p${index}`, platform, answers / prompts),
  )

test('a score of fewer than 5 prompts or 30 valid answers is provisional, and one whose interval is wider than 30 points', () => {
  const of = (prompts: number, answers: number, percents = [0]) => score(panel(prompts, answers, percents), 'brand')!
  assert.equal(of(4, 400).provisional, true)
  assert.equal(of(29, 29).provisional, true)
  assert.equal(of(12, 36).provisional, false)
  const [narrow, wide] = [of(20, 2_000, [30, 50]), of(20, 2_000, [0, 100])]
  const widthOf = ({ interval }: typeof narrow) => interval![1] - interval![0]
  assert.ok(widthOf(narrow) <= 30 && widthOf(wide) > 30)
  assert.deepEqual([narrow.provisional, wide.provisional], [false, true])
})

test('a platform counts once it has 5 prompts and 10 answers; a stray answer elsewhere moves nothing', () => {
  const measured = [...panel(12, 60, [90, 80]), ...panel(12, 60, [90, 80], 'claude')]
  const stray = cellWorth(100, 'p0', 'grok', 1)
  const [alone, beside] = [score(measured, 'brand')!, score([...measured, stray], 'brand')!]
  assert.deepEqual(
    [beside.composite, beside.interval, beside.sample, beside.provisional],
    [alone.composite, alone.interval, alone.sample, alone.provisional],
  )
  assert.deepEqual(beside.weights, { chatgpt: 1, claude: 1, grok: 0 })
  assert.deepEqual(
    beside.platforms.map(({ platform, provisional }) => [platform, provisional]),
    [
      ['chatgpt', false],
      ['claude', false],
      ['grok', true],
    ],
  )
  for (const [prompts, answers, weight] of [
    [4, 40, 0],
    [5, 5, 0],
    [5, 10, 1],
  ] as const)
    assert.equal(score([...measured, ...panel(prompts, answers, [0], 'grok')], 'brand')!.weights['grok'], weight)
})

test('where no platform is measured yet all count, and the score is provisional', () => {
  const { composite, weights, provisional } = score(
    ['a', 'b', 'c'].flatMap((platform) =>
      Array.from({ length: 4 }, (_, index) => cellWorth(20, `${platform}${index}`, platform, 20)),
    ),
    'brand',
  )!
  assert.deepEqual([composite, weights, provisional], [20, { a: 1, b: 1, c: 1 }, true])
})

test('a platform of weight 0 keeps its own score but stands behind no composite', () => {
  const cells = [cellWorth(40, 'p1'), cellWorth(90, 'p2', 'claude')]
  const { composite, sample, platforms } = score(cells, 'brand', { weights: { claude: 0 } })!
  assert.deepEqual([composite, sample.prompts, sample.answers, platforms.length], [40, 1, 100, 2])
})

test('points are shown as integers rounded half up', () => {
  assert.deepEqual([0, 0.49, 0.5, 62.5, 63.49999, 99.5, 100].map(shown), [0, 0, 1, 63, 63, 100, 100])
  assert.equal(shown(62.5 - 1e-13), 63)
})

test('an entity that no answer names scores 0, and no score leaves 0–100', () => {
  fc.assert(
    fc.property(
      anyObservations,
      fc.dictionary(fc.constantFrom('chatgpt', 'claude'), fc.double({ min: 0, max: 9, noNaN: true })),
      (observations, weights) => {
        const cells = countCells(observations)
        const absent = score(cells, 'nobody')
        if (absent !== null) assert.equal(absent.composite, 0)
        for (const entityId of ['brand', 'rival', 'other']) {
          const found = score(cells, entityId, { weights })
          if (found === null) continue
          for (const points of [found.composite, ...found.platforms.map((platform) => platform.score)]) {
            assert.ok(points >= 0 && points <= 100, `${points}`)
          }
          for (const [points, interval] of [
            [found.composite, found.interval] as const,
            ...found.platforms.map((platform) => [platform.score, platform.interval] as const),
          ]) {
            if (interval === null) continue
            assert.ok(interval[0] >= 0 && interval[1] <= 100)
            assert.ok(interval[0] <= points + 1e-9 && interval[1] >= points - 1e-9, `${points} ${interval.join(' – ')}`)
          }
        }
      },
    ),
  )
})

const aimed = anyObservations
  .filter((observations) => observations.length > 0)
  .chain((observations) => fc.tuple(fc.constant(observations), fc.nat({ max: observations.length - 1 })))

test('one more mention never lowers a score, and neither does a better place', () => {
  fc.assert(
    fc.property(
      aimed,
      fc.integer({ min: 1, max: 14 }),
      fc.integer({ min: 1, max: 14 }),
      ([observations, index], a, b) => {
        const at = (place: number | null) =>
          compositeOf(
            observations.map((one, i) => (i === index ? { ...one, entities: [observed('brand', place)] } : one)),
          )
        const [absent, worse, better] = [at(null), at(Math.max(a, b)), at(Math.min(a, b))]
        if (absent === null || worse === null || better === null) return
        assert.ok(absent <= worse && worse <= better, `${absent} ${worse} ${better}`)
      },
    ),
  )
})

test('the order of answers and of cells changes nothing, to the last digit', () => {
  const orders = anyObservations.chain((observations) =>
    fc.tuple(reordered(observations), reordered(observations.map((observation) => countCells([observation])[0]!))),
  )
  fc.assert(
    fc.property(orders, ([observations, single]) => {
      const weights = { claude: 0.3, chatgpt: 1.7 }
      const one = score(countCells(observations), 'brand', { weights })
      assert.equal(JSON.stringify(score(single, 'brand', { weights })), JSON.stringify(one))
    }),
  )
})

test('a platform with the same answers as another does not change the composite, and widens no interval', () => {
  fc.assert(
    fc.property(anyObservations, (observations) => {
      const one = observations.map((observation) => ({ ...observation, platform: 'chatgpt' }))
      const two = one.map((observation) => ({ ...observation, platform: 'claude' }))
      const three = one.map((observation) => ({ ...observation, platform: 'perplexity' }))
      const alone = score(countCells(one), 'brand')
      const together = score(countCells([...one, ...two, ...three]), 'brand')
      assert.equal(together?.composite, alone?.composite)
      assert.equal(together?.interval === null, alone?.interval === null)
      const [lower = 0, upper = 0] = together?.interval ?? []
      const [lowerAlone = 0, upperAlone = 0] = alone?.interval ?? []
      assert.ok(lower > lowerAlone - 1e-6 && upper < upperAlone + 1e-6)
    }),
  )
})
