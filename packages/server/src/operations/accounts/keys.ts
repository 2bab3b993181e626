import { Problem } from '@sightline/sdk'
import { brandById } from '../../store/measuring/brands.ts'
import * as store from '../../store/accounts/keys.ts'
import { mintKey } from './authenticate.ts'
import type { Context } from '../context.ts'
import type { SessionHandlers } from '../dispatcher.ts'
import { pageOf, toPage } from '../pages.ts'
import { audit, organizationOf } from '../tenant.ts'

type KeyHandlers = Pick<SessionHandlers, 'listKeys' | 'createKey' | 'updateKey' | 'revokeKey'>

export const keyHandlers: KeyHandlers = {
  listKeys: async (context, { query }) => {
    const filter = { ...pageOf(context, query), status: query.status, at: context.now }
    return toPage(context, query, await store.listKeys(context.db, organizationOf(context), filter))
  },

  createKey: async (context, { body }) => {
    await requireBrands(context, body.brandIds)
    const minted = mintKey()
    const key = await store.insertKey(context.db, organizationOf(context), {
      id: context.services.newId('key'),
      name: body.name,
      scopes: body.scopes,
      brandIds: body.brandIds,
      expiresAt: futureOf(context, body.expiresAt) ?? null,
      hash: minted.hash,
      start: minted.start,
      last4: minted.last4,
    })
    const { name, scopes, brandIds, expiresAt } = key
    await audit(context, 'key.create', key.id, { name, scopes, brandIds, expiresAt })
    return { key, secret: minted.text }
  },

  updateKey: async (context, { params, body }) => {
    await requireBrands(context, body.brandIds)
    const before = await requireKey(context, params.id)
    const change = { ...body, expiresAt: futureOf(context, body.expiresAt) }
    const key = await store.updateKey(context.db, organizationOf(context), params.id, change, context.now)
    if (!key) throw new Problem('conflict', { message: 'This key was revoked; issue a new one.' })
    const told = changesOf(before, key)
    await audit(context, 'key.update', key.id, told)
    return key
  },

  revokeKey: async (context, { params }) => {
    await requireKey(context, params.id)
    await store.revokeKey(context.db, organizationOf(context), params.id, context.now)
    await audit(context, 'key.revoke', params.id)
    return requireKey(context, params.id)
  },
}

async function requireKey(context: Context, id: string) {
  const key = await store.keyById(context.db, organizationOf(context), id, context.now)
  if (!key) throw new Problem('resource_not_found')
  return key
}

/** A key for a brand that is not there would see nothing, and nobody would know why. */
async function requireBrands(context: Context, ids: string[] | null | undefined): Promise<void> {
  for (const [index, id] of (ids ?? []).entries())
    if (!(await brandById(context.db, organizationOf(context), id)))
      throw invalid(`brandIds.${index}`, 'unknown_brand', `There is no brand ${id} in this organization.`)
}

/** Undefined stays undefined: not to be changed. */
function futureOf(context: Context, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text
  const at = new Date(text)
  if (at <= context.now)
    throw invalid('expiresAt', 'in_the_past', 'Must lie in the future. To end a key now, revoke it.')
  return at
}

const invalid = (path: string, code: string, message: string): Problem =>
  new Problem('validation_failed', { message, details: [{ path, code, message }] })

const CHANGEABLE = ['name', 'scopes', 'brandIds', 'expiresAt'] as const
type Changeable = { [Field in (typeof CHANGEABLE)[number]]: unknown }

/** What was and what is, of the fields that differ. */
function changesOf(before: Changeable, after: Changeable): Record<string, unknown> {
  const changed = CHANGEABLE.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]))
}
