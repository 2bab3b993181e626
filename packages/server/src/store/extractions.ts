import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Brands with answers that an older detector looked through. */
export async function brandsToRenew(db: Db, organizationId: string, version: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from brand where organization_id = ${organizationId} and exists (
      select from observation where observation.organization_id = ${organizationId} and observation.brand_id = brand.id
        and extraction_version < ${version})
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Some of them, those of the oldest detector first. */
export async function answerIdsToRenew(
  db: Db,
  organizationId: string,
  brandId: string,
  version: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select answer_id as id from observation
    where organization_id = ${organizationId} and brand_id = ${brandId} and extraction_version < ${version}
    order by extraction_version limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
