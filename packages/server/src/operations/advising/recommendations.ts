import { openStatuses, Problem, type Recommendation, type RecommendationStatus } from '@sightline/sdk'
import { nextStatuses, refusalOf } from '../../engine/advising/recommending/states.ts'
import { lockBrand } from '../../store/measuring/brands.ts'
import { nextChange } from '../../base/db/change-clock.ts'
import {
  listRecommendations,
  moveRecommendation,
  rankPositionOf,
  recommendationById,
  type RankPosition,
  type WholeRecommendation,
} from '../../store/advising/recommendations.ts'
import { renewTopRecommendation } from '../../store/advising/top-recommendation.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { pageOf, toPage } from '../pages.ts'
import { audit, organizationOf, requireBrand } from '../tenant.ts'

type RecommendationHandlers = Pick<Handlers, 'listSuggestions' | 'getSuggestion' | 'updateSuggestion'>

/** Of the cells; all are kept, and all are measured. */
const SHOWN_CELLS = 200

export const recommendationHandlers: RecommendationHandlers = {
  listSuggestions: async (context, { params, query }) => {
    await requireBrand(context, params.id)
    const found = await listRecommendations(context.db, organizationOf(context), params.id, {
      ...pageOf<RankPosition>(context, query),
      statuses: statusesOf(query.status),
      effort: query.effort,
      kind: query.kind,
    })
    return toPage(context, query, found, rankPositionOf)
  },

  getSuggestion: async (context, { params }) => present(await requireRecommendation(context, params)),

  updateSuggestion: async (context, { params, body }) => {
    const organizationId = organizationOf(context)
    // Before it is read: a scoring may be about to change it.
    await lockBrand(context.db, organizationId, params.id)
    const before = await requireRecommendation(context, params)
    const reason = body.reason ?? null
    // The same again is no change, so that a call may be repeated.
    if (before.status === body.status && before.reason === reason) return present(before)
    const refusal = before.status === body.status ? null : refusalOf(before.status, body.status)
    if (refusal !== null) throw new Problem('conflict', { message: refusal })
    await moveRecommendation(context.db, organizationId, params.sid, {
      from: before.status,
      to: body.status,
      reason,
      at: context.now,
      changedAt: await nextChange(context.db, organizationId),
    })
    await renewTopRecommendation(context.db, organizationId, params.id)
    await audit(context, 'recommendation.update', params.sid, { from: before.status, to: body.status, reason })
    return present(await requireRecommendation(context, params))
  },
}

function statusesOf(asked: RecommendationStatus | 'open' | 'all'): readonly RecommendationStatus[] | null {
  if (asked === 'all') return null
  return asked === 'open' ? openStatuses : [asked]
}

async function requireRecommendation(
  context: Context,
  { id, sid }: { id: string; sid: string },
): Promise<WholeRecommendation> {
  const found = await recommendationById(context.db, organizationOf(context), id, sid)
  if (!found) throw new Problem('resource_not_found')
  return found
}

const present = (found: WholeRecommendation): Recommendation => ({
  ...found,
  nextStatuses: [...nextStatuses[found.status]],
  cells: found.cells.slice(0, SHOWN_CELLS),
})
