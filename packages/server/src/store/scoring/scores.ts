import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/** A report as the engine made it: the score as the API tells it, and its change as the other door tells it. */
export type StoredReport = { score: unknown; relativeTrend: string }

/** Written out: building it anew took longer than the database needs to answer it, and nothing is read more often. */
const SCORE_TEXT = 'select score from current_score where organization_id = $1 and brand_id = $2 and time_window = $3'

/** The newest score of a brand in one window as JSON text; undefined when nothing is scored. */
export async function currentScoreText(
  db: Db,
  organizationId: string,
  brandId: string,
  timeWindow: string,
): Promise<string | undefined> {
  const query = CompiledQuery.raw(SCORE_TEXT, [organizationId, brandId, timeWindow])
  const { rows } = await db.executeQuery<{ score: string }>(query)
  return rows[0]?.score
}

/** The newest report of a brand in one window; undefined when nothing is scored. */
export async function currentScore(
  db: Db,
  organizationId: string,
  brandId: string,
  timeWindow: string,
): Promise<{ body: StoredReport; computedAt: Date } | undefined> {
  const row = await db
    .selectFrom('current_score')
    .select(['score', 'relative_trend', 'computed_at'])
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('time_window', '=', timeWindow)
    .executeTakeFirst()
  return (
    row && { body: { score: JSON.parse(row.score), relativeTrend: row.relative_trend }, computedAt: row.computed_at }
  )
}

export async function saveCurrentScore(
  db: Db,
  organizationId: string,
  brandId: string,
  timeWindow: string,
  report: StoredReport,
  computedAt: Date,
): Promise<void> {
  const columns = {
    score: JSON.stringify(report.score),
    relative_trend: report.relativeTrend,
    computed_at: computedAt,
  }
  await db
    .insertInto('current_score')
    .values({ organization_id: organizationId, brand_id: brandId, time_window: timeWindow, ...columns })
    .onConflict((conflict) => conflict.columns(['organization_id', 'brand_id', 'time_window']).doUpdateSet(columns))
    .execute()
}

/** Brands whose kept scores follow older definitions. @param brandId of them only this one */
export async function brandsScoredBefore(
  db: Db,
  organizationId: string,
  scoringVersion: number,
  brandId: string | null = null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('current_score')
    .select('brand_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .$if(brandId !== null, (query) => query.where('brand_id', '=', brandId))
    .where(sql<boolean>`(score::jsonb ->> 'scoringVersion')::int < ${scoringVersion}`)
    .orderBy('brand_id')
    .execute()
  return rows.map(({ brand_id }) => brand_id)
}

/** Without data in any window there is no score, and an old one must not be served. */
export async function deleteCurrentScores(
  db: Db,
  organizationId: string,
  brandId: string,
  timeWindows: string[],
): Promise<void> {
  if (timeWindows.length === 0) return
  await db
    .deleteFrom('current_score')
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('time_window', 'in', timeWindows)
    .execute()
}
