import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import { withinDays } from '../../base/db/id-span.ts'

/** Answers of a day looked at for their model: enough to tell the dominant one, few enough for a year of them. */
const MODELS_SEEN = 20

type Days = { from: string; to: string }

/** Which models a platform's answers of a day came from, counted over up to 20 of them. */
export async function modelCounts(
  db: Db,
  organizationId: string,
  brandId: string,
  { from, to, platform }: Days & { platform: string | null },
): Promise<{ day: string; platform: string; model: string; answers: number }[]> {
  const { rows } = await sql<{ day: string; platform: string; model: string; answers: number }>`
    select cell.day::text as day, cell.platform, seen.model, count(*) as answers
    from (
      select distinct day, platform from rollup
      where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${from} and ${to}
        and (${platform}::text is null or platform = ${platform})
    ) cell cross join lateral (
      select answer.model from observation
      join answer on answer.organization_id = observation.organization_id and answer.id = observation.answer_id
      where observation.organization_id = ${organizationId} and observation.brand_id = ${brandId}
        and observation.day = cell.day and observation.platform = cell.platform
        and ${withinDays('observation.answer_id', { from, to })}
      limit ${MODELS_SEEN}
    ) seen
    where seen.model is not null
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

export type SetChangeRow = { day: string; added: number; removed: number; changed: number; names: string[] }

/** Prompts added, archived and edited on each day. The day of the brand's first prompts is none: there was no set before. */
export async function promptChanges(
  db: Db,
  organizationId: string,
  brandId: string,
  { from, to }: Days,
): Promise<SetChangeRow[]> {
  const { rows } = await sql<SetChangeRow>`
    with own as (
      select id, supersedes_id, (created_at at time zone 'UTC')::date as day from prompt
      where organization_id = ${organizationId} and brand_id = ${brandId}
    ), change as (
      select day, id, case when supersedes_id is null then 'added' else 'changed' end as kind from own
      where day > (select min(day) from own)
      union
      select (entry.at at time zone 'UTC')::date, own.id,
             case when entry.action = 'prompt.archive' or entry.detail->>'status' = 'archived' then 'removed' else 'added' end
      from audit_entry entry join own on own.id = entry.subject
      where entry.organization_id = ${organizationId}
        and (entry.action = 'prompt.archive' or (entry.action = 'prompt.update' and entry.detail ? 'status'))
    )
    select day::text as day, count(*) filter (where kind = 'added') as added, count(*) filter (where kind = 'removed') as removed,
           count(*) filter (where kind = 'changed') as changed, array[]::text[] as names
    from change where day between ${from} and ${to} group by 1 order by 1`.execute(db)
  return rows
}

/** Competitors added, removed and changed on each day, by name. */
export async function competitorChanges(
  db: Db,
  organizationId: string,
  brandId: string,
  { from, to }: Days,
): Promise<SetChangeRow[]> {
  const { rows } = await sql<SetChangeRow>`
    select (at at time zone 'UTC')::date::text as day, count(*) filter (where action = 'competitor.create') as added,
           count(*) filter (where action = 'competitor.delete') as removed,
           count(*) filter (where action = 'competitor.update') as changed,
           array_agg(distinct detail->>'name') as names
    from audit_entry
    where organization_id = ${organizationId} and action in ('competitor.create', 'competitor.delete', 'competitor.update')
      and detail->>'brandId' = ${brandId}
      and (at at time zone 'UTC')::date between ${from}::date and ${to}::date
    group by 1 order by 1`.execute(db)
  return rows
}
