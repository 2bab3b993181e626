import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * The next stamp of an organization, later than all before. The clock's row stays locked until the transaction ends, so
 * stamps appear in their own order: take one late. In a transaction only.
 *
 * Citus takes immutable functions only for the row that is there: the instant comes with the new row, and a millisecond is
 * added in UTC, as adding it to an instant would depend on the session's zone.
 */
export async function nextChange(db: Db, organizationId: string): Promise<Date> {
  const { rows } = await sql<{ changedAt: Date }>`
    insert into change_clock (organization_id, changed_at)
    values (${organizationId}, date_trunc('milliseconds', statement_timestamp()))
    on conflict (organization_id) do update set changed_at = greatest(
      excluded.changed_at, (change_clock.changed_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')
    returning changed_at as "changedAt"`.execute(db)
  const [clock] = rows
  if (!clock) throw new Error('The change clock gave no stamp.')
  return clock.changedAt
}

/** All changes up to this instant are readable, and none will be added; null while there are none. */
export async function lastChange(db: Db, organizationId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('change_clock')
    .select('changed_at')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.changed_at ?? null
}
