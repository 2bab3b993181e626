import { plans, platforms as catalogue, Problem, type PlanSlug } from '@sightline/sdk'
import { periodOf } from '../../engine/measuring/planning/period.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { platformsRunSince } from '../../store/measuring/runs.ts'
import type { AvailablePlatform, Context } from '../context.ts'
import { limitReached } from '../accounts/limits.ts'
import { organizationOf } from '../tenant.ts'

/**
 * The platforms to ask: those named, or all that are set up, as many as the plan includes. A plan's platforms are those
 * first used under it in a period: they come first where all are meant.
 * @throws Problem validation_failed for one that is unknown or not set up, plan_limit_reached for too many
 */
export async function choosePlatforms(context: Context, wanted: string[] | undefined): Promise<AvailablePlatform[]> {
  const chosen = wanted ? named(context, wanted) : available(context)
  const room = await platformRoom(context)
  const fitting = fit(room, chosen)
  if (wanted ? fitting.length < chosen.length : fitting.length === 0) throw tooMany(context, room, chosen)
  return fitting
}

/** The same for a schedule, which may have been set under a larger plan: it goes on with what fits, as it is. */
export async function choosePlatformsThatFit(context: Context, wanted: string[] | null): Promise<AvailablePlatform[]> {
  const chosen = wanted ? named(context, wanted) : available(context)
  const room = await platformRoom(context)
  const fitting = fit(room, chosen)
  if (fitting.length === 0) throw tooMany(context, room, chosen)
  return fitting
}

/** The platforms that the organization's plan was used for in this period, by runs and imports, the first used first. */
export async function platformsUsed(context: Context): Promise<string[]> {
  const { anchorAt, planSince } = context.caller.organization
  const { start } = periodOf(anchorAt, context.now)
  return platformsRunSince(context.db, organizationOf(context), planSince > start ? planSince : start)
}

/** What the plan includes of platforms, and what of it is taken. */
export type PlatformRoom = {
  plan: PlanSlug
  /** Infinity: all. */
  limit: number
  used: string[]
  /** Of those that are used, the ones that go on: more are used than the plan includes when it was changed by hand. */
  open: string[]
  /** How many may be added. */
  places: number
}

/** Locks the organization: of two runs or imports at once the second must see the first one's platforms. */
export async function platformRoom(context: Context): Promise<PlatformRoom> {
  const plan = await lockOrganization(context.db, organizationOf(context))
  const used = await platformsUsed(context)
  const limit = plans[plan].platforms ?? Infinity
  return { plan, limit, used, open: used.slice(0, limit), places: Math.max(0, limit - used.length) }
}

/** In the order they were chosen. */
function fit({ used, open, places }: PlatformRoom, chosen: AvailablePlatform[]): AvailablePlatform[] {
  const added = chosen.filter(({ slug }) => !used.includes(slug)).slice(0, places)
  return chosen.filter((platform) => open.includes(platform.slug) || added.includes(platform))
}

function tooMany(context: Context, { plan, limit, used, open }: PlatformRoom, chosen: AvailablePlatform[]): Problem {
  const asked = chosen.filter(({ slug }) => !open.includes(slug)).length
  return limitReached(context, { what: 'platforms', limit, current: used.length, asked }, plan)
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
