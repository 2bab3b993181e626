import { Problem } from '@sightline/sdk'
import { brandById } from '../../store/measuring/brands.ts'
import { webhookById, type WebhookRow } from '../../store/notifying/webhooks.ts'
import type { Context } from '../context.ts'
import { organizationOf } from '../tenant.ts'

/**
 * A subscription that the caller may know of: a key that is limited to some brands sees those of no other brands.
 * @throws Problem resource_not_found
 */
export async function requireWebhook(context: Context, id: string): Promise<WebhookRow> {
  const webhook = await visibleWebhook(context, id)
  if (!webhook) throw new Problem('resource_not_found')
  return webhook
}

export async function visibleWebhook(context: Context, id: string): Promise<WebhookRow | undefined> {
  const webhook = await webhookById(context.db, organizationOf(context), id)
  const { brandIds } = context.caller
  const isVisible = !brandIds || webhook?.brandIds?.every((brandId) => brandIds.includes(brandId))
  return isVisible ? webhook : undefined
}

/** By its text; where it leads was asked before (`operations/preflight.ts`). @throws Problem webhook_url_not_allowed saying why */
export function requireTarget(context: Context, url: string): void {
  const fault = context.services.checkTarget(url)
  if (fault !== null) refuseTarget(fault)
}

/** @throws Problem webhook_url_not_allowed */
export function refuseTarget(fault: string): never {
  throw new Problem('webhook_url_not_allowed', {
    message: `This address may not receive webhooks: url – ${fault}`,
    details: [{ path: 'url', code: 'not_allowed', message: fault }],
  })
}

/**
 * The brands of a subscription. One made with a key that is limited to some brands is limited to them too.
 * @throws Problem validation_failed naming those that are not there
 */
export async function chooseBrands(context: Context, wanted: string[] | null): Promise<string[] | null> {
  const allowed = context.caller.brandIds
  if (!wanted) return allowed
  const missing: string[] = []
  for (const id of wanted)
    if ((allowed && !allowed.includes(id)) || !(await brandById(context.db, organizationOf(context), id)))
      missing.push(id)
  if (missing.length === 0) return wanted
  throw new Problem('validation_failed', {
    message: `1 field is not valid: brandIds – there is no brand ${missing.join(', ')}.`,
    details: missing.map((id) => ({ path: 'brandIds', code: 'unknown_brand', message: `There is no brand ${id}.` })),
  })
}
