import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ask } from './support/http.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'

const HOUR_MS = 3_600_000
const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia']
/** Two days around what calendars and clocks find hard, and where in them a month that began on the 29th at noon ends. */
const spans = [
  { of: 'a leap day', from: '2028-02-28T06:00:00Z', boundary: '2028-02-29T12:00:00.000Z' },
  { of: 'February without one', from: '2027-02-27T06:00:00Z', boundary: '2027-02-28T12:00:00.000Z' },
  { of: 'the turn of the year', from: '2026-12-31T00:00:00Z', boundary: null },
  { of: 'summer time’s begin in New York', from: '2027-03-13T12:00:00Z', boundary: null },
  { of: 'summer time’s begin in Berlin', from: '2027-03-27T12:00:00Z', boundary: '2027-03-29T12:00:00.000Z' },
  { of: 'summer time’s end in Berlin', from: '2027-10-30T12:00:00Z', boundary: null },
  { of: 'summer time’s end on Lord Howe Island', from: '2027-04-03T00:00:00Z', boundary: null },
] as const

describe('the month of calls and the calendar', { timeout: 240_000 }, () => {
  let house: TestApp
  let nowMs = Date.parse('2026-10-29T12:00:00.000Z')
  const zoneBefore = process.env['TZ']

  before(async () => {
    house = await openTestApp({ now: () => new Date(nowMs) })
  })
  after(async () => {
    if (zoneBefore === undefined) delete process.env['TZ']
    else process.env['TZ'] = zoneBefore
    await house.close()
  })

  for (const { of, from, boundary } of spans)
    test(`D16 R13: over ${of}, in any zone of the machine, a month is never begun anew and never split`, async () => {
      const tenants = []
      for (const zone of zones) {
        nowMs = Date.parse('2026-10-29T12:00:00.000Z')
        const tenant = await house.tenant({ plan: 'pro' })
        await liftMinuteLimit(house, tenant)
        tenants.push({ zone, tenant })
      }
      for (const { zone, tenant } of tenants) {
        process.env['TZ'] = zone
        let used = 0
        for (let hour = 0; hour <= 48; hour += 1) {
          nowMs = Date.parse(from) + hour * HOUR_MS
          if (new Date(nowMs).toISOString() === boundary) used = 0
          used += 1
          const reply = await ask(`${house.baseUrl}/brands`, { key: tenant.key })
          assert.equal(reply.headers.get('x-ratelimit-remaining'), String(2_500 - used), new Date(nowMs).toISOString())
        }
        const { period, byDay, calls } = await tenant.client.getUsage()
        assert.equal(calls.used, used)
        if (boundary !== null) assert.equal(period.start, boundary)
        assert.match(period.start, /T12:00:00\.000Z$/)
        assert.equal(
          byDay.filter(({ day }) => day > period.start.slice(0, 10)).reduce((sum, day) => sum + day.calls, 0),
          boundary === null ? 49 : Math.max(0, hoursAfterDayOf(boundary, from)),
        )
      }
    })
})

/** Calls of the span that fall on days after the boundary's. */
function hoursAfterDayOf(boundary: string, from: string): number {
  const nextDayMs = Date.parse(`${boundary.slice(0, 10)}T00:00:00Z`) + 24 * HOUR_MS
  return Array.from({ length: 49 }, (_, hour) => Date.parse(from) + hour * HOUR_MS).filter((at) => at >= nextDayMs)
    .length
}
