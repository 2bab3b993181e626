import { sql } from 'kysely'
import type { EventType, SightlineEvent } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'

/** The place of a brand's next event in its sequence. Only while the brand is locked. */
export async function nextSequence(db: Db, organizationId: string, brandId: string): Promise<number> {
  const row = await db
    .selectFrom('event')
    .select('sequence')
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.sequence ?? 0) + 1
}

/** When the organization's newest event happened; undefined when there is none. */
export async function lastEventAt(db: Db, organizationId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('event')
    .select('occurred_at')
    .where('organization_id', '=', organizationId)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.occurred_at
}

/** @param changedAt from the organization's change clock */
export async function insertEvents(
  db: Db,
  organizationId: string,
  events: SightlineEvent[],
  changedAt: Date,
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('event')
    .values(
      events.map((event) => ({
        organization_id: organizationId,
        id: event.id,
        brand_id: event.data.brandId,
        type: event.type,
        sequence: event.sequence,
        occurred_at: new Date(event.timestamp),
        body: JSON.stringify(event),
        changed_at: changedAt,
      })),
    )
    .execute()
}

export type EventFilter = {
  /** Null: all brands. */
  brandIds: string[] | null
  type: EventType | undefined
  /** Happened at this instant or later. */
  since: Date | null
}
export type EventPosition = { changedAt: string; id: string }
export type StoredEvent = { event: SightlineEvent; changedAt: Date }

/** Newest first; one more than asked for. */
export async function listEvents(
  db: Db,
  organizationId: string,
  filter: EventFilter & { limit: number; after: EventPosition | null },
): Promise<StoredEvent[]> {
  const { after } = filter
  let query = db.selectFrom('event').select(['body', 'changed_at']).where('organization_id', '=', organizationId)
  if (filter.brandIds) query = query.where('brand_id', '=', sql<string>`any(${filter.brandIds})`)
  if (filter.type) query = query.where('type', '=', filter.type)
  if (filter.since) query = query.where('occurred_at', '>=', filter.since)
  if (after) query = query.where(sql<boolean>`(changed_at, id) < (${after.changedAt}::timestamptz, ${after.id})`)
  const rows = await query
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
    .execute()
  return rows.map(({ body, changed_at }) => ({ event: body, changedAt: changed_at }))
}
