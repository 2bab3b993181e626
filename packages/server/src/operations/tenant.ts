import { Problem, type Brand } from '@sightline/sdk'
import { insertAuditEntry } from '../store/accounts/audit.ts'
import { brandById } from '../store/measuring/brands.ts'
import type { Context } from './context.ts'

export const organizationOf = (context: Context): string => context.caller.organization.id

/**
 * Reads over many rows in a transaction of its own, for an operation that does long work between its reads
 * (`dispatcher.ts`).
 */
export const apart = <Result>(context: Context, read: (context: Context) => Promise<Result>): Promise<Result> =>
  context.services.database.transaction(organizationOf(context), (db) => read({ ...context, db }))

/** @throws Problem resource_not_found, for another organization's brand as for none */
export async function requireBrand(context: Context, id: string): Promise<Brand> {
  const brand = await brandById(context.db, organizationOf(context), id)
  if (!brand) throw new Problem('resource_not_found')
  return brand
}

export async function audit(
  context: Context,
  action: string,
  subject: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  await insertAuditEntry(context.db, organizationOf(context), {
    actor: context.caller.actor,
    action,
    subject,
    ...(detail && { detail }),
  })
}
