import type { Db } from './database.ts'

/** The newest score of a brand in one window, as the engine made it; undefined when nothing is scored. */
export async function currentScore(
  db: Db,
  organizationId: string,
  brandId: string,
  timeWindow: string,
): Promise<{ body: unknown; computedAt: Date } | undefined> {
  const row = await db
    .selectFrom('current_score')
    .select(['body', 'computed_at'])
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('time_window', '=', timeWindow)
    .executeTakeFirst()
  return row && { body: row.body, computedAt: row.computed_at }
}

export async function saveCurrentScore(
  db: Db,
  organizationId: string,
  brandId: string,
  timeWindow: string,
  body: unknown,
  computedAt: Date,
): Promise<void> {
  const columns = { body: JSON.stringify(body), computed_at: computedAt }
  await db
    .insertInto('current_score')
    .values({ organization_id: organizationId, brand_id: brandId, time_window: timeWindow, ...columns })
    .onConflict((conflict) => conflict.columns(['organization_id', 'brand_id', 'time_window']).doUpdateSet(columns))
    .execute()
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
