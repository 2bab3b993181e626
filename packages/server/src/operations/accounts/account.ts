import { plans, Problem, type Usage } from '@sightline/sdk'
import { countBrands } from '../../store/measuring/brands.ts'
import { countActivePrompts } from '../../store/measuring/prompts.ts'
import { listCallNotices } from '../../store/accounts/notices.ts'
import { usageDetail, usedInPeriod, type UsageDetail } from '../../store/accounts/usage.ts'
import type { Caller } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { countSeats } from './invitations.ts'
import { toNotice } from './organizations.ts'
import { platformsUsed } from '../measuring/platform-choice.ts'
import { organizationOf } from '../tenant.ts'
import { periodOf } from '../../engine/measuring/planning/period.ts'

const FOR_KEYS_ONLY =
  'This tells of the API key that asks, and a signed-in person has none. GET /web/session says who is signed in; ask GET /api/v1/me with a key.'

type AccountHandlers = Pick<Handlers, 'getMe' | 'getUsage'>

export const accountHandlers: AccountHandlers = {
  getMe: async ({ caller, now }) => {
    // Never 401: whoever is signed in would be taken for somebody whose session has ended.
    if (!caller.key) throw new Problem('route_not_found', { message: FOR_KEYS_ONLY })
    return {
      organization: { id: caller.organization.id, name: caller.organization.name },
      plan: caller.organization.plan,
      key: {
        id: caller.key.id,
        name: caller.key.name,
        scopes: [...caller.scopes],
        brandIds: caller.brandIds,
        expiresAt: caller.key.expiresAt?.toISOString() ?? null,
      },
      serverTime: now.toISOString(),
    }
  },

  getUsage: async (context): Promise<Usage> => {
    const organizationId = organizationOf(context)
    const { plan, anchorAt } = context.caller.organization
    const period = periodOf(anchorAt, context.now)
    const [used, detail, brands, seats, prompts, platforms, notices] = await Promise.all([
      usedInPeriod(context.db, organizationId, period.start),
      usageDetail(context.db, organizationId, period.start.toISOString().slice(0, 10)),
      countBrands(context.db, organizationId),
      countSeats(context),
      countActivePrompts(context.db, organizationId),
      platformsUsed(context),
      listCallNotices(context.db, organizationId, { limit: 200, after: null, periodStart: period.start }),
    ])
    const allowed = plans[plan]
    // What no key asked for are events that webhooks told of.
    const ofKeys = detail.filter(({ keyId }) => keyId !== '')
    return {
      plan,
      period: { start: period.start.toISOString(), end: period.end.toISOString() },
      calls: {
        used: used.calls,
        limit: allowed.callsPerMonth,
        remaining: Math.max(0, allowed.callsPerMonth - used.calls),
      },
      resetsAt: period.end.toISOString(),
      byDay: sumBy(detail, (row) => row.day).map(([day, calls]) => ({ day, calls })),
      byKey: sumBy(ofKeys.filter(isVisibleTo(context.caller)), (row) => row.keyId).map(([keyId, calls]) => ({
        keyId,
        name: ofKeys.find((row) => row.keyId === keyId)?.keyName ?? null,
        calls,
      })),
      byEndpoint: sumBy(detail, (row) => row.operation).map(([operation, calls]) => ({ operation, calls })),
      allowances: {
        brands: { used: brands, limit: allowed.brands },
        seats: { used: seats, limit: allowed.seats },
        platforms: { used: platforms.length, limit: allowed.platforms },
        prompts: { used: prompts, limit: allowed.prompts },
        answers: { used: used.answers, limit: allowed.answersPerMonth },
      },
      webhooks: { countedEvents: sum(detail) - sum(ofKeys) },
      notices: notices.map(toNotice),
    }
  },
}

/** Keys often bear a client's name: one that is limited to some brands is told of itself only. */
const isVisibleTo =
  ({ brandIds, key }: Caller) =>
  ({ keyId }: UsageDetail): boolean =>
    brandIds === null || keyId === key?.id

function sumBy(detail: UsageDetail[], keyOf: (row: UsageDetail) => string): [string, number][] {
  const sums = new Map<string, number>()
  for (const row of detail) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.calls)
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

const sum = (rows: UsageDetail[]): number => rows.reduce((total, { calls }) => total + calls, 0)
