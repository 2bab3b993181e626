import { sql } from 'kysely'
import type { EventType } from '@sightline/sdk'
import type { Db } from './database.ts'

export type NewDelivery = {
  id: string
  webhookId: string
  eventId: string
  eventType: EventType
  isTest: boolean
  status: 'pending' | 'suppressed_quota'
  body: string
}

/**
 * Due at once unless suppressed. A subscription that was deleted meanwhile is left out; one that is being deleted is
 * waited for.
 */
export async function insertDeliveries(
  db: Db,
  organizationId: string,
  deliveries: NewDelivery[],
  at: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  await sql`
    insert into delivery (organization_id, id, webhook_id, event_id, event_type, is_test, status, body, next_attempt_at, created_at)
    select webhook.organization_id, new.id, webhook.id, new."eventId", new."eventType", new."isTest", new.status, new.body,
      case when new.status = 'pending' then ${at}::timestamptz end, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as new (
      id text, "webhookId" text, "eventId" text, "eventType" text, "isTest" boolean, status text, body text)
    join webhook on webhook.organization_id = ${organizationId} and webhook.id = new."webhookId"
    order by webhook.id, new.id for key share of webhook`.execute(db)
}

/** Whether an event was kept back since an instant because the month's calls were used up. */
export async function hasSuppressedSince(db: Db, organizationId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('delivery')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'suppressed_quota')
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
