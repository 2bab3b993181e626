import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventTypes, operations, plans, type Operation } from '@sightline/sdk'
import {
  HEALTHY,
  healthAfter,
  type Health,
  type HealthChange,
} from '../packages/server/src/engine/notifying/delivering/health.ts'
import { refusalOf } from '../packages/server/src/engine/notifying/delivering/outcome.ts'
import { nextAttemptAt, retryAfterMs } from '../packages/server/src/engine/notifying/delivering/retry-schedule.ts'
import { BODY_MAX_BYTES } from '../packages/server/src/engine/notifying/events/fit.ts'
import { formatOfHost } from '../packages/server/src/messages/hosts.ts'
import { MAX_OLD, OVERLAP_MS } from '../packages/server/src/operations/notifying/webhook-secrets.ts'
import { failureReasons } from '../packages/server/src/base/outbound/failures.ts'
import { LIMITS } from '../packages/server/src/base/outbound/outbound.ts'
import { KEPT_DAYS, SUPPRESSED_KEPT_DAYS } from '../packages/server/src/pipeline/notifying/delivery-retention.ts'

const guide = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8').replaceAll(/\s+/g, ' ')
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const units: Record<string, number> = { s: SECOND, min: 60 * SECOND, h: HOUR }

/** The figures in a sentence of the guide. */
function figures(sentence: RegExp): number[] {
  const found = sentence.exec(guide)
  assert.ok(found, `docs/webhooks.md says ${sentence}`)
  return found.slice(1).map(Number)
}

/** When the attempts of a delivery that always fails are made, in milliseconds after the one before. */
function delays(chance: number, asked: number | null = null): number[] {
  const createdAt = new Date('2026-11-20T08:00:00.000Z')
  const made = [0]
  let failedAt = createdAt
  for (let attempts = 1; ; attempts++) {
    const next = nextAttemptAt({ attempts, createdAt, failedAt, retryAfterMs: asked }, () => chance)
    if (next === null) return made
    made.push(next.getTime() - failedAt.getTime())
    failedAt = next
  }
}

