import { sql } from 'kysely'
import type { Actor, AuditEntry } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'

export async function insertAuditEntry(
  db: Db,
  organizationId: string,
  entry: { actor: Actor; action: string; subject: string; detail?: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      organization_id: organizationId,
      actor: JSON.stringify(entry.actor),
      action: entry.action,
      subject: entry.subject,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}

/** The place of an entry in the log; PostgreSQL's instants are finer than JavaScript's. */
export type AuditPlace = { atMicroseconds: number; id: number }

export type AuditFilter = {
  limit: number
  after: AuditPlace | null
  /** An action, or the noun it begins with. */
  action?: string | undefined
  /** Id of a key or a person, or a kind of actor. */
  actor?: string | undefined
  subject?: string | undefined
  /** Inclusive and exclusive. */
  from?: Date | undefined
  before?: Date | undefined
}

/** Newest first; one more than asked for. */
export async function listAuditEntries(
  db: Db,
  organizationId: string,
  filter: AuditFilter,
): Promise<(AuditEntry & { place: AuditPlace })[]> {
  let query = db
    .selectFrom('audit_entry')
    .select(['id', 'at', 'actor', 'action', 'subject', 'detail'])
    .select(sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('microseconds'))
    .where('organization_id', '=', organizationId)
  const { action, actor, after } = filter
  if (action !== undefined)
    query = query.where(sql<boolean>`(action = ${action} or starts_with(action, ${`${action}.`}))`)
  if (actor !== undefined)
    query = query.where(sql<boolean>`${actor} in (actor->>'keyId', actor->>'personId', actor->>'kind')`)
  if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject)
  if (filter.from) query = query.where('at', '>=', filter.from)
  if (filter.before) query = query.where('at', '<', filter.before)
  if (after)
    query = query.where(
      sql<boolean>`(at, id) < (timestamptz 'epoch' + ${after.atMicroseconds} * interval '1 microsecond', ${after.id})`,
    )
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
    .execute()
  return rows.map((row) => ({
    at: row.at.toISOString(),
    // Written by `insertAuditEntry` alone.
    actor: row.actor as Actor,
    action: row.action,
    subject: row.subject,
    detail: row.detail as Record<string, unknown>,
    place: { atMicroseconds: row.microseconds, id: row.id },
  }))
}
