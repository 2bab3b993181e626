import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelMarks, setMarks, inOrder } from './marks.ts'
import { batchesOf, periodOf, periodsOf } from './periods.ts'

test('a day is the seven days that end with it, a week begins on Monday, a month is of the calendar', () => {
  assert.deepEqual(periodOf('day', '2026-03-01'), { from: '2026-02-23', to: '2026-03-01' })
  assert.deepEqual(periodOf('week', '2026-01-01'), { from: '2025-12-29', to: '2026-01-04' })
  assert.deepEqual(periodOf('week', '2026-01-04'), { from: '2025-12-29', to: '2026-01-04' })
  assert.deepEqual(periodOf('week', '2026-01-05'), { from: '2026-01-05', to: '2026-01-11' })
  assert.deepEqual(periodOf('month', '2028-02-17'), { from: '2028-02-01', to: '2028-02-29' })
  assert.deepEqual(periodOf('month', '2026-12-31'), { from: '2026-12-01', to: '2026-12-31' })
})

test('the periods of some days touch them, in full and without a gap', () => {
  const days = { from: '2025-12-30', to: '2026-02-01' }
  assert.deepEqual(
    periodsOf('month', days).map(({ from }) => from),
    ['2025-12-01', '2026-01-01', '2026-02-01'],
  )
  assert.deepEqual(
    periodsOf('week', days).map(({ from }) => from),
    ['2025-12-29', '2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26'],
  )
  const dayPeriods = periodsOf('day', days)
  assert.equal(dayPeriods.length, 34)
  assert.equal(dayPeriods[0]?.to, '2025-12-30')
  assert.equal(dayPeriods.at(-1)?.to, '2026-02-01')
})

test('what is read at once holds every period once, whole, and few days', () => {
  for (const kind of ['day', 'week', 'month'] as const) {
    const periods = periodsOf(kind, { from: '2025-01-10', to: '2026-02-01' })
    const batches = batchesOf(periods, 35)
    assert.deepEqual(
      batches.flatMap((batch) => batch.periods),
      periods,
    )
    for (const { span, periods: held } of batches) {
      assert.ok((Date.parse(span.to) - Date.parse(span.from)) / 86_400_000 < 35)
      for (const period of held) assert.ok(period.from >= span.from && period.to <= span.to)
    }
  }
})

const seen = (day: string, model: string, answers: number, platform = 'chatgpt') => ({ day, platform, model, answers })

test('a model is marked on the day it becomes dominant, across days without answers, and not while two are level', () => {
  const marks = modelMarks([
    seen('2026-01-01', 'a', 3),
    seen('2026-01-02', 'a', 2),
    seen('2026-01-02', 'b', 2),
    seen('2026-01-05', 'b', 2),
    seen('2026-01-05', 'a', 1),
    seen('2026-01-01', 'x', 3, 'claude'),
    seen('2026-01-05', 'x', 3, 'claude'),
  ])
  assert.deepEqual(
    marks.map(({ day, platform, before, after }) => ({ day, platform, before, after })),
    [{ day: '2026-01-05', platform: 'chatgpt', before: 'a', after: 'b' }],
  )
})

test('marks stand in the order of their days, each with every field', () => {
  const change = { added: 1, removed: 0, changed: 0, names: ['Acme'] }
  const marks = inOrder([
    ...setMarks('competitors', [{ day: '2026-01-09', ...change }]),
    ...setMarks('prompts', [{ day: '2026-01-02', ...change, names: [] }]),
  ])
  assert.deepEqual(marks[0], {
    day: '2026-01-02',
    kind: 'prompts',
    platform: null,
    before: null,
    after: null,
    added: 1,
    removed: 0,
    changed: 0,
    names: [],
  })
  assert.equal(marks[1]?.day, '2026-01-09')
})
