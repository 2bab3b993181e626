import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sightlineEvent } from '@sightline/sdk'
import * as fc from 'fast-check'
import type { Observation } from '../../scoring/cells.ts'
import { answer, anyObservation } from '../../scoring/cells.test-support.ts'
import { answerNoise } from './answer-noise.ts'
import { followed, inShort, look, marketOf, rivals, week, type Answers } from './moves.test-support.ts'
import { sharedNamings } from '../../scoring/share-change.ts'
import type { MoveMarket } from './market.ts'
import { shareNoises } from './share-noise.ts'

const nothing = { standings: [], situations: [] }

/** Four answers to each of twenty prompts, of which so many name each. */
const naming = (counts: Record<string, number>): Observation[] =>
  week(
    [0, 1, 2, 3].map((index) =>
      Object.fromEntries(Object.entries(counts).map(([id, count]) => [id, index < count ? 1 : null])),
    ) satisfies Answers,
    20,
  )

test('a competitor that is named more often is told with its score, and with its share of voice', () => {
  const told = followed([naming({ brand: 3, rival: 1 }), naming({ brand: 3, rival: 3 })])
  assert.deepEqual(inShort(told), ['2: rival score_moved', '2: rival sov_moved'])
  const [score, share] = told.map(({ move }) => move.alert)
  assert.deepEqual([score?.previous, score?.current, score?.delta, score?.measure], [25, 75, 50, 'score'])
  assert.deepEqual([share?.previous, share?.current, share?.delta, share?.measure], [25, 50, 25, 'share_of_voice'])
  assert.deepEqual([score?.brandScore, score?.answers, score?.platformWide], [75, 80, false])
})

test('what happened to all alike is said to be the platforms’ doing', () => {
  const told = followed([naming({ brand: 1, rival: 1 }), naming({ brand: 3, rival: 3 })])
  assert.deepEqual(inShort(told), ['2: rival score_moved'])
  assert.equal(told[0]?.move.alert.platformWide, true)
})

test('answers that differ by chance alone move nothing', () => {
  const [one, other] = [naming({ brand: 2, rival: 2 }), naming({ brand: 3, rival: 2 })]
  assert.deepEqual(followed([one, one, one]), [])
  const mixed = (first: number) =>
    Array.from({ length: 20 }, (_, index) =>
      (index + first) % 2 === 0 ? one.filter(({ promptId }) => promptId === `p${index}`) : [],
    )
      .flat()
      .concat(other.filter(({ promptId }) => Number(promptId.slice(1)) % 2 === first))
  assert.deepEqual(followed([mixed(0), mixed(1), mixed(0)]), [])
})

test('the first week moves nothing, and one prompt tells of no move', () => {
  assert.deepEqual(followed([naming({ brand: 1, rival: 3 })]), [])
  const lone = (rival: number | null) =>
    week(
      [
        { brand: 1, rival },
        { brand: 1, rival },
        { brand: 1, rival },
      ],
      1,
    )
  assert.deepEqual(followed([lone(null), lone(1)]), [])
})

test('a competitor that is taken in today moved when the answers say so, and one that is gone moves no more', () => {
  const weeks = [naming({ brand: 3, rival: 1, other: 1 }), naming({ brand: 3, rival: 3, other: 1 })]
  const both = look(marketOf(weeks, { competitors: rivals('rival', 'other') }), nothing)
  assert.deepEqual(
    both.moves.map(({ alert }) => `${alert.name} ${alert.move}`),
    ['rival score_moved', 'rival sov_moved'],
  )
  const without = look(marketOf(weeks, { competitors: rivals('other') }), {
    standings: [],
    situations: both.situations,
  })
  assert.deepEqual(without.moves, [])
})

test('a competitor under another name is the same competitor', () => {
  const weeks = [naming({ brand: 3, rival: 1 }), naming({ brand: 3, rival: 3 })]
  const before = look(marketOf(weeks), nothing)
  const renamed = marketOf(weeks, { competitors: [{ id: 'rival', name: 'Rival & Co' }], panel: 'renamed' })
  assert.deepEqual(look(renamed, before).moves, [])
})

