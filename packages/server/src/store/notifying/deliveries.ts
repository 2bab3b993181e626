import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

type Status = Tables['delivery']['status']

export type DeliveryRow = {
  id: string
  webhookId: string
  eventId: string
  eventType: EventType
  /** Whose event it is; null: not known, a test from before this was kept. */
  brandId: string | null
  isTest: boolean
  status: Status
  attempts: number
  nextAttemptAt: Date | null
  createdAt: Date
  finishedAt: Date | null
  lastAttempt: { at: Date; status: number | null; reason: string | null; durationMs: number } | null
}

export type NewDelivery = {
  id: string
  webhookId: string
  eventId: string
  eventType: EventType
  brandId: string
  isTest: boolean
  status: 'pending' | 'suppressed_quota'
  body: string
}

/**
 * Due at once unless suppressed. A subscription that was deleted meanwhile, or is of other brands by now, is left out; one
 * that is being deleted is waited for. It returns something, as Citus would send the rows by COPY otherwise, which row-level security refuses.
 */
export async function insertDeliveries(
  db: Db,
  organizationId: string,
  deliveries: NewDelivery[],
  at: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  await sql`
    insert into delivery as made (
      organization_id, id, webhook_id, event_id, event_type, brand_id, is_test, status, body, next_attempt_at, created_at)
    select webhook.organization_id, new.id, webhook.id, new."eventId", new."eventType", new."brandId", new."isTest", new.status, new.body,
      case when new.status = 'pending' then ${at}::timestamptz end, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as new (
      id text, "webhookId" text, "eventId" text, "eventType" text, "brandId" text, "isTest" boolean, status text, body text)
    join webhook on webhook.organization_id = ${organizationId} and webhook.id = new."webhookId"
      and (webhook.brand_ids is null or new."brandId" = any(webhook.brand_ids))
    order by webhook.id, new.id for key share of webhook
    returning made.id`.execute(db)
}

/** Newest first; one more than asked for. */
export async function listDeliveries(
  db: Db,
  organizationId: string,
  webhookId: string,
  filter: {
    /** Null: of all brands. */
    brandIds: string[] | null
    status: Status | undefined
    since: Date | null
    limit: number
    after: string | null
  },
): Promise<DeliveryRow[]> {
  let query = selectDeliveries(db, organizationId).where('delivery.webhook_id', '=', webhookId)
  if (filter.brandIds) query = query.where(isOfBrands(organizationId, filter.brandIds))
  if (filter.status) query = query.where('delivery.status', '=', filter.status)
  if (filter.since) query = query.where('delivery.created_at', '>=', filter.since)
  if (filter.after) query = query.where('delivery.id', '<', filter.after)
  const rows = await query
    .orderBy('delivery.id', 'desc')
    .limit(filter.limit + 1)
    .execute()
  return rows.map(toDelivery)
}

export async function deliveryById(db: Db, organizationId: string, id: string): Promise<DeliveryRow | undefined> {
  const row = await selectDeliveries(db, organizationId).where('delivery.id', '=', id).executeTakeFirst()
  return row && toDelivery(row)
}

export async function deliveryBodyOf(db: Db, organizationId: string, id: string): Promise<string> {
  const row = await db
    .selectFrom('delivery')
    .select('body')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.body ?? ''
}

/** The brand of a delivery's event: kept with it, or, from before that, with the event. */
const brandOf = (organizationId: string): RawBuilder<string | null> => sql`coalesce(delivery.brand_id, (
  select event.brand_id from event where event.organization_id = ${organizationId} and event.id = delivery.event_id))`

/** Whether a delivery, named `delivery` in the statement, is about one of these brands; null: of all brands. */
export const isOfBrands = (organizationId: string, brandIds: string[] | null): RawBuilder<boolean> =>
  brandIds === null ? sql`true` : sql`coalesce(${brandOf(organizationId)} = any(${brandIds}), false)`

const selectDeliveries = (db: Db, organizationId: string) =>
  db
    .selectFrom('delivery')
    .leftJoin('delivery_attempt as last', (join) =>
      join
        .onRef('last.organization_id', '=', 'delivery.organization_id')
        .onRef('last.delivery_id', '=', 'delivery.id')
        .onRef('last.number', '=', 'delivery.attempts'),
    )
    .select([
      'delivery.id',
      'delivery.webhook_id',
      'delivery.event_id',
      'delivery.event_type',
      brandOf(organizationId).as('brand_id'),
      'delivery.is_test',
      'delivery.status',
      'delivery.attempts',
      'delivery.next_attempt_at',
      'delivery.created_at',
      'delivery.finished_at',
      'last.started_at as last_at',
      'last.status as last_status',
      'last.reason as last_reason',
      'last.duration_ms as last_duration_ms',
    ])
    .where('delivery.organization_id', '=', organizationId)

type SelectedDelivery = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

const toDelivery = (row: SelectedDelivery): DeliveryRow => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  eventType: row.event_type,
  brandId: row.brand_id,
  isTest: row.is_test,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  lastAttempt: row.last_at && {
    at: row.last_at,
    status: row.last_status,
    reason: row.last_reason,
    durationMs: row.last_duration_ms ?? 0,
  },
})

/** With their attempts; none that waits to be sent. @returns how many, at most `limit` */
export async function deleteOldDeliveries(
  db: Db,
  organizationId: string,
  { before, suppressedBefore, limit }: { before: Date; suppressedBefore: Date; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from delivery where organization_id = ${organizationId} and id = any(array(
      select id from delivery
      where organization_id = ${organizationId} and created_at < ${before} and status <> 'pending'
        and (status <> 'suppressed_quota' or created_at < ${suppressedBefore})
      limit ${limit}))`.execute(db)
  return Number(numAffectedRows)
}