describe('docs/webhooks.md says what the code does:', () => {
  test('W12 the schedule, its jitter, the number of attempts and how long they take', () => {
    const listed = /Attempts are made after ((?:\d+ (?:s|min|h)(?:, | and )?)+)/.exec(guide)?.[1] ?? ''
    const told = [...listed.matchAll(/(\d+) (s|min|h)/g)].map(
      ([, count, unit = '']) => Number(count) * (units[unit] ?? 0),
    )
    assert.deepEqual(delays(0.5), told)
    const [jitter = 0, attempts, hours = 0] = figures(/± (\d+) %: (\d+) attempts in about (\d+) hours/)
    assert.equal(told.length, attempts)
    assert.equal(Math.floor(told.reduce((sum, delay) => sum + delay, 0) / HOUR), hours)
    assert.deepEqual(
      delays(0),
      told.map((delay) => delay * (1 - jitter / 100)),
    )
  })

  test('W11 Retry-After is honoured between the pause and twice that', () => {
    assert.match(guide, /`Retry-After` is honoured, between the planned pause and twice that/)
    assert.equal(delays(0.5, retryAfterMs('9', new Date()))[1], 9 * SECOND)
    assert.equal(delays(0.5, retryAfterMs('999', new Date()))[1], 10 * SECOND)
    assert.equal(delays(0.5, retryAfterMs('1', new Date()))[1], 5 * SECOND)
  })

  test('W10 W14 disabling and its notices', () => {
    const [hours = 0, failures = 0, warnedAt = 0, warnedAfter = 0] = figures(
      /(\d+) hours of nothing but failures, at least (\d+) of them, disable it too, after notices at a delivery's (\d+)th failure and after (\d+) hours/,
    )
    const start = Date.parse('2026-11-20T08:00:00.000Z')
    const failed = (health: Health, hour: number, number: number): HealthChange =>
      healthAfter(health, { outcome: 'failed', at: new Date(start + hour * HOUR), number, isTest: false })
    const first = failed(HEALTHY, 0, 1)
    assert.equal(failed({ ...first.health, failures: failures - 1 }, hours, 2).disabled, 'failing')
    assert.equal(failed({ ...first.health, failures: failures - 2 }, hours, 2).disabled, null)
    assert.equal(failed({ ...first.health, failures: failures - 1 }, hours - 0.01, 2).disabled, null)
    assert.deepEqual(
      [failed(first.health, 1, warnedAt - 1).isWarned, failed(first.health, 1, warnedAt).isWarned],
      [false, true],
    )
    assert.equal(failed({ ...first.health, warnedAt: new Date(start + HOUR) }, warnedAfter, 1).isWarned, true)
    const gone = healthAfter(HEALTHY, { outcome: 'gone', at: new Date(start), number: 1, isTest: false })
    assert.equal(gone.disabled, 'gone')
    const [outage = 0] = figures(/an outage of more than (\d+) minutes/)
    const back = (hour: number) =>
      healthAfter(first.health, { outcome: 'delivered', at: new Date(start + hour * HOUR), number: 2, isTest: false })
    assert.deepEqual([back(outage / 60).isBack, back(outage / 60 - 0.01).isBack], [true, false])
    assert.deepEqual(back(1).health, HEALTHY)
  })

  test('limits of time and size', () => {
    assert.deepEqual(figures(/must arrive within (\d+) seconds, all of it within (\d+)/), [
      LIMITS.headMs / SECOND,
      LIMITS.totalMs / SECOND,
    ])
    assert.deepEqual(figures(/Its first (\d+) KiB are read, (\d+) KiB are kept/), [
      LIMITS.readBytes / 1_024,
      LIMITS.keptBytes / 1_024,
    ])
    assert.deepEqual(figures(/Never more than (\d+) kB/), [BODY_MAX_BYTES / 1_000])
    assert.deepEqual(figures(/For (\d+) hours every delivery carries a signature of each/), [OVERLAP_MS / HOUR])
    assert.deepEqual(figures(/At most (\d+) old ones/), [MAX_OLD])
    assert.deepEqual(figures(/kept for (\d+) days; what was kept back for (\d+)/), [KEPT_DAYS, SUPPRESSED_KEPT_DAYS])
  })

  test('how many subscriptions each plan has, and what Free counts', () => {
    const { free, pro, business, agency } = plans
    assert.deepEqual(
      figures(/(\d+) on Free, (\d+) on Pro, (\d+) on Business, (\d+) on Agency/),
      [free, pro, business, agency].map(({ webhooks }) => webhooks),
    )
    assert.deepEqual(figures(/counts as one call of the month's (\d+)/), [free.callsPerMonth])
    assert.equal(free.countsWebhookEvents && !pro.countsWebhookEvents, true)
  })

  test('every kind of event, every reason of a failure, every chat tool, every address', () => {
    for (const { type } of eventTypes) assert.match(guide, new RegExp(`\\| \`${type}\` \\|`))
    for (const reason of [...failureReasons, refusalOf(404), refusalOf(301), refusalOf(410)])
      assert.ok(guide.includes(`\`${reason}\``), String(reason))
    const rows = [...guide.matchAll(/\| `(slack|discord|teams|googlechat)` \| ([^|]+) \|/g)]
    assert.equal(rows.length, 4)
    for (const [, format, hosts = ''] of rows)
      for (const [, host = ''] of hosts.matchAll(/`([^`]+)`/g))
        assert.equal(formatOfHost(`https://${host.replace('*', 'x')}/x`), format, host)
    const known = Object.values<Operation>(operations).map(({ method, path }) => `${method} ${path}`)
    for (const [, method, path = ''] of guide.matchAll(/`(GET|POST|DELETE|PATCH) (\/[\w/{}-]+)/g))
      assert.ok(known.includes(`${method} ${path}`), `${method} ${path}`)
  })
})
