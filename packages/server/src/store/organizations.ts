import { sql } from 'kysely'
import type { PlanSlug } from '@sightline/sdk'
import type { Db } from './database.ts'

export type Organization = {
  id: string
  name: string
  plan: PlanSlug
  status: 'active' | 'suspended'
  callsPerMinute: number | null
  platformWeights: Record<string, number> | null
  anchorAt: Date
}

export async function insertOrganization(
  db: Db,
  organization: { id: string; name: string; plan: PlanSlug; anchorAt: Date },
): Promise<void> {
  await db
    .insertInto('organization')
    .values({
      organization_id: organization.id,
      name: organization.name,
      plan: organization.plan,
      anchor_at: organization.anchorAt,
    })
    .execute()
}

export async function organizationById(db: Db, organizationId: string): Promise<Organization | undefined> {
  const row = await db
    .selectFrom('organization')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return (
    row && {
      id: row.organization_id,
      name: row.name,
      plan: row.plan as PlanSlug,
      status: row.status,
      callsPerMinute: row.calls_per_minute,
      platformWeights: row.platform_weights,
      anchorAt: row.anchor_at,
    }
  )
}

/**
 * Held until the transaction ends, so that two requests cannot both take an organization's last place. Taken before any
 * other lock; it keeps nobody from inserting rows that point at the organization, as a counted call does all the time.
 */
export async function lockOrganization(db: Db, organizationId: string): Promise<void> {
  await sql`select from organization where organization_id = ${organizationId} for no key update`.execute(db)
}
