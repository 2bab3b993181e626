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

test('R13 over a leap day, the 31st, the turn of the year and both changes of the clock there is one turn a day, at its hour in UTC', () => {
  const zoneBefore = process.env['TZ']
  try {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia']) {
      process.env['TZ'] = zone
      for (const [from, days] of [
        ['2028-02-27', ['2028-02-28', '2028-02-29', '2028-03-01']],
        ['2027-02-27', ['2027-02-28', '2027-03-01', '2027-03-02']],
        ['2026-10-30', ['2026-10-31', '2026-11-01', '2026-11-02']],
        ['2026-12-30', ['2026-12-31', '2027-01-01', '2027-01-02']],
        ['2027-03-26', ['2027-03-27', '2027-03-28', '2027-03-29']],
        ['2027-03-12', ['2027-03-13', '2027-03-14', '2027-03-15']],
      ] as const)
        for (let hour = 0; hour < 24; hour += 1) {
          const time = `T${String(hour).padStart(2, '0')}:00:00.000Z`
          let at = `${from}${time}`
          for (const day of days) {
            at = next(hour, everyDay, at)
            assert.equal(at, `${day}${time}`, zone)
          }
        }
    }
  } finally {
    if (zoneBefore === undefined) delete process.env['TZ']
    else process.env['TZ'] = zoneBefore
  }
})
