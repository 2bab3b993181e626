import { sql } from 'kysely'
import { described, drawn, keyOf, type GroupBy, type UseFilter } from './citations.ts'
import type { Db } from '../../base/db/db.ts'
import { withinDays } from '../../base/db/id-span.ts'

export type CitationGapRow = {
  /** Site or page id. */
  key: string
  domain: string
  url: string | null
  title: string | null
  answersWithCompetitors: number
  answersWithoutBrand: number
  answersWithBrand: number
  /** By answers, then by id. */
  competitors: { entityId: string; answers: number }[]
  platforms: string[]
  answerIds: string[]
}
export type GapPosition = { gap: number; key: string }

export type GapFilter = UseFilter & {
  groupBy: GroupBy
  competitorIds: string[]
  minCompetitors: number
  limit: number
  after: GapPosition | null
}

/** Third parties' sources whose answers name competitors without the brand more often than the brand; widest gap first. */
export async function listCitationGaps(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: GapFilter,
): Promise<CitationGapRow[]> {
  const { after } = filter
  const { rows } = await sql<CitationGapRow>`
    with ${drawn(organizationId, brandId, filter)},
    by_answer as (
      select ${keyOf(filter.groupBy)} as key, answer_id, platform, ${described(filter.groupBy)}
      from drawn where owner = 'third_party' group by 1, 2, 3),
    judged as (
      select by_answer.*, ${brandId} = any(named) as names_brand,
             array(select unnest(named) intersect select unnest(${filter.competitorIds}::text[])) as rivals
      from by_answer join observation on observation.organization_id = ${organizationId} and observation.brand_id = ${brandId}
        and observation.answer_id = by_answer.answer_id
        and ${withinDays('observation.answer_id', filter)}),
    rivalled as (
      select key, jsonb_agg(jsonb_build_object('entityId', entity_id, 'answers', answers) order by answers desc, entity_id collate "C") as competitors
      from (select key, entity_id, count(*) as answers from judged, unnest(rivals) as entity_id where not names_brand group by 1, 2) as counted
      group by 1 having count(*) >= ${filter.minCompetitors}),
    counted as (
      select key, min(domain) as domain, min(url) as url, min(title) as title,
             count(*) filter (where rivals <> '{}') as "answersWithCompetitors",
             count(*) filter (where rivals <> '{}' and not names_brand) as "answersWithoutBrand",
             count(*) filter (where names_brand) as "answersWithBrand",
             array_agg(distinct platform) filter (where rivals <> '{}' and not names_brand) as platforms,
             (array_agg(answer_id order by answer_id desc) filter (where rivals <> '{}' and not names_brand))[1:5] as "answerIds"
      from judged group by 1)
    select * from (
      select counted.*, competitors, "answersWithoutBrand" - "answersWithBrand" as gap, key collate "C" as place
      from counted join rivalled using (key)) as gaps
    where gap > 0 and ${after === null ? sql`true` : sql`(-gap, place) > (-${after.gap}::bigint, ${after.key}::text collate "C")`}
    order by gap desc, place limit ${filter.limit + 1}`.execute(db)
  return rows
}
