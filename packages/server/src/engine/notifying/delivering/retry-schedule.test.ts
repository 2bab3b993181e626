import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assert as check, double, integer, nat, property, string } from 'fast-check'
import { nextAttemptAt, retryAfterMs } from './retry-schedule.ts'

const createdAt = new Date('2026-11-21T12:00:00.000Z')
const chances = double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const planned = [0, 5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)

/** All attempts of a delivery whose receiver always fails, in milliseconds after the one before. */
function attemptsOf(chance: () => number, wait: (header: number) => number | null = () => null): number[] {
  const gaps = [0]
  let at = createdAt
  for (;;) {
    const next = nextAttemptAt(
      { attempts: gaps.length, createdAt, failedAt: at, retryAfterMs: wait(gaps.length) },
      chance,
    )
    if (!next) return gaps
    gaps.push(next.getTime() - at.getTime())
    at = next
  }
}

describe('the schedule of a delivery', () => {
  test('W12 ten attempts, at 0, 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours, each ± 20 %', () => {
    assert.deepEqual(attemptsOf(() => 0.5).map(Math.round), planned)
    check(
      property(chances, (chance) => {
        const gaps = attemptsOf(() => chance)
        assert.equal(gaps.length, 10)
        for (const [index, gap] of gaps.entries()) {
          const delay = planned[index] ?? 0
          assert.ok(gap >= 0.8 * delay - 1 && gap <= 1.2 * delay + 1, `${gap} for ${delay}`)
        }
      }),
    )
  })

  test('W12 the whole of it takes 75 hours, 35 minutes and 5 seconds', () => {
    const total = attemptsOf(() => 0.5).reduce((sum, gap) => sum + gap, 0)
    assert.equal(Math.round(total), 75 * HOUR_MS + 35 * 60 * SECOND_MS + 5 * SECOND_MS)
  })

  test('W11 Retry-After is honoured from the planned pause to its double', () => {
    check(
      property(integer({ min: 1, max: 9 }), nat(10 ** 12), chances, (attempts, wantedMs, chance) => {
        const failed = { attempts, createdAt, failedAt: createdAt }
        const gap = (retryAfter: number | null): number =>
          (nextAttemptAt({ ...failed, retryAfterMs: retryAfter }, () => chance)?.getTime() ?? 0) - createdAt.getTime()
        const scheduled = gap(null)
        assert.ok(Math.abs(gap(wantedMs) - Math.min(Math.max(wantedMs, scheduled), 2 * scheduled)) <= 1)
      }),
    )
  })

  test('attempts before their time use up nothing: a delivery lives for its schedule', () => {
    check(
      property(integer({ min: 10, max: 500 }), nat(60 * HOUR_MS - 1), chances, (attempts, ageMs, chance) => {
        const failedAt = new Date(createdAt.getTime() + ageMs)
        const next = nextAttemptAt({ attempts, createdAt, failedAt, retryAfterMs: null }, () => chance)
        const gap = (next?.getTime() ?? 0) - failedAt.getTime()
        assert.ok(gap >= 0.8 * 24 * HOUR_MS - 1 && gap <= 1.2 * 24 * HOUR_MS + 1)
      }),
    )
    const late = new Date(createdAt.getTime() + 61 * HOUR_MS)
    assert.equal(
      nextAttemptAt({ attempts: 10, createdAt, failedAt: late, retryAfterMs: 1 }, () => 0),
      null,
    )
  })
})

describe('W11 Retry-After', () => {
  const now = new Date('2026-11-21T12:00:00.000Z')
  test('seconds', () => {
    assert.equal(retryAfterMs('120', now), 120_000)
    assert.equal(retryAfterMs(' 0 ', now), 0)
  })
  test('a date of HTTP, which may have passed', () => {
    assert.equal(retryAfterMs('Sat, 21 Nov 2026 12:02:00 GMT', now), 120_000)
    assert.equal(retryAfterMs('Sat, 21 Nov 2026 11:00:00 GMT', now), 0)
  })
  test('anything else asks for nothing', () => {
    const strange = [
      '',
      '-5',
      '1e9',
      '1.5',
      'soon',
      '2026-11-21T12:02:00Z',
      'Sat, 41 Nov 2026 12:02:00 GMT',
      '0x10',
      '120, 130',
    ]
    for (const header of [undefined, ...strange]) assert.equal(retryAfterMs(header, now), null, header)
    check(
      property(string(), (header) => {
        const wanted = retryAfterMs(header, now)
        assert.ok(wanted === null || wanted >= 0)
      }),
    )
  })
})
