import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/** Brands with answers that an older detector looked through. */
export async function brandsToRenew(db: Db, organizationId: string, version: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from brand where organization_id = ${organizationId} and exists (
      select from observation where observation.organization_id = ${organizationId} and observation.brand_id = brand.id
        and extraction_version < ${version})
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lets all answers be renewed that could not be read, as if an older detector had looked through them. @returns how many */
export async function forgetUnreadable(db: Db, organizationId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update observation set extraction_version = 0
    where organization_id = ${organizationId} and unreadable is not null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** How many answers of an organization could not be read. */
export async function countUnreadable(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ answers: number }>`
    select count(*) as answers from observation where organization_id = ${organizationId} and unreadable is not null`.execute(
    db,
  )
  return rows[0]?.answers ?? 0
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
