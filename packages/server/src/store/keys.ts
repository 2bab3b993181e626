import type { PlanSlug, Scope } from '@sightline/sdk'
import type { Db } from './database.ts'

export type Key = {
  id: string
  name: string
  scopes: Scope[]
  brandIds: string[] | null
  start: string
  last4: string
  expiresAt: Date | null
  revokedAt: Date | null
}

/** What a request needs to know of its key and organization, in one read. */
export type KeyHolder = {
  key: Key
  organization: {
    id: string
    name: string
    plan: PlanSlug
    status: 'active' | 'suspended'
    callsPerMinute: number | null
    anchorAt: Date
  }
}

export type NewKey = Omit<Key, 'revokedAt'> & { hash: Buffer }

export async function insertKey(db: Db, organizationId: string, key: NewKey): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      organization_id: organizationId,
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      brand_ids: key.brandIds,
      start: key.start,
      last4: key.last4,
      expires_at: key.expiresAt,
    })
    .execute()
  await db
    .insertInto('credential')
    .values({ hash: key.hash, organization_id: organizationId, key_id: key.id })
    .execute()
}

/** Whose key a hash is; asked before any tenant is known. */
export async function ownerOfHash(
  directory: Db,
  hash: Buffer,
): Promise<{ organizationId: string; keyId: string } | undefined> {
  const row = await directory.selectFrom('credential').selectAll().where('hash', '=', hash).executeTakeFirst()
  return row && { organizationId: row.organization_id, keyId: row.key_id }
}

export async function keyHolder(db: Db, organizationId: string, keyId: string): Promise<KeyHolder | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('organization', 'organization.organization_id', 'api_key.organization_id')
    .select([
      'api_key.id',
      'api_key.name as key_name',
      'api_key.scopes',
      'api_key.brand_ids',
      'api_key.start',
      'api_key.last4',
      'api_key.expires_at',
      'api_key.revoked_at',
      'organization.name',
      'organization.plan',
      'organization.status',
      'organization.calls_per_minute',
      'organization.anchor_at',
    ])
    .where('api_key.organization_id', '=', organizationId)
    .where('api_key.id', '=', keyId)
    .executeTakeFirst()
  return (
    row && {
      key: {
        id: row.id,
        name: row.key_name,
        scopes: row.scopes as Scope[],
        brandIds: row.brand_ids,
        start: row.start,
        last4: row.last4,
        expiresAt: row.expires_at,
        revokedAt: row.revoked_at,
      },
      organization: {
        id: organizationId,
        name: row.name,
        plan: row.plan as PlanSlug,
        status: row.status,
        callsPerMinute: row.calls_per_minute,
        anchorAt: row.anchor_at,
      },
    }
  )
}

/** @returns whether there is such a key; revoking twice changes nothing */
export async function revokeKey(db: Db, organizationId: string, keyId: string, at: Date): Promise<boolean> {
  const rows = await db
    .updateTable('api_key')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(at)) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', keyId)
    .returning('id')
    .execute()
  return rows.length > 0
}
