import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CountedObservation } from '../../store/reading/observations.ts'
import { rollupsOf } from './rollups.ts'

const observation = (more: Partial<CountedObservation> = {}): CountedObservation => ({
  day: '2026-11-20',
  platform: 'chatgpt',
  promptId: 'p1',
  outcome: 'ok',
  surface: 'api',
  entities: [],
  ...more,
})

const named = (entityId: string, place: number): CountedObservation['entities'][number] => ({
  entityId,
  isNamed: true,
  isAcknowledgedAbsent: false,
  place,
  isListed: false,
  isCited: true,
  sentiment: 'positive',
})

test('one row a day, platform and prompt, in that order', () => {
  const rollups = rollupsOf([
    observation({ day: '2026-11-21' }),
    observation({ platform: 'claude' }),
    observation({ promptId: 'p2' }),
    observation(),
    observation(),
  ])
  assert.deepEqual(
    rollups.map(({ day, platform, promptId, outcomes }) => [day, platform, promptId, outcomes.ok]),
    [
      ['2026-11-20', 'chatgpt', 'p1', 2],
      ['2026-11-20', 'chatgpt', 'p2', 1],
      ['2026-11-20', 'claude', 'p1', 1],
      ['2026-11-21', 'chatgpt', 'p1', 1],
    ],
  )
})

test('every outcome is counted as itself, and only ok answers count for an entity', () => {
  const outcomes = ['ok', 'not_triggered', 'refused', 'empty', 'failed', 'failed', 'unreadable']
  const [rollup] = rollupsOf(outcomes.map((outcome) => observation({ outcome, entities: [named('brand', 2)] })))
  assert.deepEqual(rollup?.outcomes, { ok: 1, notTriggered: 1, refused: 1, empty: 1, failed: 2, unreadable: 1 })
  assert.deepEqual(rollup?.entities['brand'], {
    named: 1,
    acknowledgedAbsent: 0,
    places: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    placeSum: 2,
    listed: 0,
    cited: 1,
    sentiment: { positive: 1, neutral: 0, negative: 0, mixed: 0 },
  })
})

test('simulated answers are counted beside the others, whatever their outcome', () => {
  const [rollup] = rollupsOf([
    observation({ surface: 'simulated' }),
    observation({ surface: 'simulated', outcome: 'failed' }),
    observation({ surface: 'import' }),
  ])
  assert.equal(rollup?.simulated, 2)
  assert.equal(rollupsOf([observation()])[0]?.simulated, 0)
})

test('the order of the observations is of no matter', () => {
  const observations = [1, 2, 3, 4].flatMap((place) => [
    observation({ entities: [named('brand', place)] }),
    observation({ platform: 'claude', surface: 'simulated', entities: [named('rival', place)] }),
    observation({ day: '2026-11-19', outcome: 'refused' }),
  ])
  assert.deepEqual(rollupsOf(observations.toReversed()), rollupsOf(observations))
})

test('nothing gives nothing', () => {
  assert.deepEqual(rollupsOf([]), [])
})
