import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { recommendationKinds, type RecommendationKind } from '@sightline/sdk'
import { score, shown } from '../../scoring/score.ts'
import { fingerprintOf } from './advice.ts'
import { aMarket, aSource, cellsOf, examples, sixQuestions } from './examples.test-support.ts'
import { kindsOfAdvice } from './kinds.ts'
import { anyMarket, shuffled } from './markets.test-support.ts'
import type { Market } from './market.ts'
import { MIN_LIFT, MOST_OF_A_KIND } from './limits.ts'
import { recommend } from './recommend.ts'

const adviceOf = (market: Market, kind: RecommendationKind) =>
  (recommend(market) ?? []).filter((advice) => advice.kind === kind)

describe('each kind of advice', () => {
  for (const kind of recommendationKinds) {
    const { market, subject, points, tooLittle } = examples[kind]
    const found = (among: Market) => adviceOf(among, kind).find((advice) => advice.subject === subject)

    test(`${kind}: the example of the docs has the lift that a hand computes`, () => {
      const advice = found(market)
      assert.ok(advice)
      assert.ok(Math.abs(advice.lift.points - points) < 1e-9, `${advice.lift.points} is not ${points}`)
      assert.equal(advice.lift.estimated, Math.floor(points + 0.5))
      assert.equal(advice.successRate, kindsOfAdvice[kind].successRate)
    })

    test(`${kind}: names its evidence: questions, platforms, rivals, and in words`, () => {
      const advice = found(market)
      assert.ok(advice)
      const { evidence, lift, title, summary } = advice
      assert.deepEqual(
        new Set(evidence.prompts.map(({ promptId }) => promptId)),
        new Set(lift.cells.map(({ promptId }) => promptId)),
      )
      assert.ok(evidence.platforms.length > 0)
      assert.ok(evidence.rivals.every(({ name, named, answers }) => name.length > 0 && named <= answers))
      assert.ok(title.length > 0 && title.length <= 200, title)
      assert.ok(summary.length > 0 && summary.length <= 1_000, summary)
    })

    test(`${kind}: too little gives no advice, unless it is known already`, () => {
      assert.equal(found(tooLittle), undefined)
      // Three answers are the least: fewer would repeat nothing.
      if (kind === 'negative_claim') return
      const known = new Set([fingerprintOf({ kind, subject })])
      assert.ok(found({ ...tooLittle, known }), 'what is known may be a little thinner')
    })
  }
})

