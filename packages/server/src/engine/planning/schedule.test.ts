import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { nextRunAt } from './schedule.ts'

const next = (hour: number, days: number[], after: string) => nextRunAt({ hour, days }, new Date(after)).toISOString()
const everyDay = [0, 1, 2, 3, 4, 5, 6]

test('the next run is the first due hour strictly after the given instant', () => {
  // 2026-11-20 is a Friday.
  assert.equal(next(6, everyDay, '2026-11-20T05:59:59.999Z'), '2026-11-20T06:00:00.000Z')
  assert.equal(next(6, everyDay, '2026-11-20T06:00:00.000Z'), '2026-11-21T06:00:00.000Z')
  assert.equal(next(6, [5], '2026-11-20T06:00:00.000Z'), '2026-11-27T06:00:00.000Z')
  assert.equal(next(0, [0], '2026-12-31T12:00:00.000Z'), '2027-01-03T00:00:00.000Z')
  assert.equal(next(23, [1, 4], '2028-02-28T23:30:00.000Z'), '2028-03-02T23:00:00.000Z')
})

test('a schedule is due within a week, on one of its days, at its hour', () => {
  const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
  fc.assert(
    fc.property(instant, days, fc.integer({ min: 0, max: 23 }), (after, days, hour) => {
      const due = nextRunAt({ hour, days }, after)
      const waitMs = due.getTime() - after.getTime()
      assert.ok(waitMs > 0 && waitMs <= 7 * 86_400_000)
      assert.ok(days.includes(due.getUTCDay()))
      assert.equal(due.toISOString().slice(11), `${String(hour).padStart(2, '0')}:00:00.000Z`)
    }),
  )
})

test('a schedule without a day is refused', () => {
  assert.throws(() => nextRunAt({ hour: 6, days: [] }, new Date('2026-11-20T00:00:00Z')), RangeError)
})
