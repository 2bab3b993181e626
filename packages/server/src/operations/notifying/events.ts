import { Problem } from '@sightline/sdk'
import { burstsOf } from '../../engine/notifying/events/digest.ts'
import { brandById } from '../../store/measuring/brands.ts'
import { listEvents, type EventPosition } from '../../store/notifying/events.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { planOf } from '../accounts/limits.ts'
import { pageOf, toPage } from '../pages.ts'
import { organizationOf, requireBrand } from '../tenant.ts'

type EventHandlers = Pick<Handlers, 'listEvents' | 'getAlertDigest'>

/** Events that one digest looks at. */
const DIGEST_EVENTS = 2_000

export const eventHandlers: EventHandlers = {
  listEvents: async (context, { query }) => {
    const brandIds = await brandsAsked(context, query.brandId)
    const found = await listEvents(context.db, organizationOf(context), {
      ...pageOf<EventPosition>(context, query),
      brandIds,
      type: query.type,
      since: query.since === undefined ? null : new Date(query.since),
    })
    const page = toPage(context, query, found, ({ event, changedAt }) => ({
      changedAt: changedAt.toISOString(),
      id: event.id,
    }))
    return { ...page, data: page.data.map(({ event }) => event) }
  },

  getAlertDigest: async (context, { query }) => {
    const { plan } = context.caller.organization
    if (!planOf(context).hasAlertDigest)
      throw new Problem('plan_feature_unavailable', {
        message: 'The alert digest is part of the plan Agency. Upgrade, or read GET /events.',
        plan,
      })
    const brandIds = await brandsAsked(context, query.brandId)
    const from = new Date(context.now.getTime() - query.hours * 3_600_000)
    const found = await listEvents(context.db, organizationOf(context), {
      brandIds,
      type: undefined,
      since: from,
      limit: DIGEST_EVENTS,
      after: null,
    })
    const events = found.slice(0, DIGEST_EVENTS).map(({ event }) => event)
    const bursts = burstsOf(events)
    const names = await brandNames(
      context,
      bursts.map(({ brandId }) => brandId),
    )
    return {
      from: from.toISOString(),
      to: context.now.toISOString(),
      events: events.length,
      bursts: bursts.map((burst) => ({ ...burst, brandName: names.get(burst.brandId) ?? burst.brandId })),
      isComplete: found.length <= DIGEST_EVENTS,
    }
  },
}

/** Null: all brands. */
async function brandsAsked(context: Context, brandId: string | undefined): Promise<string[] | null> {
  if (brandId === undefined) return context.caller.brandIds
  return [(await requireBrand(context, brandId)).id]
}

async function brandNames(context: Context, ids: string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const id of new Set(ids)) {
    const brand = await brandById(context.db, organizationOf(context), id)
    if (brand) names.set(id, brand.name)
  }
  return names
}
