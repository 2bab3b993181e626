import { Problem, type Brand } from '@sightline/sdk'
import { insertAuditEntry } from '../store/audit.ts'
import { brandById } from '../store/brands.ts'
import type { Context } from './context.ts'

export const organizationOf = (context: Context): string => context.caller.organization.id

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
