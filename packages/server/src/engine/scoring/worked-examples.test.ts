import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { measuringLift } from '../advising/recommending/measured-lift.ts'
import { sentimentOf } from '../reading/extraction/sentiment.ts'
import { sentimentLexicon } from '../reading/text/sentiment-lexicon.ts'
import { answerValue } from './answer-value.ts'
import {
  countCells,
  drained,
  emptyEntityCount,
  emptyOutcomes,
  type Cell,
  type Observation,
  type ObservedEntity,
} from './cells.ts'
import { cellWorth } from './cells.test-support.ts'
import { lead } from './head-to-head.ts'
import { platformResult } from './platform-results.ts'
import { score, shown, triggerRate } from './score.ts'
import { shareOfVoice } from './share-of-voice.ts'
import { studentTQuantile } from './student-t.ts'
import { trend } from './trend.ts'
import { workedExamples } from './worked-examples.ts'

const docs = readFileSync(new URL('../../../../../docs/measurement.md', import.meta.url), 'utf8')
const named = (place: number | null, more: Partial<ObservedEntity> = {}): ObservedEntity[] => [
  {
    entityId: 'brand',
    isNamed: true,
    isAcknowledgedAbsent: false,
    isListed: false,
    isCited: false,
    sentiment: null,
    place,
    ...more,
  },
]
const answer = (promptId: string, entities: ObservedEntity[], outcome: Observation['outcome'] = 'ok'): Observation => ({
  promptId,
  platform: 'chatgpt',
  outcome,
  entities,
})
/** To so many decimals, as the examples write it. */
const to = (decimals: number, value: number): string => value.toFixed(decimals)

/** Of each example, the numbers that its text must hold, made by the functions that make the product's. */
const recomputed: Record<(typeof workedExamples)[number]['number'], () => string[]> = {
  score: () => {
    const cells = countCells([
      answer('a', named(1)),
      answer('a', named(2)),
      answer('a', []),
      answer('b', named(3)),
      answer('b', [], 'notTriggered'),
    ])
    const { composite } = score(cells, 'brand')!
    return [`${answerValue(3)}`, to(2, composite), `shown as ${shown(composite)}`]
  },
  interval: () => {
    const { composite, interval } = score(
      [20, 40, 60, 80, 100].map((worth, at) => cellWorth(worth, `p${at}`, 'chatgpt', 10)),
      'brand',
    )!
    const [lower, upper] = interval!
    const t = studentTQuantile(0.975, 4)
    for (const [room, x] of [
      [0.6, (composite - lower) / 100],
      [0.4, (upper - composite) / 100],
    ] as const) {
      const share = x / room
      const right = t * t * ((1 - share) * 0.02 + share * (1 - share) * room ** 2 * (0.02 / 0.24))
      assert.ok(Math.abs(x * x - right) < 1e-9, 'the ends solve the equation')
    }
    return [
      to(3, t),
      `${to(1, composite - lower)} points down`,
      `${to(1, upper - composite)} up`,
      `${to(1, lower)} to ${to(1, upper)}`,
    ]
  },
  trend: () => {
    const worth = (values: number[]) => values.map((value, at) => cellWorth(value, `p${at}`, 'chatgpt', 10))
    const { delta, relative, interval, significant } = trend(worth([30, 50, 70]), worth([20, 30, 40]), 'brand')
    assert.equal(significant, false)
    return [`+${to(1, delta)} points`, relative, `−${to(1, -interval![0])} to ${to(1, interval![1])}`]
  },
  'mention rate': () => [`${named5().named} of 5 = ${named5().mentionRate}`],
  'average position': () => [`÷ ${named5().placed} = ${named5().meanPlace}`],
  sentiment: () => [
    `so ${sentimentOf('Fernhold is fast and reliable but expensive.', [{ start: 0, end: 8 }], sentimentLexicon())}`,
  ],
  'trigger rate': () => [
    `= ${to(3, triggerRate({ ...emptyOutcomes(), ok: 6, refused: 1, notTriggered: 2, failed: 1 })!)}`,
  ],
  'citation rate': () => {
    const cited = [true, true, false, false, false].map((isCited) => answer('a', named(1, { isCited })))
    const unnamed = answer('a', named(null, { isNamed: false, isCited: true }))
    const result = platformResult('chatgpt', countCells([...cited, unnamed]), 'brand')
    return [`${result.cited} of 6 = ${result.citationRate}`]
  },
  'share of voice': () => {
    const count = (answers: number) => ({ ...emptyEntityCount(), named: answers })
    const cell: Cell = {
      promptId: 'a',
      platform: 'chatgpt',
      outcomes: { ...emptyOutcomes(), ok: 4 },
      entities: { brand: count(2), rival: count(3) },
    }
    const scores = (others?: number) =>
      shareOfVoice([cell], ['brand', 'rival'], others === undefined ? {} : { discovered: others }).entries.map(
        ({ score }) => score,
      )
    const [rival, brand] = scores()
    const [rivalOfAll, brandOfAll, others] = scores(5)
    return [`${brand} and ${rival}`, `${brandOfAll}, ${rivalOfAll} and, for the others together, ${others}`]
  },
  lead: () => {
    const inTheSame = [
      [60, 30],
      [50, 40],
      [40, 20],
    ].map(([own = 0, other = 0], at): Cell => {
      const cell = cellWorth(own, `p${at}`, 'chatgpt', 10)
      const rival = cellWorth(other, `p${at}`, 'chatgpt', 10).entities['brand']!
      return { ...cell, entities: { ...cell.entities, rival } }
    })
    const { delta, current, previous, interval, significant } = lead(inTheSame, 'brand', 'rival', {})
    assert.equal(significant, false)
    return [
      `${current} − ${previous} = +${to(1, delta)} points`,
      `± ${to(1, interval![1] - delta)}`,
      `−${to(1, -interval![0])} to ${to(1, interval![1])}`,
    ]
  },
  'measured lift': () => {
    const span = (worth: number[]) => worth.map((value, at) => cellWorth(value, `p${at}`, 'chatgpt', 10))
    const of = (others: number) =>
      drained(
        measuringLift({
          brandId: 'brand',
          rivalIds: [],
          weights: {},
          cells: ['p0', 'p1'].map((promptId) => ({ promptId, platform: 'chatgpt' })),
          before: span([20, 0, 40, 70]),
          after: span([60, 50, 40, others]),
        }),
      )!
    const { points, interval } = of(70)
    assert.equal(of(0).points, points, 'whatever the others did')
    return [
      `= ${to(1, points)} points`,
      `= ${to(1, points - interval[0])}: ${to(1, interval[0])} to ${to(1, interval[1])}`,
    ]
  },
}

const named5 = () =>
  platformResult(
    'chatgpt',
    countCells([
      ...[1, 3, 5].map((place) => answer('a', named(place))),
      answer('a', named(null, { isAcknowledgedAbsent: true })),
      answer('a', []),
    ]),
    'brand',
  )

for (const { number, given, result } of workedExamples)
  test(`the worked example of the ${number} is what the product computes, and stands in the docs`, () => {
    for (const part of recomputed[number]()) assert.ok(result.includes(part), `${part} is not in: ${result}`)
    for (const text of [given, result]) assert.ok(docs.includes(text), `docs/measurement.md lacks: ${text}`)
  })
