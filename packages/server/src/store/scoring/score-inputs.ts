import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
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
  const promptIds = await panelPromptIds(db, organizationId, brandId, null)
  const { rows: competitors } = await sql<{ id: string }>`
    select id from competitor where organization_id = ${organizationId} and brand_id = ${brandId} order by id`.execute(
    db,
  )
  return {
    rollups: await rollupsOf(db, organizationId, brandId, {
      from: days.from,
      to: days.to,
      promptIds,
    }),
    surfaces: await surfacesOf(db, organizationId, brandId, { from: days.surfacesFrom, to: days.to }),
    competitorIds: competitors.map(({ id }) => id),
    platformWeights: await platformWeightsOf(db, organizationId),
  }
}

/** The prompts a score is made of: active, and not naming the brand. Null: of all topics. */
export async function panelPromptIds(
  db: Db,
  organizationId: string,
  brandId: string,
  topic: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from prompt where organization_id = ${organizationId} and brand_id = ${brandId} and status = 'active' and not is_branded
      and (${topic}::text is null or topic = ${topic})
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Weight of each platform in the composite by slug; null: all equal. */
export async function platformWeightsOf(db: Db, organizationId: string): Promise<Record<string, number> | null> {
  const { rows } = await sql<{ weights: Record<string, number> | null }>`
    select platform_weights as weights from organization where organization_id = ${organizationId}`.execute(db)
  return rows[0]?.weights ?? null
}
