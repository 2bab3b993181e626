import { Problem } from '@sightline/sdk'
import { brandReport, type Report } from '../engine/scoring/report.ts'
import { windowDays } from '../engine/scoring/windows.ts'
import { defaultBrand } from '../store/brands.ts'
import { topRecommendation } from '../store/top-recommendation.ts'
import { lastDayOf } from '../store/rollups.ts'
import { scoreInputs } from '../store/score-inputs.ts'
import { currentScore, currentScoreText } from '../store/scores.ts'
import { organizationOf, requireBrand } from './tenant.ts'
import type { Context } from './context.ts'
import { ReadyJson, type Handlers, type ReadyOutputs } from './handle.ts'

type ScoreHandlers = Pick<Handlers, 'getBrandScore' | 'getVisibilityScores'>

export const scoreHandlers: ScoreHandlers = {
  getBrandScore: async (context, { params, query }) => (await reportOf(context, params.id, query.window)).score,

  getVisibilityScores: async (context, { query }) => {
    const brandId = query.brandId ?? (await chooseBrand(context))
    const { score, relativeTrend } = await reportOf(context, brandId, '7d')
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
async function reportOf(context: Context, brandId: string, window: string): Promise<Report> {
  const stored = await currentScore(context.db, organizationOf(context), brandId, window)
  // Written by the score job from the same type.
  if (stored) return stored.body as Report
  await requireBrand(context, brandId)
  const report = await freshReport(context, brandId, window)
  if (!report) throw new Problem('score_not_available')
  return report
}

async function freshReport(context: Context, brandId: string, window: string): Promise<Report | null> {
  const organizationId = organizationOf(context)
  const asOf = await lastDayOf(context.db, organizationId, brandId)
  if (asOf === undefined) return null
  const days = windowDays(window, asOf)
  const inputs = await scoreInputs(context.db, organizationId, brandId, {
    from: days.previousFrom,
    surfacesFrom: days.from,
    to: asOf,
  })
  return brandReport({
    brandId,
    window,
    asOf,
    computedAt: context.now.toISOString(),
    topRecommendation: (await topRecommendation(context.db, organizationId, brandId)) ?? null,
    ...inputs,
  })
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
