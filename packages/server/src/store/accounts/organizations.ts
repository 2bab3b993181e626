import { sql } from 'kysely'
import type { PlanSlug } from '@sightline/sdk'
import { lockBrandsToDelete } from '../measuring/brands.ts'
import type { Db } from '../../base/db/db.ts'
import { tellKeyChanged } from './key-changes.ts'

export type Organization = {
  id: string
  name: string
  plan: PlanSlug
  status: 'active' | 'suspended'
  callsPerMinute: number | null
  platformWeights: Record<string, number> | null
  anchorAt: Date
  /** When the present plan began. */
  planSince: Date
  createdAt: Date
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
      planSince: row.plan_since ?? row.anchor_at,
      createdAt: row.created_at,
    }
  )
}

/** Only what changes. */
export async function updateOrganization(
  db: Db,
  organizationId: string,
  change: {
    name?: string | undefined
    plan?: PlanSlug | undefined
    planSince?: Date | undefined
    callsPerMinute?: number | null | undefined
    platformWeights?: Record<string, number> | null | undefined
  },
): Promise<void> {
  const { name, plan, planSince, callsPerMinute, platformWeights } = change
  await db
    .updateTable('organization')
    .set({
      updated_at: sql<Date>`now()`,
      ...(name !== undefined && { name }),
      ...(plan !== undefined && { plan }),
      ...(planSince !== undefined && { plan_since: planSince }),
      ...(callsPerMinute !== undefined && { calls_per_minute: callsPerMinute }),
      ...(platformWeights !== undefined && { platform_weights: platformWeights && JSON.stringify(platformWeights) }),
    })
    .where('organization_id', '=', organizationId)
    .execute()
  await tellKeyChanged(db, organizationId)
}

/**
 * With all its rows, however long that takes.
 * @returns the ids of its brands
 */
export async function deleteOrganization(db: Db, organizationId: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  // What works on a brand may write a row of its organization's, but not the other way round: the brands before the whole.
  await lockOrganization(db, organizationId)
  await lockBrandsToDelete(db, organizationId)
  // These go by themselves, except on Citus, where no foreign key leads from the coordinator to a distributed table.
  await db.deleteFrom('credential').where('organization_id', '=', organizationId).execute()
  await db.deleteFrom('membership').where('organization_id', '=', organizationId).execute()
  await db.deleteFrom('organization').where('organization_id', '=', organizationId).execute()
  await tellKeyChanged(db, organizationId)
}

/**
 * Held until the transaction ends, so that two requests cannot both take an organization's last place. Taken before any
 * other lock; it keeps nobody from inserting rows that point at the organization, as a counted call does all the time.
 * @returns the plan, which stays as it is as long
 */
export async function lockOrganization(db: Db, organizationId: string): Promise<PlanSlug> {
  const { rows } = await sql<{ plan: PlanSlug }>`
    select plan from organization where organization_id = ${organizationId} for no key update`.execute(db)
  // Deleted since its caller was let in: nothing of it can be written, whatever the plan.
  return rows[0]?.plan ?? 'free'
}
