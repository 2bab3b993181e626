import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/**
 * Some of the days that a brand has answers or counts of: the first, the last, and by chance one of each part of their whole
 * span; all of them where there are no more. Days whose answers may be gone are none of them. Each is found through an index: a brand may have years.
 */
export async function sampledDays(db: Db, organizationId: string, brandId: string, parts: number): Promise<string[]> {
  const ofBrand = sql`organization_id = ${organizationId} and brand_id = ${brandId}`
  const { rows } = await sql<{ day: string }>`
    with kept as (
      select coalesce((select answers_since from organization where organization_id = ${organizationId}), '0001-01-01'::date) as since
    ), span as (
      select least((select min(day) from observation, kept where ${ofBrand} and day >= since),
                   (select min(day) from rollup, kept where ${ofBrand} and day >= since)) as first,
             greatest((select max(day) from observation where ${ofBrand}), (select max(day) from rollup where ${ofBrand})) as last
    ), part as (
      select first + floor((number + random()) * (last - first + 1) / ${parts}::int)::int as begins
      from span cross join generate_series(0, ${parts}::int - 1) as number
      where last >= first
      union select first from span union select last from span
    )
    select distinct least(
        (select min(day) from observation where ${ofBrand} and day >= begins),
        (select min(day) from rollup where ${ofBrand} and day >= begins))::text as day
    from part order by 1`.execute(db)
  return rows.map(({ day }) => day)
}
