import { Problem, plans, type Plan } from '@sightline/sdk'
import { lockOrganization } from '../store/organizations.ts'
import type { Context } from './context.ts'

/** More would make share of voice unreadable, and each is looked for in every answer. */
export const COMPETITORS_PER_BRAND = 100

type CountedLimit = 'brands' | 'prompts'

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
  const allowed = planOf(context)[limit]
  await lockOrganization(context.db, context.caller.organization.id)
  const current = await count()
  if (current + added > allowed) throw limitReached(context, limit, allowed, current)
}

export function limitReached(context: Context, what: string, limit: number, current: number): Problem {
  const { plan } = context.caller.organization
  return new Problem('plan_limit_reached', {
    message: `The plan ${plans[plan].label} includes ${limit} ${what}; ${current} are in use. Remove some or upgrade.`,
    plan,
    limit,
    current,
  })
}

export const planOf = (context: Context): Plan => plans[context.caller.organization.plan]
