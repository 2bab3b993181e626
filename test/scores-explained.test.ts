import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError, type BrandScore, type Operations, type OutputOf } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { firstWeek, secondWeek, twoWeeks, type TwoWeeks } from './support/two-weeks.ts'

type Explanation = OutputOf<Operations['explainScore']>

describe('two weeks of answers, computed by hand', () => {
  let house: TestApp
  let weeks: TwoWeeks
  let client: Tenant['client']
  let params: { id: string }
  let score: BrandScore

  before(async () => {
    house = await openTestApp({ works: true })
    weeks = await twoWeeks(house)
    client = weeks.tenant.client
    params = { id: weeks.brandId }
    score = await client.getBrandScore({ params })
  })
  after(() => house.close())

  const refusedWith = (code: string, path?: string) => (error: unknown) =>
    error instanceof ApiError &&
    error.code === code &&
    (path === undefined || error.body?.details.some((detail) => detail.path === path) === true)

  describe('the score of the example', () => {
    test('is what a hand computes', () => {
      assert.equal(score.composite, 60)
      assert.equal(score.asOf, secondWeek.to)
      assert.equal(score.trend.delta, -9)
      assert.equal(score.trend.platformWide, -22.2)
    })
  })

  describe('the history', () => {
    test('a week’s point is the score of its days, a month’s of all of them, both computed by hand', async () => {
      const days = { from: firstWeek.from, to: secondWeek.to }
      const byWeek = await client.getScoreHistory({ params, query: { ...days, interval: 'week' } })
      assert.deepEqual(
        byWeek.points.map(({ from, to, score, complete }) => ({ from, to, score, complete })),
        [
          { ...firstWeek, score: 69, complete: true },
          { ...secondWeek, score: 60, complete: true },
        ],
      )
      const byMonth = await client.getScoreHistory({ params, query: { ...days, interval: 'month' } })
      // chatgpt (0.725 + 0.45) ÷ 2, claude (0.405 + 1) ÷ 2: 64.5, half up.
      assert.deepEqual(
        byMonth.points.map(({ from, to, score, complete }) => ({ from, to, score, complete })),
        [{ from: '2025-11-01', to: '2025-11-30', score: 65, complete: false }],
      )
    })

    test('the last day’s point is the score itself, with its interval and sample', async () => {
      const { points, from, to, asOf, every } = await client.getScoreHistory({ params })
      assert.deepEqual(
        { from, to, asOf, every },
        { from: '2025-08-19', to: secondWeek.to, asOf: secondWeek.to, every: 'day' },
      )
      const last = points.at(-1)
      assert.equal(last?.score, score.composite)
      assert.deepEqual(last?.interval, score.interval)
      assert.deepEqual(last?.sample, score.sample)
      assert.equal(last?.from, secondWeek.from)
      assert.equal(points.find((point) => point.to === firstWeek.to)?.score, 69)
      // Nothing before the first answer: a period without a valid one is left out.
      assert.equal(points[0]?.to, firstWeek.from)
      assert.equal(points.length, 14)
    })

    test('of one platform it is the platform’s score, whatever it weighs', async () => {
      const query = { platform: 'chatgpt', interval: 'week' as const }
      const { points } = await client.getScoreHistory({ params, query })
      // 47.5, half up.
      assert.deepEqual(
        points.map((point) => point.score),
        [48, 70],
      )
      assert.deepEqual(points.at(-1)?.interval, score.platforms.find(({ slug }) => slug === 'chatgpt')?.interval)
      assert.deepEqual((await client.getScoreHistory({ params, query: { platform: 'grok' } })).points, [])
    })

    test('a change of a platform’s model is marked on its first day', async () => {
      const { marks } = await client.getScoreHistory({ params })
      assert.deepEqual(
        marks.map(({ day, kind, platform, before, after }) => ({ day, kind, platform, before, after })),
        [{ day: '2025-11-10', kind: 'model', platform: 'chatgpt', before: 'gpt-a', after: 'gpt-b' }],
      )
      assert.deepEqual((await client.getScoreHistory({ params, query: { platform: 'claude' } })).marks, [])
      const later = await client.getScoreHistory({ params, query: { from: '2025-11-10' } })
      assert.deepEqual(later.marks, [], 'what changed before the days asked for')
    })

    test('more than 400 days, days that end before they begin and days of no calendar are refused', async () => {
      const ask = (query: { from?: string; to?: string }) => client.getScoreHistory({ params, query })
      await assert.rejects(ask({ from: '2024-10-12', to: '2025-11-16' }), refusedWith('invalid_parameter', 'from'))
      assert.equal((await ask({ from: '2024-10-13', to: '2025-11-16' })).points.length, 14)
      await assert.rejects(ask({ from: '2025-11-16', to: '2025-11-15' }), refusedWith('invalid_parameter', 'from'))
      await assert.rejects(ask({ from: '2025-02-30' }), refusedWith('invalid_parameter', 'from'))
      await assert.rejects(ask({ from: '0000-01-01', to: '0000-02-01' }), refusedWith('invalid_parameter', 'from'))
      assert.deepEqual((await ask({ from: '9999-12-01', to: '9999-12-31' })).points, [])
    })
  })

  describe('the explanation', () => {
    let explained: Explanation
    before(async () => {
      explained = await client.explainScore({ params })
    })

    test('agrees with the score', () => {
      assert.equal(explained.score, score.composite)
      assert.deepEqual(explained.interval, score.interval)
      assert.deepEqual(explained.sample, score.sample)
      assert.equal(explained.provisional, score.provisional)
      assert.deepEqual(
        explained.platforms.map(({ slug, score, interval, sample }) => ({ slug, score, interval, sample })),
        score.platforms.map(({ slug, score, interval, sample }) => ({ slug, score, interval, sample })),
      )
    })

    test('its contributions are those a hand computes, and sum to the score', () => {
      assert.equal(explained.exact, 60)
      assert.deepEqual(
        explained.platforms.map(({ slug, contribution }) => [slug, contribution]),
        [
          ['chatgpt', 35],
          ['claude', 25],
        ],
      )
      assert.deepEqual(
        explained.prompts.map(({ promptId, answers, value, contribution, potential }) => ({
          promptId,
          answers,
          value,
          contribution,
          potential,
        })),
        [
          { promptId: weeks.promptIds[1], answers: 2, value: 0.95, contribution: 47.5, potential: 2.5 },
          { promptId: weeks.promptIds[0], answers: 3, value: 0.25, contribution: 12.5, potential: 37.5 },
        ],
      )
      assert.deepEqual(explained.rest, { prompts: 0, contribution: 0, potential: 0 })
    })

    test('each part names its places and the very answers', async () => {
      const part = explained.prompts[1]?.platforms.find(({ platform }) => platform === 'chatgpt')
      assert.deepEqual(
        {
          answers: part?.answers,
          named: part?.named,
          places: part?.places,
          value: part?.value,
          contribution: part?.contribution,
        },
        { answers: 2, named: 1, places: [{ place: 1, answers: 1 }], value: 0.5, contribution: 12.5 },
      )
      assert.deepEqual(
        part?.evidence.map(({ place, value }) => ({ place, value })),
        [
          { place: 1, value: 1 },
          { place: null, value: 0 },
        ],
      )
      const best = await client.getAnswer({ params: { id: part?.evidence[0]?.answerId ?? '' } })
      assert.equal(best.collectedAt, '2025-11-10T12:00:00.000Z')
      assert.equal(best.platform, 'chatgpt')
      const worst = await client.getAnswer({ params: { id: part?.evidence[1]?.answerId ?? '' } })
      assert.equal(worst.collectedAt, '2025-11-11T12:00:00.000Z')
    })

    test('the change is the trend, told by the cells that moved it', () => {
      const change = explained.change
      assert.equal(change?.delta, score.trend.delta)
      assert.deepEqual(change?.interval, score.trend.interval)
      assert.equal(change?.significant, score.trend.significant)
      assert.equal(change?.platformWide, score.trend.platformWide)
      assert.deepEqual(
        { from: change?.from, to: change?.to, before: change?.before, after: change?.after },
        { ...firstWeek, before: 69, after: 60 },
      )
      assert.deepEqual(change?.split, { platformPart: -22.2, brandPart: 13.2 })
      assert.deepEqual(
        change?.movers.map(({ promptId, platform, contribution }) => [
          weeks.promptIds.indexOf(promptId),
          platform,
          contribution,
        ]),
        [
          [1, 'chatgpt', 22.5],
          [0, 'claude', -20.25],
          [0, 'chatgpt', -11.25],
          [1, 'claude', 0],
        ],
      )
      const fallen = change?.movers[1]
      assert.deepEqual([fallen?.before.value, fallen?.after.value], [0.81, 0])
      assert.equal(fallen?.before.evidence[0]?.place, 3)
      assert.equal(fallen?.after.evidence[0]?.place, null)
    })

    test('a change may be explained from a longer span before', async () => {
      const { change } = await client.explainScore({ params, query: { compareWindow: '4w' } })
      assert.deepEqual({ from: change?.from, to: change?.to }, { from: '2025-10-13', to: firstWeek.to })
      assert.equal(change?.delta, -9)
      await assert.rejects(
        client.explainScore({ params, query: { compareWindow: 'x' } }),
        refusedWith('invalid_parameter', 'compareWindow'),
      )
      await assert.rejects(
        client.explainScore({ params, query: { compareWindow: '999d' } }),
        refusedWith('invalid_parameter'),
      )
    })

    test('what is not told one by one is told together', async () => {
      const query = { limit: 1, order: 'potential' as const, evidence: 0 }
      const { prompts, rest } = await client.explainScore({ params, query })
      assert.deepEqual(
        prompts.map(({ promptId }) => promptId),
        [weeks.promptIds[0]],
      )
      assert.deepEqual(rest, { prompts: 1, contribution: 47.5, potential: 2.5 })
      assert.deepEqual(prompts[0]?.platforms[0]?.evidence, [])
      await assert.rejects(
        client.explainScore({ params, query: { limit: 201 } }),
        refusedWith('invalid_parameter', 'limit'),
      )
    })

    test('of one platform it explains the platform’s score', async () => {
      const {
        score: own,
        exact,
        prompts,
        narrower,
      } = await client.explainScore({ params, query: { platform: 'claude' } })
      assert.deepEqual([own, exact], [50, 50])
      assert.deepEqual(
        prompts.map(({ contribution }) => contribution),
        [50, 0],
      )
      assert.ok(narrower && narrower.morePrompts > 0 && narrower.halvedWidth <= narrower.width / 2 + 0.1)
      assert.equal(narrower.wish.morePrompts, narrower.morePrompts)
      const wished = await client.explainScore({ params, query: { platform: 'claude', intervalWidth: 100 } })
      assert.deepEqual(
        [wished.narrower?.wish.width, wished.narrower?.wish.morePrompts, wished.narrower?.wish.timesAnswers],
        [100, 0, 1],
      )
      await assert.rejects(
        client.explainScore({ params, query: { platform: 'grok' } }),
        refusedWith('score_not_available'),
      )
    })
  })
})
