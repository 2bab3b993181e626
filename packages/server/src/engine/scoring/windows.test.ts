import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { addDays, dayOf, parseWindow, windowDays } from './windows.ts'

test('a window is a number and a unit letter, from 1 to 365 days', () => {
  assert.deepEqual(['1d', '7d', '28d', '365d', '1w', '4w', '52w'].map(parseWindow), [1, 7, 28, 365, 7, 28, 364])
  for (const wrong of ['', '7', 'd', '0d', '-7d', '07d', '366d', '53w', '1000d', '7 d', '7D', '1m', '7d\n', '1.5d']) {
    assert.equal(parseWindow(wrong), null, wrong)
    assert.throws(() => windowDays(wrong, '2026-11-20'), RangeError)
  }
})

test('a window ends with today, and the window before it ends the day before it begins', () => {
  assert.deepEqual(windowDays('7d', '2026-11-20'), {
    from: '2026-11-14',
    to: '2026-11-20',
    previousFrom: '2026-11-07',
    previousTo: '2026-11-13',
  })
  assert.deepEqual(windowDays('1d', '2024-03-01'), {
    from: '2024-03-01',
    to: '2024-03-01',
    previousFrom: '2024-02-29',
    previousTo: '2024-02-29',
  })
  assert.equal(windowDays('4w', '2026-01-05').from, '2025-12-09')
})

test('both windows are as long as asked and touch each other, on every day of the calendar', () => {
  const today = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days))
  fc.assert(
    fc.property(today, fc.integer({ min: 1, max: 365 }), (day, length) => {
      const { from, to, previousFrom, previousTo } = windowDays(`${length}d`, day)
      assert.equal(to, day)
      assert.equal(addDays(from, length - 1), to)
      assert.equal(addDays(previousTo, 1), from)
      assert.equal(addDays(previousFrom, length - 1), previousTo)
    }),
  )
})

test('what is no day of the calendar is refused', () => {
  for (const wrong of ['2026-02-29', '2026-13-01', '20261120', 'today'])
    assert.throws(() => addDays(wrong, 1), RangeError)
  assert.equal(dayOf(Date.UTC(2026, 10, 20, 23, 59, 59, 999)), '2026-11-20')
})
