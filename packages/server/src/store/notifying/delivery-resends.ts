import { sql } from 'kysely'
import type { EventType } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import { isOfBrands } from './deliveries.ts'
import type { WebhookRow } from './webhooks.ts'

/** It is sent at once, whatever became of it; the number of its attempts stays. Not of one that is kept back. */
export async function resendDelivery(db: Db, organizationId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ status: 'pending', next_attempt_at: at, finished_at: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '<>', 'suppressed_quota')
    .execute()
}

/** All of a subscription about its brands that failed or were never sent, made at an instant or later. @returns how many */
export async function resendFailed(
  db: Db,
  organizationId: string,
  { id: webhookId, brandIds }: Pick<WebhookRow, 'id' | 'brandIds'>,
  { since, at }: { since: Date; at: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set({ status: 'pending', next_attempt_at: at, finished_at: null })
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('status', 'in', ['failed', 'cancelled'])
    .where('is_test', '=', false)
    .where('created_at', '>=', since)
    .where(isOfBrands(organizationId, brandIds))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Locks what is kept back until the transaction ends, always in the same order. */
export async function lockSuppressed(db: Db, organizationId: string): Promise<void> {
  await sql`
    select from delivery where organization_id = ${organizationId} and status = 'suppressed_quota' order by id for no key update`.execute(
    db,
  )
}

export type SuppressedEvent = { eventId: string; type: EventType }

/** The events of a subscription's kept back deliveries, oldest first. @param eventId only this one; null: all since */
export async function suppressedEvents(
  db: Db,
  organizationId: string,
  webhookId: string,
  { since, eventId }: { since: Date; eventId: string | null },
): Promise<SuppressedEvent[]> {
  let query = db
    .selectFrom('delivery')
    .select(['event_id', 'event_type'])
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'suppressed_quota')
    .where('created_at', '>=', since)
  if (eventId !== null) query = query.where('event_id', '=', eventId)
  const rows = await query.orderBy('event_id').execute()
  return rows.map(({ event_id, event_type }) => ({ eventId: event_id, type: event_type }))
}

/** Those kept back, of whatever subscription, become due. @param eventIds null: of all events. @returns the subscriptions' ids */
export async function releaseSuppressed(
  db: Db,
  organizationId: string,
  eventIds: string[] | null,
  at: Date,
): Promise<{ id: string; webhookId: string }[]> {
  const { rows } = await sql<{ id: string; webhookId: string }>`
    update delivery set status = 'pending', next_attempt_at = ${at}
    where organization_id = ${organizationId} and status = 'suppressed_quota'
      and (${eventIds}::text[] is null or event_id = any(${eventIds}))
    returning id, webhook_id as "webhookId"`.execute(db)
  return rows
}
