import { newId, type PlanSlug, type Scope } from '@sightline/sdk'
import { insertAuditEntry, type Actor } from '../store/audit.ts'
import { insertKey, revokeKey } from '../store/keys.ts'
import { insertOrganization } from '../store/organizations.ts'
import type { Services } from './context.ts'
import { mintKey } from './api-key.ts'

/** Creates an organization; its billing periods are counted from this moment. @returns its id */
export async function createOrganization(
  { database, now }: Services,
  wanted: { name: string; plan: PlanSlug; actor: Actor },
): Promise<string> {
  const id = newId('organization', now().getTime())
  await database.transaction(id, async (db) => {
    await insertOrganization(db, { id, name: wanted.name, plan: wanted.plan, anchorAt: now() })
    await insertAuditEntry(db, id, { actor: wanted.actor, action: 'organization.create', subject: id })
  })
  return id
}

export type WantedKey = {
  name: string
  scopes: Scope[]
  brandIds: string[] | null
  expiresAt: Date | null
  actor: Actor
}

/** Issues a key. @returns its id and its text, which is told this once and never again */
export async function createKey(
  { database, now }: Services,
  organizationId: string,
  wanted: WantedKey,
): Promise<{ id: string; key: string }> {
  const minted = mintKey()
  const id = newId('key', now().getTime())
  const { actor, ...facts } = wanted
  await database.transaction(organizationId, async (db) => {
    await insertKey(db, organizationId, { id, ...facts, hash: minted.hash, start: minted.start, last4: minted.last4 })
    await insertAuditEntry(db, organizationId, {
      actor,
      action: 'key.create',
      subject: id,
      detail: { name: wanted.name },
    })
  })
  return { id, key: minted.text }
}

/** @returns whether there is such a key; every process refuses it from now on */
export async function endKey(
  { database, now }: Services,
  organizationId: string,
  keyId: string,
  actor: Actor,
): Promise<boolean> {
  return database.transaction(organizationId, async (db) => {
    const existed = await revokeKey(db, organizationId, keyId, now())
    if (existed) await insertAuditEntry(db, organizationId, { actor, action: 'key.revoke', subject: keyId })
    return existed
  })
}
