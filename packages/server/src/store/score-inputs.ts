import { sql } from 'kysely'
import type { Db } from './database.ts'
import { rollupsOf, surfacesOf, type RollupRow } from './rollups.ts'

/** What the scores of a brand over some days are made from. */
export type ScoreInputs = {
  /** Of the panel: active prompts that do not name the brand. */
  rollups: RollupRow[]
  surfaces: { platform: string; surface: string; answers: number }[]
  competitorIds: string[]
  platformWeights: Record<string, number> | null
}

/** @param days both inclusive; surfaces are told of `surfacesFrom` and later */
export async function scoreInputs(
  db: Db,
  organizationId: string,
  brandId: string,
  days: { from: string; surfacesFrom: string; to: string },
): Promise<ScoreInputs> {
  const { rows: panel } = await sql<{ id: string }>`
    select id from prompt where organization_id = ${organizationId} and brand_id = ${brandId} and status = 'active' and not is_branded
    order by id`.execute(db)
  const { rows: competitors } = await sql<{ id: string }>`
    select id from competitor where organization_id = ${organizationId} and brand_id = ${brandId} order by id`.execute(
    db,
  )
  const { rows: organizations } = await sql<{ weights: Record<string, number> | null }>`
    select platform_weights as weights from organization where organization_id = ${organizationId}`.execute(db)
  return {
    rollups: await rollupsOf(db, organizationId, brandId, {
      from: days.from,
      to: days.to,
      promptIds: panel.map(({ id }) => id),
    }),
    surfaces: await surfacesOf(db, organizationId, brandId, { from: days.surfacesFrom, to: days.to }),
    competitorIds: competitors.map(({ id }) => id),
    platformWeights: organizations[0]?.weights ?? null,
  }
}
