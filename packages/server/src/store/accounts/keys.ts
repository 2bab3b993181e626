import { sql, type Selectable } from 'kysely'
import type { ApiKey, PlanSlug, Scope } from '@sightline/sdk'
import type { PageOf } from '../measuring/brands.ts'
import type { Db } from '../../base/db/db.ts'
import { tellKeyChanged } from './key-changes.ts'
import type { Tables } from '../../base/db/tables.ts'

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
    /** When the present plan began. */
    planSince: Date
  }
}

export type NewKey = Omit<Key, 'revokedAt'> & { hash: Buffer }

export async function insertKey(db: Db, organizationId: string, key: NewKey): Promise<ApiKey> {
  const row = await db
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
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('credential')
    .values({ hash: key.hash, organization_id: organizationId, key_id: key.id })
    .execute()
  await tellKeyChanged(db, organizationId)
  return toKey({ ...row, status: 'active' })
}

/** Newest first; one more than asked for. @param at tells which have expired */
export async function listKeys(
  db: Db,
  organizationId: string,
  filter: PageOf & { status?: ApiKey['status'] | undefined; at: Date },
): Promise<ApiKey[]> {
  let query = db
    .selectFrom('api_key')
    .selectAll()
    .select(statusAt(filter.at).as('status'))
    .where('organization_id', '=', organizationId)
  if (filter.status) query = query.where(statusAt(filter.at), '=', filter.status)
  if (filter.after) query = query.where('id', '<', filter.after)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
    .execute()
  return rows.map(toKey)
}

export async function keyById(db: Db, organizationId: string, id: string, at: Date): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_key')
    .selectAll()
    .select(statusAt(at).as('status'))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toKey(row)
}

/** Only what changes. */
export type KeyChange = {
  name?: string | undefined
  scopes?: Scope[] | undefined
  brandIds?: string[] | null | undefined
  expiresAt?: Date | null | undefined
}

/** A key that is revoked stays as it was. @returns undefined where there is none to change */
export async function updateKey(
  db: Db,
  organizationId: string,
  id: string,
  change: KeyChange,
  at: Date,
): Promise<ApiKey | undefined> {
  const row = await db
    .updateTable('api_key')
    .set({
      // So that an empty change is a statement too.
      id,
      ...(change.name !== undefined && { name: change.name }),
      ...(change.scopes !== undefined && { scopes: change.scopes }),
      ...(change.brandIds !== undefined && { brand_ids: change.brandIds }),
      ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .returning(statusAt(at).as('status'))
    .executeTakeFirst()
  await tellKeyChanged(db, organizationId)
  return row && toKey(row)
}

/** Two processes may tell of it: the later use stays. */
export async function noteKeyUse(db: Db, organizationId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute()
}

/** Whose key a hash is; asked before any tenant is known. */
export async function ownerOfHash(
  systemDb: Db,
  hash: Buffer,
): Promise<{ organizationId: string; keyId: string } | undefined> {
  const row = await systemDb.selectFrom('credential').selectAll().where('hash', '=', hash).executeTakeFirst()
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
      'organization.plan_since',
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
        planSince: row.plan_since ?? row.anchor_at,
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
  await tellKeyChanged(db, organizationId)
  return rows.length > 0
}

const statusAt = (at: Date) => sql<ApiKey['status']>`case
  when revoked_at is not null then 'revoked' when expires_at <= ${at} then 'expired' else 'active' end`

const toKey = (row: Selectable<Tables['api_key']> & Pick<ApiKey, 'status'>): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as Scope[],
  brandIds: row.brand_ids,
  start: row.start,
  last4: row.last4,
  status: row.status,
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})
