import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import type { RollupFilter, RollupRow } from './rollups.ts'

/** One cell's day as a history needs it: what was counted, and where one entity stood. */
export type PlacesRow = Pick<RollupRow, 'day' | 'platform' | 'promptId' | 'outcomes' | 'simulated'> & {
  /** Null: no answer names it. */
  places: number[] | null
}

type Packed = [day: string, ok: number, notTriggered: number, refused: number, empty: number, failed: number, unreadable: number, simulated: number, places: number[] | null] // prettier-ignore

/** One entity's places, a cell a day. A prompt's days come in one row: a row each would take twice as long. */
export async function placesByDay(
  db: Db,
  organizationId: string,
  brandId: string,
  { from, to, promptIds, platform, entityId }: RollupFilter & { entityId: string },
): Promise<PlacesRow[]> {
  const { rows } = await sql<{ platform: string; promptId: string; days: Packed[] }>`
    select platform, prompt_id as "promptId", json_agg(json_build_array(
             day, ok, not_triggered, refused, empty, failed, unreadable, simulated, entities->${entityId}::text->'places') order by day) as days
    from rollup
    where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${from} and ${to}
      and prompt_id = any(${promptIds}) and (${platform}::text is null or platform = ${platform})
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.flatMap(({ days, ...cell }) =>
    days.map(([day, ok, notTriggered, refused, empty, failed, unreadable, simulated, places]) => ({
      ...cell,
      day,
      outcomes: { ok, notTriggered, refused, empty, failed, unreadable },
      simulated,
      places,
    })),
  )
}

export type NamedDay = { day: string; answers: number; simulated: number; named: Record<string, number> }

/** Valid answers of each day, and how many of them name each of some entities. */
export async function namedByDay(
  db: Db,
  organizationId: string,
  brandId: string,
  { from, to, promptIds, platform, entityIds }: Omit<RollupFilter, 'entityId'> & { entityIds: string[] },
): Promise<NamedDay[]> {
  const { rows } = await sql<NamedDay>`
    with chosen as (
      select day, ok, simulated, entities from rollup
      where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${from} and ${to}
        and prompt_id = any(${promptIds}) and (${platform}::text is null or platform = ${platform})
    ), named as (
      -- Each row is unpacked once: asked for one entity after the other it would be, a hundred times.
      select day, entity.id, sum((entity.count->>'named')::int) as answers
      from chosen cross join lateral jsonb_each(entities) as entity (id, count)
      where entity.id = any(${entityIds}) group by 1, 2
    )
    select day::text as day, sum(ok) as answers, sum(simulated) as simulated,
           coalesce((select json_object_agg(named.id, named.answers) from named where named.day = chosen.day), '{}') as named
    from chosen group by day order by day`.execute(db)
  return rows
}
