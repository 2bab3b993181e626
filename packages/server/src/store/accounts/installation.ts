import type { Db } from '../../base/db/db.ts'
import { setLocal } from '../../base/db/tenant-setting.ts'

/** Whether somebody has an account here, or had. */
export async function isClaimed(db: Db): Promise<boolean> {
  return (await db.selectFrom('installation').select('is_it').executeTakeFirst()) !== undefined
}

/** @returns whether this was the first time */
export async function claim(db: Db, at: Date): Promise<boolean> {
  const row = await db
    .insertInto('installation')
    .values({ claimed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('is_it')
    .executeTakeFirst()
  return row !== undefined
}

/** Until the transaction ends its statements may see all organizations: for whoever is to own them. */
export async function nameUnclaimed(db: Db): Promise<void> {
  await setLocal(db, 'app.installation', 'unclaimed')
}

/** Until the transaction ends its statements are this organization's. */
export async function setOrganizationContext(db: Db, organizationId: string): Promise<void> {
  await setLocal(db, 'app.organization_id', organizationId)
}

/** All that are seen, the oldest first. */
export async function listSeenOrganizations(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('organization')
    .select(['organization_id as id', 'name'])
    .orderBy('created_at')
    .orderBy('organization_id')
    .execute()
}
