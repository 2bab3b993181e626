import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import { isOfBrands } from './deliveries.ts'

export type AttemptRow = {
  number: number
  at: Date
  durationMs: number
  status: number | null
  reason: string | null
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string> | null
  responseStart: string | null
}

/** First one first. */
export async function attemptsOf(db: Db, organizationId: string, deliveryId: string): Promise<AttemptRow[]> {
  const rows = await db
    .selectFrom('delivery_attempt')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    number: row.number,
    at: row.started_at,
    durationMs: row.duration_ms,
    status: row.status,
    reason: row.reason,
    requestHeaders: row.request_headers,
    responseHeaders: row.response_headers,
    responseStart: row.response_start,
  }))
}

export type DeliveryStatistics = {
  delivered: number
  failed: number
  pending: number
  suppressedQuota: number
  cancelled: number
  succeededAttempts: number
  failedAttempts: number
  p50Ms: number | null
  p95Ms: number | null
}

/** Of a subscription's deliveries about these brands (null: all) since an instant, tests left out. */
export async function deliveryStatistics(
  db: Db,
  organizationId: string,
  webhookId: string,
  { brandIds, since }: { brandIds: string[] | null; since: Date },
): Promise<DeliveryStatistics> {
  const { rows } = await sql<DeliveryStatistics>`
    with told as (
      select id, status from delivery
      where organization_id = ${organizationId} and webhook_id = ${webhookId} and created_at >= ${since} and not is_test
        and ${isOfBrands(organizationId, brandIds)}
    ), attempt as (
      select coalesce(attempt.status between 200 and 299, false) as succeeded, attempt.duration_ms
      from delivery_attempt as attempt join told on told.id = attempt.delivery_id
      where attempt.organization_id = ${organizationId}
    )
    select * from (
      select count(*) filter (where status = 'delivered') as delivered, count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'suppressed_quota') as "suppressedQuota",
        count(*) filter (where status = 'cancelled') as cancelled
      from told) as deliveries, (
      select count(*) filter (where succeeded) as "succeededAttempts", count(*) filter (where not succeeded) as "failedAttempts",
        percentile_cont(0.5) within group (order by duration_ms) as "p50Ms",
        percentile_cont(0.95) within group (order by duration_ms) as "p95Ms"
      from attempt) as attempts`.execute(db)
  const [statistics] = rows
  if (!statistics) throw new Error('An aggregate gave no row.')
  return statistics
}
