import type { DeliveryOutcome } from './outcome.ts'

/** How an endpoint fares. */
export type Health = {
  /** Since when nothing but failures; null: the last attempt succeeded, or there was none. */
  failingSince: Date | null
  /** Failed attempts since then. */
  failures: number
  /** When its owner was last warned, since then. */
  warnedAt: Date | null
}

export type Attempt = {
  outcome: DeliveryOutcome
  at: Date
  /** Of its delivery, from 1. */
  number: number
  /** Asked for by the owner: its failure is no news to anybody. */
  isTest: boolean
}

export type HealthChange = {
  health: Health
  /** Why it is sent nothing any more; null: it is. */
  disabled: 'gone' | 'failing' | null
  isWarned: boolean
  /** After a long time of failures it took something: what waits can go now. */
  isBack: boolean
}

const HOUR_MS = 3_600_000
/** W14: 120 hours of nothing but failures, and at least ten. */
const DISABLED_AFTER_MS = 120 * HOUR_MS
const DISABLED_AFTER_FAILURES = 10
/** A delivery's fourth failure comes half an hour after its first: no hiccup. */
const WARNED_AT_ATTEMPT = 4
const WARNED_AGAIN_AFTER_MS = 24 * HOUR_MS
/** After a shorter one, what waits is due soon anyway. */
const OUTAGE_MS = 10 * 60_000

export const HEALTHY: Health = { failingSince: null, failures: 0, warnedAt: null }

/** One attempt later. */
export function healthAfter(health: Health, attempt: Attempt): HealthChange {
  const { outcome, at, isTest } = attempt
  const unchanged = { health, disabled: null, isWarned: false, isBack: false }
  switch (outcome) {
    case 'delivered':
      return { ...unchanged, health: HEALTHY, isBack: hasFailedFor(health, at, OUTAGE_MS) }
    case 'gone':
      return isTest ? unchanged : { ...unchanged, health: afterFailure(health, at), disabled: 'gone' }
    case 'failed':
      return isTest ? unchanged : judged(afterFailure(health, at), attempt)
  }
}

function judged(health: Health, { at, number }: Attempt): HealthChange {
  const isSpent = hasFailedFor(health, at, DISABLED_AFTER_MS) && health.failures >= DISABLED_AFTER_FAILURES
  const isWarned = !isSpent && deservesWarning(health, at, number)
  return {
    health: isWarned ? { ...health, warnedAt: at } : health,
    disabled: isSpent ? 'failing' : null,
    isWarned,
    isBack: false,
  }
}

/** Twice in an outage: when a delivery's fourth attempt fails, and after a day. */
function deservesWarning({ failingSince, warnedAt }: Health, at: Date, number: number): boolean {
  if (failingSince === null) return false
  const dayAfter = failingSince.getTime() + WARNED_AGAIN_AFTER_MS
  if (at.getTime() >= dayAfter) return warnedAt === null || warnedAt.getTime() < dayAfter
  return warnedAt === null && number >= WARNED_AT_ATTEMPT
}

const afterFailure = ({ failingSince, failures, warnedAt }: Health, at: Date): Health => ({
  failingSince: failingSince ?? at,
  failures: failures + 1,
  warnedAt,
})

const hasFailedFor = ({ failingSince }: Health, at: Date, milliseconds: number): boolean =>
  failingSince !== null && at.getTime() - failingSince.getTime() >= milliseconds
