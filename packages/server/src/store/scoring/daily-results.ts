import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

export type DailyResultRow = { dataset: string; id: string; day: string; body: unknown }

/** Rows that were made before unreadable answers were counted have none. */
export const withUnreadable = <Body>(body: Body): Body =>
  typeof body === 'object' && body !== null && 'failed' in body && !('unreadable' in body)
    ? { ...body, unreadable: 0 }
    : body

/**
 * The counts of these days changed. In order, so that two transactions never wait for each other crosswise. A mark that is
 * there is held until the transaction ends: who took it before would make the day of counts that are not these yet, and the
 * day would stay so.
 */
export async function markStale(db: Db, organizationId: string, brandId: string, days: string[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into stale_day (organization_id, brand_id, day)
    select ${organizationId}, ${brandId}, day from unnest(${days}::date[]) as changed (day) order by day
    on conflict (organization_id, brand_id, day) do update set day = excluded.day`.execute(db)
}

/** The brand's stale days, oldest first; none of them is stale afterwards. */
export async function takeStaleDays(db: Db, organizationId: string, brandId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    delete from stale_day where organization_id = ${organizationId} and brand_id = ${brandId} returning day`.execute(db)
  return rows.map(({ day }) => day).toSorted()
}

/** @returns whether the rows were made with another panel before, or never */
export async function changePanel(
  db: Db,
  organizationId: string,
  brandId: string,
  fingerprint: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into daily_panel (organization_id, brand_id, fingerprint) values (${organizationId}, ${brandId}, ${fingerprint})
    on conflict (organization_id, brand_id) do update set fingerprint = excluded.fingerprint
    where daily_panel.fingerprint <> excluded.fingerprint returning 1`.execute(db)
  return rows.length > 0
}

export async function daysWithRollups(db: Db, organizationId: string, brandId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day::text as day from rollup where organization_id = ${organizationId} and brand_id = ${brandId} order by 1`.execute(
    db,
  )
  return rows.map(({ day }) => day)
}

/** All rows of some days, in place of those stored: what is not among them is told as deleted. Same rows keep their stamp. */
export async function saveDailyResults(
  db: Db,
  organizationId: string,
  brandId: string,
  days: string[],
  results: DailyResultRow[],
  changedAt: Date,
): Promise<void> {
  await sql`
    with made as (
      select dataset, id, day, body from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as made (dataset text, id text, day date, body jsonb)),
    gone as (
      update daily_result set is_deleted = true, changed_at = ${changedAt}
      where organization_id = ${organizationId} and brand_id = ${brandId} and day = any(${days}::date[]) and not is_deleted
        and not exists (select from made where made.dataset = daily_result.dataset and made.id = daily_result.id))
    insert into daily_result (organization_id, dataset, id, brand_id, day, body, changed_at)
    select ${organizationId}, dataset, id, ${brandId}, day, body, ${changedAt} from made order by dataset, id
    on conflict (organization_id, dataset, id) do update set body = excluded.body, changed_at = excluded.changed_at, is_deleted = false
    where daily_result.is_deleted or daily_result.body <> excluded.body`.execute(db)
}

/** The rows of some days that are not deleted, by id. */
export async function dailyResultsOf(
  db: Db,
  organizationId: string,
  brandId: string,
  days: { from: string; to: string },
): Promise<DailyResultRow[]> {
  const { rows } = await sql<DailyResultRow>`
    select dataset, id, day::text as day, body from daily_result
    where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${days.from} and ${days.to} and not is_deleted
    order by dataset, id`.execute(db)
  return rows.map((row) => ({ ...row, body: withUnreadable(row.body) }))
}
