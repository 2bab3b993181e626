import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

export type CallNotice = { kind: 'calls_80' | 'calls_100'; subject: string; at: Date; used: number; limit: number }

/** Names the period and the ceiling that a notice of calls is about: it is told once for both. */
export const callsSubject = (periodStart: Date, ceiling: number): string => `${periodStart.toISOString()} ${ceiling}`

/** Tells that so much of the period's calls is used, where it was not told before. */
export async function noticeCalls(
  db: Db,
  organizationId: string,
  standing: { periodStart: Date; ceiling: number; used: number },
): Promise<void> {
  const { used, ceiling } = standing
  await sql`
    insert into notice (organization_id, kind, subject, at, facts)
    select ${organizationId}, 'calls_' || share, ${callsSubject(standing.periodStart, ceiling)}, now(),
      jsonb_build_object('used', ${used}::int, 'limit', ${ceiling}::int)
    from unnest(array[80, 100]) as share where ${used}::int * 100 >= share * ${ceiling}::int
    on conflict do nothing`.execute(db)
}

/** Newest first; one more than asked for. @param periodStart only of this period */
export async function listCallNotices(
  db: Db,
  organizationId: string,
  filter: { limit: number; after: { at: string; kind: string } | null; periodStart?: Date },
): Promise<CallNotice[]> {
  let query = db
    .selectFrom('notice')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('kind', 'in', ['calls_80', 'calls_100'])
  const { after, periodStart } = filter
  if (periodStart) query = query.where(sql<boolean>`starts_with(subject, ${periodStart.toISOString()})`)
  if (after) query = query.where(sql<boolean>`(at, kind) < (${after.at}::timestamptz, ${after.kind})`)
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('kind', 'desc')
    .limit(filter.limit + 1)
    .execute()
  return rows.map((row) => {
    // Written by `noticeCalls` and `countCalls` alone.
    const facts = row.facts as { used: number; limit: number }
    return { kind: row.kind as CallNotice['kind'], subject: row.subject, at: row.at, ...facts }
  })
}
