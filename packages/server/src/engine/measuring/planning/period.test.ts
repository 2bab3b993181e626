import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, date, property } from 'fast-check'
import { periodOf } from './period.ts'

const at = (text: string): Date => new Date(text)

/** Starts of so many periods from the anchor on, each found from the end of the one before. */
function starts(anchor: string, count: number): string[] {
  const found: string[] = []
  let instant = at(anchor)
  for (let index = 0; index < count; index += 1) {
    const { start, end } = periodOf(at(anchor), instant)
    found.push(start.toISOString())
    instant = end
  }
  return found
}

const days = (instants: string[]): string[] => instants.map((instant) => instant.slice(0, 10))

test('D14: periods from the 31st end with short months and come back to the 31st', () => {
  assert.deepEqual(days(starts('2026-10-31T09:30:00.000Z', 6)), [
    '2026-10-31',
    '2026-11-30',
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
  ])
  assert.equal(days(starts('2027-10-31T09:30:00.000Z', 5))[4], '2028-02-29')
})

test('D14: periods from 29 February keep the 29th, and have the 28th in years without one', () => {
  const found = days(starts('2028-02-29T00:00:00.000Z', 49))
  assert.equal(found[1], '2028-03-29')
  assert.equal(found[12], '2029-02-28')
  assert.equal(found[13], '2029-03-29')
  assert.equal(found[48], '2032-02-29')
})

for (const anchor of ['2026-10-31T23:59:59.999Z', '2028-02-29T12:00:00.000Z', '2026-01-30T00:00:00.000Z'])
  test(`D14: over 36 months from ${anchor} no boundary drifts in day or time of day`, () => {
    const anchorDay = at(anchor).getUTCDate()
    starts(anchor, 37).forEach((start, index) => {
      const month = new Date(Date.UTC(at(anchor).getUTCFullYear(), at(anchor).getUTCMonth() + index, 1))
      const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
      assert.equal(start.slice(0, 7), month.toISOString().slice(0, 7))
      assert.equal(Number(start.slice(8, 10)), Math.min(anchorDay, lastDay))
      assert.equal(start.slice(10), anchor.slice(10))
    })
  })

test('D15: an instant before a boundary is in the old period, the boundary and what follows in the new one', () => {
  const anchor = at('2026-10-31T09:30:00.000Z')
  const boundary = periodOf(anchor, anchor).end.getTime()
  assert.equal(periodOf(anchor, new Date(boundary - 1)).end.getTime(), boundary)
  assert.equal(periodOf(anchor, new Date(boundary)).start.getTime(), boundary)
  assert.equal(periodOf(anchor, new Date(boundary + 1)).start.getTime(), boundary)
})

test('D14: for any anchor and instant: the period holds it, is 28 to 31 days long, and meets its neighbours', () => {
  const instant = date({ min: at('1990-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z'), noInvalidDate: true })
  check(
    property(instant, instant, (anchor, now) => {
      const { start, end } = periodOf(anchor, now)
      assert.ok(start <= now && now < end)
      const length = (end.getTime() - start.getTime()) / 86_400_000
      assert.ok(length >= 28 && length <= 31 && Number.isInteger(length))
      assert.deepEqual(periodOf(anchor, end).start, end)
      assert.deepEqual(periodOf(anchor, new Date(start.getTime() - 1)).end, start)
      assert.deepEqual(periodOf(anchor, start), { start, end })
    }),
    { numRuns: 2_000 },
  )
})
