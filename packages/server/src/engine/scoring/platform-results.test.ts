import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { countCells } from './cells.ts'
import { answer, anyObservations, observed } from './cells.test-support.ts'
import { platformResults } from './platform-results.ts'
import { score } from './score.ts'

test('each platform shows its rates beside the counts they are made from', () => {
  const absent = observed('brand', null, { isNamed: true, isAcknowledgedAbsent: true, sentiment: 'negative' })
  const [chatgpt] = platformResults(
    countCells([
      answer('p1', 'chatgpt', { brand: 2 }),
      answer('p1', 'chatgpt', { brand: null }),
      {
        promptId: 'p2',
        platform: 'chatgpt',
        outcome: 'ok',
        entities: [observed('brand', 5, { isCited: true, isListed: true })],
      },
      { promptId: 'p2', platform: 'chatgpt', outcome: 'ok', entities: [absent] },
      { promptId: 'p3', platform: 'chatgpt', outcome: 'notTriggered', entities: [] },
    ]),
    'brand',
  )
  const { score, interval, sample, ...rest } = chatgpt!
  assert.ok(Math.abs(score! - (45 + 65.61 / 2) / 2) < 1e-9)
  assert.ok(interval![0] >= 0 && interval![1] <= 100)
  assert.deepEqual([sample.prompts, sample.answers], [2, 4])
  assert.deepEqual(rest, {
    platform: 'chatgpt',
    outcomes: { ok: 4, notTriggered: 1, refused: 0, empty: 0, failed: 0, unreadable: 0 },
    triggerRate: 0.8,
    mentionRate: 0.75,
    named: 3,
    acknowledgedAbsent: 1,
    meanPlace: 3.5,
    placed: 2,
    placeSum: 7,
    listed: 1,
    citationRate: 0.25,
    cited: 1,
    sentiment: { positive: 0, neutral: 2, negative: 1, mixed: 0 },
  })
})

test('a platform without a valid answer shows its outcomes and no number', () => {
  const [refusing, failing] = platformResults(
    countCells([
      { promptId: 'p1', platform: 'a', outcome: 'refused', entities: [] },
      { promptId: 'p1', platform: 'b', outcome: 'failed', entities: [] },
    ]),
    'brand',
  )
  for (const result of [refusing!, failing!]) {
    const { score, interval, mentionRate, meanPlace, citationRate } = result
    assert.deepEqual([score, interval, mentionRate, meanPlace, citationRate], [null, null, null, null, null])
  }
  assert.deepEqual([refusing!.triggerRate, failing!.triggerRate], [1, null])
  assert.equal(failing!.outcomes.failed, 1)
})

test('a platform’s score and interval are those of the score', () => {
  fc.assert(
    fc.property(anyObservations, (observations) => {
      const cells = countCells(observations)
      const shared = platformResults(cells, 'brand').filter((result) => result.score !== null)
      assert.deepEqual(
        shared.map(({ platform, score, interval, sample, triggerRate }) => ({
          platform,
          score,
          interval,
          sample,
          triggerRate,
        })),
        (score(cells, 'brand')?.platforms ?? []).map(({ provisional: _provisional, ...told }) => told),
      )
    }),
  )
})
