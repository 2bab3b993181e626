import { plans, platforms as catalogue, Problem } from '@sightline/sdk'
import { periodOf } from '../engine/planning/period.ts'
import { lockOrganization } from '../store/organizations.ts'
import { platformsRunSince } from '../store/runs.ts'
import type { AvailablePlatform, Context } from './context.ts'
import { limitReached } from './limits.ts'
import { organizationOf } from './tenant.ts'

/**
 * The platforms to ask: those named, or all that are set up, as many as the plan includes. A plan's platforms are those
 * first asked under it in a period: they come first where all are meant.
 * @throws Problem validation_failed for one that is unknown or not set up, plan_limit_reached for too many
 */
export async function choosePlatforms(context: Context, wanted: string[] | undefined): Promise<AvailablePlatform[]> {
  const chosen = wanted ? named(context, wanted) : available(context)
  const { fitting, limit, used } = await fit(context, chosen)
  if (wanted && fitting.length < chosen.length) throw limitReached(context, 'platforms', limit, used.length)
  return fitting
}

/** The same for a schedule, which may have been set under a larger plan: it goes on with what fits, as it is. */
export async function choosePlatformsThatFit(context: Context, wanted: string[] | null): Promise<AvailablePlatform[]> {
  const { fitting, limit, used } = await fit(context, wanted ? named(context, wanted) : available(context))
  if (fitting.length === 0) throw limitReached(context, 'platforms', limit, used.length)
  return fitting
}

/** The platforms that the organization's plan was used for in this period, imports left out. */
export async function platformsUsed(context: Context): Promise<string[]> {
  const { anchorAt, planSince } = context.caller.organization
  const { start } = periodOf(anchorAt, context.now)
  return platformsRunSince(context.db, organizationOf(context), planSince > start ? planSince : start)
}

async function fit(context: Context, chosen: AvailablePlatform[]) {
  // Of two runs at once the second must see the first one's platforms.
  const plan = await lockOrganization(context.db, organizationOf(context))
  const used = await platformsUsed(context)
  const limit = plans[plan].platforms ?? context.services.platforms.length
  const places = Math.max(0, limit - used.length)
  const fresh = chosen.filter(({ slug }) => !used.includes(slug)).slice(0, places)
  // In the order they were chosen. More may be in use than fit, when the plan was changed by hand.
  const fitting = chosen.filter((platform) => used.includes(platform.slug) || fresh.includes(platform)).slice(0, limit)
  return { fitting, limit, used }
}

function available({ services }: Context): AvailablePlatform[] {
  if (services.platforms.length > 0) return [...services.platforms]
  throw new Problem('conflict', {
    message: 'No platform is set up on this installation. Set a platform’s API key in the environment and start again.',
  })
}

function named(context: Context, wanted: string[]): AvailablePlatform[] {
  const present = available(context)
  return [...new Set(wanted)].map((slug) => present.find((platform) => platform.slug === slug) ?? refusePlatform(slug))
}

function refusePlatform(slug: string): never {
  const isKnown = catalogue.some((platform) => platform.slug === slug)
  const message = isKnown
    ? `The platform ${slug} is not set up on this installation.`
    : `There is no platform ${slug}; see GET /platforms.`
  throw new Problem('validation_failed', {
    message,
    details: [{ path: 'platforms', code: isKnown ? 'not_set_up' : 'unknown_platform', message }],
  })
}
