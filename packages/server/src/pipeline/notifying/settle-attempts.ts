import { HEALTHY, healthAfter, type Health, type HealthChange } from '../../engine/notifying/delivering/health.ts'
import { outcomeOf } from '../../engine/notifying/delivering/outcome.ts'
import { nextAttemptAt, retryAfterMs } from '../../engine/notifying/delivering/retry-schedule.ts'
import { insertAuditEntry } from '../../store/accounts/audit.ts'
import type { Db } from '../../base/db/db.ts'
import { pullForward, type Endpoint } from '../../store/notifying/delivery-claims.ts'
import {
  cancelWaiting,
  disableWebhook,
  releaseClaims,
  saveHealth,
  settleDeliveries,
  type DeliveryOutcome,
} from '../../store/notifying/delivery-outcomes.ts'
import type { Jobs } from '../../jobs/kinds.ts'
import type { Sent } from './send-delivery.ts'

type Made = Extract<Sent, { kind: 'made' }>

/** After an outage, so many a second. */
const CATCH_UP_PER_SECOND = 10
const NOTED_EVERY_MS = 1_000

/**
 * Writes what attempts brought, to the deliveries and to their endpoint, which is locked.
 * @returns how the endpoint fares now
 */
export async function settleAttempts(
  db: Db,
  { organizationId, webhookId }: Jobs['deliver'],
  endpoint: Endpoint,
  sent: readonly Sent[],
  { now, chance }: { now: Date; chance: () => number },
): Promise<Pick<Endpoint, 'status' | 'failingSince'>> {
  const made = sent.filter((one) => one.kind === 'made')
  const givenUp = sent.filter((one) => one.kind === 'given up').map(({ claim }) => claim)
  if (givenUp.length > 0) await releaseClaims(db, organizationId, givenUp, now)
  if (made.length === 0) return endpoint
  const outcomes = made.map((one) => toOutcome(one, endpoint, chance))
  const believed = await settleDeliveries(db, organizationId, outcomes)
  const told = made.filter(({ claim }) => believed.has(claim.id))
  // One that was paused or disabled meanwhile is not judged any more.
  if (told.length === 0 || endpoint.status !== 'active') return endpoint
  const { changes, health } = judged(endpoint, told)
  const times = lastTimes(told)
  if (isNews(endpoint, health, times)) await saveHealth(db, organizationId, webhookId, { ...health, ...times })
  await act(db, { organizationId, webhookId }, changes, now)
  const isDisabled = changes.some(({ disabled }) => disabled !== null)
  return { status: isDisabled ? 'disabled' : 'active', failingSince: health.failingSince }
}

function toOutcome(
  { claim, endedAt, log, retryAfter }: Made,
  endpoint: Endpoint,
  chance: () => number,
): DeliveryOutcome {
  const { id, fence, leaseEndsAt, attempts, createdAt, isTest } = claim
  const outcome = outcomeOf(log.status)
  const next =
    outcome !== 'failed' || isTest
      ? null
      : nextAttemptAt(
          { attempts: attempts + 1, createdAt, failedAt: endedAt, retryAfterMs: retryAfterMs(retryAfter, endedAt) },
          chance,
        )
  const waits = next !== null && endpoint.status !== 'disabled'
  return {
    id,
    fence,
    leaseEndsAt,
    status: outcome === 'delivered' ? 'delivered' : waits ? 'pending' : next ? 'cancelled' : 'failed',
    nextAttemptAt: waits ? next : null,
    finishedAt: waits ? null : endedAt,
    attempt: log,
  }
}

/** Attempt after attempt, until one of them disables it. */
function judged(endpoint: Health, told: readonly Made[]): { changes: HealthChange[]; health: Health } {
  const changes: HealthChange[] = []
  let { failingSince, failures, warnedAt }: Health = endpoint
  for (const { claim, endedAt, log } of told) {
    const change = healthAfter(
      { failingSince, failures, warnedAt },
      { outcome: outcomeOf(log.status), at: endedAt, number: claim.attempts + 1, isTest: claim.isTest },
    )
    changes.push(change)
    ;({ failingSince, failures, warnedAt } = change.health)
    if (change.disabled) break
  }
  return { changes, health: changes.at(-1)?.health ?? HEALTHY }
}

/** One that is well is noted once a second. */
function isNews(
  { failingSince, lastSuccessAt }: Endpoint,
  after: Health,
  { lastSuccessAt: at, lastFailureAt }: Times,
): boolean {
  if (failingSince !== null || after.failingSince !== null || lastFailureAt || !at) return true
  return lastSuccessAt === null || at.getTime() - lastSuccessAt.getTime() >= NOTED_EVERY_MS
}

type Times = { lastSuccessAt: Date | undefined; lastFailureAt: Date | undefined }

function lastTimes(told: readonly Made[]): Times {
  const last = (isSuccess: boolean): Date | undefined =>
    told.findLast(({ log }) => (outcomeOf(log.status) === 'delivered') === isSuccess)?.endedAt
  return { lastSuccessAt: last(true), lastFailureAt: last(false) }
}

/** What follows from how it fares; its owner reads it in the audit log and on the subscription. */
async function act(
  db: Db,
  { organizationId, webhookId }: Jobs['deliver'],
  changes: readonly HealthChange[],
  now: Date,
): Promise<void> {
  const tell = (action: string, detail: Record<string, unknown>): Promise<void> =>
    insertAuditEntry(db, organizationId, { actor: { kind: 'system' }, action, subject: webhookId, detail })
  for (const { disabled, isWarned, isBack, health } of changes) {
    const standing = { failingSince: health.failingSince?.toISOString() ?? null, failures: health.failures }
    if (isWarned) await tell('webhook.failing', standing)
    if (isBack) await pullForward(db, organizationId, webhookId, { now, perSecond: CATCH_UP_PER_SECOND })
    if (!disabled) continue
    await disableWebhook(db, organizationId, webhookId, disabled, now)
    await cancelWaiting(db, organizationId, webhookId, now)
    await tell('webhook.disable', { reason: disabled, ...standing })
  }
}