test('an untracked name is told by its count', () => {
  const entrant = {
    key: 'zephlane',
    name: 'Zephlane',
    answers: 14,
    previousAnswers: 3,
    significant: true,
    answerIds: ['ans_1'],
  }
  const { moves } = look(marketOf([naming({ brand: 3 })], { entrants: [entrant] }), nothing)
  assert.deepEqual(moves, [
    {
      alert: {
        brandId: 'brand',
        competitorId: null,
        name: 'Zephlane',
        move: 'new_entrant',
        measure: 'answers',
        previous: 3,
        current: 14,
        delta: 14,
        window: '7d',
        interval: null,
        significant: true,
        platformWide: false,
        answers: 80,
        brandScore: 75,
        fingerprint: 'new_entrant:zephlane',
        simulated: false,
      },
      evidence: { answerIds: ['ans_1'] },
    },
  ])
})

test('evidence of a rise is where it rose most, of a fall where it fell most', () => {
  const one = (rival: Record<number, number | null>): Observation[] =>
    Array.from({ length: 12 }, (_, index) =>
      Array.from({ length: 4 }, () =>
        answer(`p${index}`, 'chatgpt', { brand: 1, rival: index in rival ? rival[index]! : 3 }),
      ),
    ).flat()
  const [low, high] = [
    one(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [index, null]))),
    one({ 0: 2, 1: 1 }),
  ]
  const evidence = (weeks: Observation[][]) =>
    followed(weeks).find(({ move }) => move.alert.move === 'score_moved')?.move.evidence
  assert.deepEqual(evidence([low, high]), {
    entityId: 'rival',
    stands: 'best',
    promptIds: ['p1', 'p0', 'p2', 'p3', 'p4'],
  })
  assert.deepEqual(evidence([high, low]), {
    entityId: 'rival',
    stands: 'worst',
    promptIds: ['p1', 'p0', 'p2', 'p3', 'p4'],
  })
})

const shareNoise = ({ current, previous }: MoveMarket, ids: string[]): number =>
  shareNoises(sharedNamings(current, previous, ids), ids).get('rival')!

test('the spread of single answers, as a hand computes it', () => {
  // Values 1, 0 | 1, 1: mean 0.75, variance 0.25, of which both windows have a half: 0.25 a pair; two pairs share alike.
  const before = week([{ rival: 1 }, { rival: null }], 2)
  const now = week([{ rival: 1 }, { rival: 1 }], 2)
  const cells = marketOf([before, now])
  assert.ok(Math.abs(answerNoise(cells.current, cells.previous, 'rival', {}) - 0.25 / 2) < 1e-12)
  // Shares 1 and 1 of what is named: naming more or less of the only name changes nothing.
  assert.equal(shareNoise(cells, ['rival']), 0)
  // Beside a brand that all name, before: 2 of 6 namings, now 4 of 8; an answer's spread is 0.25 × (1 − share)².
  const beside = marketOf([
    week(
      [
        { brand: 1, rival: 1 },
        { brand: 1, rival: null },
      ],
      2,
    ),
    week(
      [
        { brand: 1, rival: 1 },
        { brand: 1, rival: 1 },
      ],
      2,
    ),
  ])
  const byHand = (4 * 0.25 * (1 - 1 / 3) ** 2) / 6 ** 2 + (4 * 0.25 * (1 - 1 / 2) ** 2) / 8 ** 2
  assert.ok(Math.abs(shareNoise(beside, ['brand', 'rival']) - byHand) < 1e-12)
})

test('whatever the answers, each alert is one that the contract allows, and no fingerprint is told twice', () => {
  const id = (kind: string) => `${kind}_${'0'.repeat(26)}`
  const weeks = fc.array(fc.array(anyObservation, { maxLength: 60 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(weeks, (some) => {
      const told = followed(some, () => ({
        competitors: rivals('rival', 'other'),
        subscriptions: [{ threshold: 1, onlySignificant: false }],
      }))
      const fingerprints = told.map(({ move }) => move.alert.fingerprint)
      assert.equal(new Set(fingerprints).size, fingerprints.length)
      for (const { move } of told) {
        const event = {
          id: id('evt'),
          type: 'competitor.alert',
          timestamp: '2026-03-09T00:00:00.000Z',
          apiVersion: 'v1',
          sequence: 1,
          data: { ...move.alert, brandId: id('brd'), competitorId: id('cmp'), answerIds: [] },
        }
        assert.equal(sightlineEvent.safeParse(event).error, undefined)
      }
    }),
    { numRuns: 60 },
  )
})
