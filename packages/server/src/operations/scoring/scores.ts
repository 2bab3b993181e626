import { Problem } from '@sightline/sdk'
import { inSlices } from '../../base/event-loop.ts'
import { reportOf, type Report } from '../../engine/scoring/report.ts'
import { defaultBrand } from '../../store/measuring/brands.ts'
import { topRecommendation } from '../../store/advising/top-recommendation.ts'
import { lastDayOf } from '../../store/scoring/rollups.ts'
import { scoreInputs } from '../../store/scoring/score-inputs.ts'
import { currentScore, currentScoreText } from '../../store/scoring/scores.ts'
import { organizationOf, requireBrand } from '../tenant.ts'
import type { Context } from '../context.ts'
import { ReadyJson, type Handlers, type ReadyOutputs } from '../dispatcher.ts'

type ScoreHandlers = Pick<Handlers, 'getBrandScore' | 'getVisibilityScores'>

export const scoreHandlers: ScoreHandlers = {
  getBrandScore: async (context, { params, query }) => (await readReport(context, params.id, query.window)).score,

  getVisibilityScores: async (context, { query }) => {
    const brandId = query.brandId ?? (await chooseBrand(context))
    const { score, relativeTrend } = await readReport(context, brandId, '7d')
    return {
      compositeScore: score.composite,
      platformScores: Object.fromEntries(score.platforms.map((platform) => [platform.key, platform.score])),
      trend: relativeTrend,
      brandId,
      asOf: score.asOf,
      scoringVersion: score.scoringVersion,
      sample: score.sample,
      interval: score.interval,
      simulated: score.simulated,
    }
  },
}

/** The score of a kept window lies ready as the API tells it. */
export const readyScores: ReadyOutputs = {
  getBrandScore: async (context, { params, query }) => {
    const text = await currentScoreText(context.db, organizationOf(context), params.id, query.window)
    return text === undefined ? undefined : new ReadyJson(text)
  },
}

/**
 * The stored report of the window, or, for a window that is not kept, one made from the daily rollups.
 * @throws Problem score_not_available while there is no valid answer
 */
async function readReport(context: Context, brandId: string, window: string): Promise<Report> {
  const stored = await currentScore(context.db, organizationOf(context), brandId, window)
  // Written by the score job from the same type.
  if (stored) return stored.body as Report
  await requireBrand(context, brandId)
  const report = await freshReport(context, brandId, window)
  if (!report) throw new Problem('score_not_available')
  return report
}

async function freshReport({ db, now, ...context }: Context, brandId: string, window: string): Promise<Report | null> {
  const { id: organizationId } = context.caller.organization
  const asOf = await lastDayOf(db, organizationId, brandId)
  if (asOf === undefined) return null
  const top = (await topRecommendation(db, organizationId, brandId)) ?? null
  const facts = { brandId, window, asOf, computedAt: now.toISOString(), topRecommendation: top }
  return reportOf(facts, (days) => scoreInputs(db, organizationId, brandId, days), inSlices)
}

/** The organization's default brand, or the first that a limited key may see. */
async function chooseBrand(context: Context): Promise<string> {
  const [only] = context.caller.brandIds ?? []
  const brand = await defaultBrand(context.db, organizationOf(context))
  const isVisible = brand && (context.caller.brandIds?.includes(brand.id) ?? true)
  const chosen = isVisible ? brand.id : only
  if (chosen === undefined)
    throw new Problem('score_not_available', { message: 'The organization has no brand yet. Create one first.' })
  return chosen
}
