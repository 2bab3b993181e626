import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import { IS_OPEN, RANK, type Effort } from './recommendations.ts'

export type TopRecommendation = { id: string; title: string; estimatedLift: number; effort: Effort }

/** The first of those that are open; undefined when there is none. */
export async function topRecommendation(
  db: Db,
  organizationId: string,
  brandId: string,
): Promise<TopRecommendation | undefined> {
  const { rows } = await sql<TopRecommendation>`
    select id, title, estimated_lift as "estimatedLift", effort from recommendation
    where organization_id = ${organizationId} and brand_id = ${brandId} and ${IS_OPEN} order by ${RANK} limit 1`.execute(
    db,
  )
  return rows[0]
}

/**
 * Puts the first of the open recommendations into the stored texts of the brand's scores, which are sent as they stand;
 * all else in them stays to the letter. In the transaction that changes the recommendations, with the brand locked.
 */
export async function renewTopRecommendation(db: Db, organizationId: string, brandId: string): Promise<void> {
  await sql`
    with top as (
      select id, title, estimated_lift, effort from recommendation
      where organization_id = ${organizationId} and brand_id = ${brandId} and ${IS_OPEN} order by ${RANK} limit 1)
    update current_score set score = (
      select '{' || string_agg(to_json(key)::text || ':' || case when key = 'topRecommendation' then coalesce((
          select '{"title":' || to_json(title)::text || ',"estimatedLift":' || least(estimated_lift, 100 - (current_score.score::json->>'composite')::int)
            || ',"effort":' || to_json(effort)::text || ',"id":' || to_json(id)::text || '}' from top), 'null') else value::text end, ',' order by place) || '}'
      from json_each(current_score.score::json) with ordinality as field (key, value, place))
    where organization_id = ${organizationId} and brand_id = ${brandId}`.execute(db)
}