describe('advice', () => {
  test('is drawn from no score that is provisional: fewer than 5 questions or 30 answers', () => {
    const four = Object.fromEntries(['p1', 'p2', 'p3', 'p4'].map((id) => [id, { QT: 10 }]))
    assert.equal(recommend(aMarket({ cells: cellsOf(four) })), null)
    const few = Object.fromEntries(['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => [id, { QT: 5 }]))
    assert.equal(recommend(aMarket({ cells: cellsOf(few) })), null)
    assert.deepEqual(recommend(aMarket({ cells: sixQuestions() })), [])
  })

  test('of one kind is at most five new ones at a time; what is known stays', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `p${index + 10}`)
    const cells = cellsOf(Object.fromEntries(ids.map((id) => [id, { Q: 10 }])))
    assert.equal(adviceOf(aMarket({ cells }), 'prompt_gap').length, MOST_OF_A_KIND)
    const known = new Set(ids.slice(0, 8).map((subject) => fingerprintOf({ kind: 'prompt_gap', subject })))
    assert.equal(adviceOf(aMarket({ cells, known }), 'prompt_gap').length, 8)
  })

  test('that brings less than half a point is not given, except that criticism is told', () => {
    const ids = Array.from({ length: 100 }, (_, index) => `p${index + 100}`)
    const cells = cellsOf(Object.fromEntries(ids.map((id, index) => [id, index === 0 ? { Q: 10 } : { B: 10 }])))
    assert.deepEqual(recommend(aMarket({ cells })), [])
    assert.equal(examples.negative_claim.points < MIN_LIFT, true)
  })

  test('stands in the order of lift, then effort', () => {
    const found =
      recommend(aMarket({ cells: sixQuestions({ p1: { QT: 10 }, p2: { QT: 10 }, p3: { QTZYB: 10 } }) })) ?? []
    const keys = found.map(({ lift, effort }) => [-lift.estimated, ['low', 'medium', 'high'].indexOf(effort)] as const)
    assert.ok(found.length >= 2)
    assert.deepEqual(
      keys,
      keys.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]),
    )
  })

  test('on a platform without weight brings nothing and is not given', () => {
    const cells = [
      ...sixQuestions(),
      ...cellsOf({ p1: { Q: 60 }, p2: { B: 12 }, p3: { B: 12 }, p4: { B: 12 }, p5: { B: 12 } }, 'claude'),
    ]
    assert.equal(adviceOf(aMarket({ cells }), 'prompt_gap').length, 1)
    assert.deepEqual(recommend(aMarket({ cells, weights: { claude: 0 } })), [])
  })

  test('is never given on pages that only mirror others, and never tells to plant anything', () => {
    const at = (site: string): Market => ({
      ...examples.source_gap.market,
      sources: examples.source_gap.market.sources.map((source) => aSource(source.promptId, { ...source, site })),
    })
    assert.deepEqual(adviceOf(at('google.com'), 'source_gap'), [])
    const said = (site: string): string => adviceOf(at(site), 'source_gap')[0]?.summary ?? ''
    assert.match(said('reddit.com'), /own name.*planted posts break its rules/)
    assert.match(said('g2.com'), /invite all your customers.*never write, buy or pick reviews/)
    assert.match(said('wikipedia.org'), /Do not write about yourself there/)
    assert.match(said('magazine.test'), /paid place must be marked/)
  })
})

describe('whatever the market', () => {
  test('the same in another order gives the same advice', () => {
    fc.assert(
      fc.property(anyMarket, fc.integer(), (market, seed) => {
        assert.deepEqual(recommend(shuffled(market, seed)), recommend(market))
      }),
      { numRuns: 150 },
    )
  })

  test('a lift is between 0 and what is left of the scale, inside its range, and the sum of its cells', () => {
    let given = 0
    fc.assert(
      fc.property(anyMarket, (market) => {
        const current = score(market.cells, market.brand.id, { weights: market.weights })
        for (const { lift } of recommend(market) ?? []) {
          assert.ok(current)
          given += 1
          assert.ok(Number.isInteger(lift.estimated) && lift.estimated >= 0)
          assert.ok(lift.estimated <= 100 - shown(current.composite))
          const [low, high] = lift.range
          assert.ok(low <= lift.estimated && lift.estimated <= high, `${low} ${lift.estimated} ${high}`)
          assert.ok(low >= -current.composite - 0.1 && high <= 100 - current.composite + 0.1)
          const sum = lift.cells.reduce((total, { points }) => total + points, 0)
          assert.ok(Math.abs(sum - lift.points) < 1e-9)
          for (const { reach, value, target, points } of lift.cells)
            assert.ok([reach, value, target].every((share) => share >= 0 && share <= 1 + 1e-12) && points >= 0)
        }
      }),
      { numRuns: 300 },
    )
    assert.ok(given > 100, 'the markets do give advice')
  })

  test('what is known already is told as it was: the same answers give the same lift twice', () => {
    fc.assert(
      fc.property(anyMarket, (market) => {
        const found = recommend(market) ?? []
        const again = recommend({ ...market, known: new Set(found.map(fingerprintOf)) }) ?? []
        for (const advice of found)
          assert.deepEqual(
            again.find((one) => fingerprintOf(one) === fingerprintOf(advice)),
            advice,
          )
      }),
      { numRuns: 150 },
    )
  })

  test('its identities are unique, and each is told once', () => {
    fc.assert(
      fc.property(anyMarket, (market) => {
        const fingerprints = (recommend(market) ?? []).map(fingerprintOf)
        assert.equal(new Set(fingerprints).size, fingerprints.length)
      }),
      { numRuns: 100 },
    )
  })
})
