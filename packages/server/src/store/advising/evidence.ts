import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import { withinDays } from '../../base/db/id-span.ts'

export type EvidenceFilter = {
  from: string
  to: string
  promptIds: string[]
  platform: string | null
  entityId: string
  /** So many of the best and of the worst of each prompt and platform. */
  each: number
}

export type EvidenceRow = { platform: string; promptId: string; answerId: string; place: number | null }

/** The valid answers in which an entity stands best and worst; on a par, the newest. Best first, each once. */
export async function bestAndWorstAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: EvidenceFilter,
): Promise<EvidenceRow[]> {
  if (filter.each === 0 || filter.promptIds.length === 0) return []
  const { rows } = await sql<EvidenceRow>`
    select platform, prompt_id as "promptId", answer_id as "answerId", place from (
      select platform, prompt_id, answer_id, place,
             row_number() over (partition by platform, prompt_id order by place nulls last, answer_id desc) as best,
             row_number() over (partition by platform, prompt_id order by place desc nulls first, answer_id desc) as worst
      from (
        select platform, prompt_id, answer_id, ${placeOf(sql`${filter.entityId}`)} as place
        from observation
        where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${filter.from} and ${filter.to}
          and ${withinDays('answer_id', filter)}
          and outcome = 'ok' and prompt_id = any(${filter.promptIds})
          and (${filter.platform}::text is null or platform = ${filter.platform})
      ) placed
    ) ranked
    where best <= ${filter.each} or worst <= ${filter.each}
    order by platform, prompt_id, best`.execute(db)
  return rows
}

export type Meeting = {
  competitorId: string
  both: number
  brandFirst: number
  competitorFirst: number
  level: number
  onlyBrand: number
  onlyCompetitor: number
  neither: number
}

/** How often valid answers name the brand, a competitor or both, and who then has the better place; none comes last. */
export async function meetings(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: { from: string; to: string; promptIds: string[]; competitorIds: string[] },
): Promise<Meeting[]> {
  const { rows } = await sql<Meeting>`
    select "competitorId", count(*) filter (where own and rival) as both,
           count(*) filter (where own and rival and own_place < rival_place) as "brandFirst",
           count(*) filter (where own and rival and own_place > rival_place) as "competitorFirst",
           count(*) filter (where own and rival and own_place = rival_place) as level,
           count(*) filter (where own and not rival) as "onlyBrand", count(*) filter (where rival and not own) as "onlyCompetitor",
           count(*) filter (where not own and not rival) as neither
    from (
      select "competitorId", ${brandId} = any(named) as own, "competitorId" = any(named) as rival,
             case when named @> array[${brandId}, "competitorId"] then coalesce(${placeOf(sql`${brandId}`)}, ${NO_PLACE}) end as own_place,
             case when named @> array[${brandId}, "competitorId"] then coalesce(${placeOf(sql`"competitorId"`)}, ${NO_PLACE}) end as rival_place
      from observation cross join unnest(${filter.competitorIds}::text[]) as "competitorId"
      where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${filter.from} and ${filter.to}
          and ${withinDays('answer_id', filter)}
        and outcome = 'ok' and prompt_id = any(${filter.promptIds})
    ) met
    group by 1`.execute(db)
  return rows
}

/** Behind every place. */
const NO_PLACE = 1_000_000

/** An entity's place in an observation; null when it has none. */
const placeOf = (entityId: ReturnType<typeof sql>) =>
  sql`(select (entity->>'place')::int from jsonb_array_elements(entities) entity where entity->>'entityId' = ${entityId} limit 1)`
