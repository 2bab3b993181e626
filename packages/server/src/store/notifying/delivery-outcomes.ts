import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import { isOfBrands } from './deliveries.ts'

/** What became of one claim. */
export type DeliveryOutcome = {
  id: string
  fence: number
  leaseEndsAt: Date
  /** Pending: it is tried again. */
  status: 'delivered' | 'failed' | 'pending' | 'cancelled'
  nextAttemptAt: Date | null
  finishedAt: Date | null
  attempt: AttemptLog
}
export type AttemptLog = {
  startedAt: Date
  durationMs: number
  status: number | null
  reason: string | null
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string> | null
  responseStart: string | null
}

/**
 * Writes what attempts brought, with their log, where the claim still stands. What its owner asked for meanwhile (send it
 * now) is not overwritten.
 * @returns ids of those that were believed
 */
export async function settleDeliveries(
  db: Db,
  organizationId: string,
  outcomes: readonly DeliveryOutcome[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(outcomes.map(flat))}::jsonb) as told (
        id text, fence integer, "leaseEndsAt" timestamptz, status text, "nextAttemptAt" timestamptz, "finishedAt" timestamptz,
        "startedAt" timestamptz, "durationMs" integer, "answerStatus" integer, reason text, "requestHeaders" jsonb,
        "responseHeaders" jsonb, "responseStart" text)
    ), settled as (
      update delivery set status = told.status, attempts = delivery.attempts + 1, claimed_until = null,
        finished_at = told."finishedAt",
        next_attempt_at = case
          when told."nextAttemptAt" is null or delivery.next_attempt_at = told."leaseEndsAt" then told."nextAttemptAt"
          else delivery.next_attempt_at end
      from told
      where delivery.organization_id = ${organizationId} and delivery.id = told.id and delivery.fence = told.fence
        and delivery.claimed_until is not null
      returning delivery.id, delivery.attempts
    )
    insert into delivery_attempt (
      organization_id, delivery_id, number, started_at, duration_ms, status, reason, request_headers, response_headers, response_start)
    select ${organizationId}, id, attempts, "startedAt", "durationMs", "answerStatus", reason, "requestHeaders",
      nullif("responseHeaders", 'null'::jsonb), "responseStart"
    from settled join told using (id)
    returning delivery_id as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const flat = ({ attempt: { status, ...attempt }, ...outcome }: DeliveryOutcome) => ({
  ...outcome,
  ...attempt,
  answerStatus: status,
})

/** Given back as if they had never been taken: this process stops. */
export async function releaseClaims(
  db: Db,
  organizationId: string,
  claims: readonly { id: string; fence: number }[],
  at: Date,
): Promise<void> {
  await sql`
    update delivery set claimed_until = null, next_attempt_at = least(delivery.next_attempt_at, ${at})
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as claim (id text, fence integer)
    where delivery.organization_id = ${organizationId} and delivery.id = claim.id and delivery.fence = claim.fence
      and delivery.status = 'pending'`.execute(db)
}

/** What waits for a subscription that is sent nothing any more; what is under way is told by its sender. */
export async function cancelWaiting(db: Db, organizationId: string, webhookId: string, at: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ status: 'cancelled', next_attempt_at: null, finished_at: at })
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', sql<Date>`statement_timestamp()`)]),
    )
    .execute()
}

/**
 * What waits or is kept back of a subscription about other brands than its own, when they have changed. A sender that has
 * one in hand is not believed any more: its failure would have it sent once more, and to another address by then.
 */
export async function cancelOfOtherBrands(
  db: Db,
  organizationId: string,
  webhookId: string,
  { brandIds, at }: { brandIds: string[]; at: Date },
): Promise<void> {
  await db
    .updateTable('delivery')
    .set((eb) => ({
      status: 'cancelled' as const,
      next_attempt_at: null,
      finished_at: at,
      claimed_until: null,
      fence: eb('fence', '+', 1),
    }))
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('status', 'in', ['pending', 'suppressed_quota'])
    .where(sql<boolean>`not ${isOfBrands(organizationId, brandIds)}`)
    .execute()
}

export type EndpointHealth = {
  failingSince: Date | null
  failures: number
  warnedAt: Date | null
  /** Undefined: as before. */
  lastSuccessAt: Date | undefined
  lastFailureAt: Date | undefined
}

export async function saveHealth(
  db: Db,
  organizationId: string,
  webhookId: string,
  { failingSince, failures, warnedAt, lastSuccessAt, lastFailureAt }: EndpointHealth,
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({
      failing_since: failingSince,
      failures,
      warned_at: warnedAt,
      ...(lastSuccessAt && { last_success_at: lastSuccessAt }),
      ...(lastFailureAt && { last_failure_at: lastFailureAt }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .execute()
}

export async function disableWebhook(
  db: Db,
  organizationId: string,
  webhookId: string,
  reason: 'gone' | 'failing',
  at: Date,
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ status: 'disabled', status_reason: reason, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .execute()
}
