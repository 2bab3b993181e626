import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { array, assert as check, constantFrom, integer, nat, property, record } from 'fast-check'
import { HEALTHY, healthAfter, type Attempt, type Health } from './health.ts'
import type { DeliveryOutcome } from './outcome.ts'

const start = Date.parse('2026-11-21T12:00:00.000Z')
const HOUR_MS = 3_600_000
const attempt = (outcome: DeliveryOutcome, hours: number, number = 1, isTest = false): Attempt => ({
  outcome,
  at: new Date(start + hours * HOUR_MS),
  number,
  isTest,
})

type Told = { hours: number; what: 'warned' | 'back' | 'gone' | 'failing' }

/** What is told of an endpoint through some attempts, up to its disabling. */
function toldOf(attempts: Attempt[], from: Health = HEALTHY): Told[] {
  const told: Told[] = []
  let health = from
  for (const one of attempts) {
    const change = healthAfter(health, one)
    const hours = (one.at.getTime() - start) / HOUR_MS
    health = change.health
    if (change.isWarned) told.push({ hours, what: 'warned' })
    if (change.isBack) told.push({ hours, what: 'back' })
    if (change.disabled) return [...told, { hours, what: change.disabled }]
  }
  return told
}

describe('how an endpoint fares', () => {
  test('W14 down for five days: warned at the fourth attempt and after a day, disabled after 120 hours', () => {
    // An event every six hours; each is tried again after half an hour for the fourth time.
    const attempts = Array.from({ length: 30 }, (_, index) => index * 6).flatMap((hours) => [
      attempt('failed', hours, 1),
      attempt('failed', hours + 0.6, 4),
    ])
    assert.deepEqual(toldOf(attempts), [
      { hours: 0.6, what: 'warned' },
      { hours: 24, what: 'warned' },
      { hours: 120, what: 'failing' },
    ])
  })

  test('W14 one success resets all of it', () => {
    const failing = Array.from({ length: 20 }, (_, index) => attempt('failed', index * 6, 4))
    const { health } = healthAfter(
      { failingSince: new Date(start), failures: 99, warnedAt: new Date(start) },
      attempt('delivered', 119),
    )
    assert.deepEqual(health, HEALTHY)
    const told = toldOf([
      ...failing,
      attempt('delivered', 119.9),
      ...failing.map((one) => ({ ...one, at: new Date(one.at.getTime() + 120 * HOUR_MS) })),
    ])
    assert.deepEqual(
      told.map(({ what }) => what),
      ['warned', 'warned', 'back', 'warned', 'warned'],
    )
  })

  test('W14 120 hours with fewer than ten failures disable nothing', () => {
    const nine = Array.from({ length: 9 }, (_, index) => attempt('failed', index * 20))
    assert.deepEqual(
      toldOf(nine).map(({ what }) => what),
      ['warned'],
    )
    assert.equal(toldOf([...nine, attempt('failed', 200)]).at(-1)?.what, 'failing')
  })

  test('W15 a failure every second for ten days, among successes: never disabled, never warned', () => {
    const attempts = Array.from({ length: 2_000 }, (_, index) =>
      attempt(index % 2 ? 'failed' : 'delivered', index * 0.12),
    )
    assert.deepEqual(toldOf(attempts), [])
  })

  test('W10 410 disables at once', () => {
    assert.deepEqual(toldOf([attempt('delivered', 0), attempt('gone', 1)]), [{ hours: 1, what: 'gone' }])
  })

  test('W13 back is who failed for ten minutes, and then took something', () => {
    assert.deepEqual(toldOf([attempt('failed', 0), attempt('delivered', 0.1)]), [])
    assert.deepEqual(toldOf([attempt('failed', 0), attempt('failed', 0.1), attempt('delivered', 0.2)]), [
      { hours: 0.2, what: 'back' },
    ])
  })

  test('a test’s failure is no news; its success is', () => {
    assert.deepEqual(healthAfter(HEALTHY, attempt('failed', 0, 1, true)).health, HEALTHY)
    assert.equal(healthAfter(HEALTHY, attempt('gone', 0, 1, true)).disabled, null)
    const failing = { failingSince: new Date(start), failures: 3, warnedAt: null }
    assert.equal(healthAfter(failing, attempt('delivered', 5, 1, true)).isBack, true)
  })

  test('whatever comes: disabled only by 410 or 120 hours without a success and ten failures; warned at most twice in an outage', () => {
    const any = record({
      outcome: constantFrom<DeliveryOutcome>('failed', 'failed', 'failed', 'delivered'),
      gapMs: nat(20 * HOUR_MS),
      number: integer({ min: 1, max: 12 }),
    })
    check(
      property(array(any, { maxLength: 80 }), (steps) => {
        let health = HEALTHY
        let at = start
        let failedSince: number | null = null
        let failures = 0
        let warnings = 0
        for (const { outcome, gapMs, number } of steps) {
          at += gapMs
          const change = healthAfter(health, { outcome, at: new Date(at), number, isTest: false })
          health = change.health
          if (outcome === 'delivered') {
            assert.deepEqual(health, HEALTHY)
            failedSince = null
            failures = 0
            warnings = 0
            continue
          }
          failedSince ??= at
          failures += 1
          warnings += Number(change.isWarned)
          assert.ok(warnings <= 2)
          assert.equal(change.disabled === 'failing', at - failedSince >= 120 * HOUR_MS && failures >= 10)
          if (change.disabled) return
        }
      }),
    )
  })
})
