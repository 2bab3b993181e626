import { Problem, plans, type Brand, type Plan, type PlanSlug } from '@sightline/sdk'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import type { Context } from '../context.ts'

/** More would make share of voice unreadable, and each is looked for in every answer. */
export const COMPETITORS_PER_BRAND = 100

type CountedLimit = 'brands' | 'prompts' | 'webhooks' | 'seats'

/**
 * Refuses what would exceed the plan. The organization is locked first, so that of twenty requests for the last place
 * exactly one passes.
 */
export async function requirePlace(
  context: Context,
  limit: CountedLimit,
  added: number,
  count: () => Promise<number>,
): Promise<void> {
  // The plan as it is under the lock: the caller may have been remembered with the one before.
  const plan = await lockOrganization(context.db, context.caller.organization.id)
  const allowed = plans[plan][limit]
  const current = await count()
  if (allowed !== null && current + added > allowed)
    throw limitReached(context, { what: limit, limit: allowed, current, asked: added }, plan)
}

/** @throws Problem plan_limit_reached for a brand that is above the plan: it can be read, and brings nothing new */
export function refusePaused(context: Context, brand: Brand): void {
  if (brand.status === 'active') return
  const { plan } = context.caller.organization
  const { label, brands } = plans[plan]
  throw new Problem('plan_limit_reached', {
    message: `This brand is paused, because the plan ${label} includes ${brands} of your brands. What was measured can be read. Upgrade, make it the default brand, or delete another one.`,
    plan,
    limit: brands,
  })
}

/** What a plan limits: how much of it there is, and how much more was asked for where that is known. */
export type Limited = { what: string; limit: number; current: number; asked?: number | undefined }

export function limitReached(
  context: Context,
  limited: Limited,
  plan: PlanSlug = context.caller.organization.plan,
): Problem {
  const { limit, current } = limited
  return new Problem('plan_limit_reached', { message: limitMessage(limited, plan), plan, limit, current })
}

/** Allowed, used, asked for, and what to do about it. */
export function limitMessage({ what, limit, current, asked }: Limited, plan: PlanSlug): string {
  const more = asked === undefined ? '' : `, and ${asked} more ${asked === 1 ? 'was' : 'were'} asked for`
  return `The plan ${plans[plan].label} includes ${limit} ${what}; ${current} are in use${more}. ${remedies[what] ?? 'Remove some or upgrade.'}`
}

const remedies: { [what: string]: string } = {
  platforms: 'Use those that are in use until the billing period ends, or upgrade.',
  prompts: 'Archive some or upgrade.',
  'answers a month': 'Wait until the billing period ends, or upgrade.',
}

export const planOf = (context: Context): Plan => plans[context.caller.organization.plan]
