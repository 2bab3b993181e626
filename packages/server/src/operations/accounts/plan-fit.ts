import { plans } from '@sightline/sdk'
import { deliverJob } from '../../jobs/kinds.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { fitBrands, fitPrompts, fitWebhooks, type Moved } from '../../store/accounts/plan-pauses.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import type { Context } from '../context.ts'
import { organizationOf } from '../tenant.ts'

/** What stopped for a plan, and what goes on again. */
export type PlanFit = { brands: Moved; prompts: Moved; webhooks: Moved }

/**
 * Pauses what is above the plan, the newest first, and lets go on what fits again, the oldest first; the default brand is
 * never paused. So a smaller plan and the larger one after it leave all as it was.
 * To be called wherever a place may have become free: by a change of plan, a deletion, another default brand.
 */
export async function fitToPlan(context: Context): Promise<PlanFit> {
  const organizationId = organizationOf(context)
  const plan = await lockOrganization(context.db, organizationId)
  // Prompts after brands: those of a paused brand take no place.
  const brands = await fitBrands(context.db, organizationId, plans[plan].brands)
  const prompts = await fitPrompts(context.db, organizationId, plans[plan].prompts)
  const webhooks = await fitWebhooks(context.db, organizationId, plans[plan].webhooks)
  // What waited meanwhile is sent.
  await enqueue(
    context.db,
    webhooks.resumed.map((webhookId) => deliverJob({ organizationId, webhookId })),
  )
  return { brands, prompts, webhooks }
}
