import { platformKey, platforms, type BrandScore, type Surface } from '@sightline/sdk'
import type { Cell } from './cells.ts'
import { score, SCORING_VERSION, shown } from './score.ts'
import { platformWide, trend, type Trend } from './trend.ts'
import { windowDays } from './windows.ts'
import type { Interval } from './interval.ts'

/** A day's cells of a brand's panel. */
export type DatedCell = Cell & { day: string; simulated: number }

export type ReportInput = {
  brandId: string
  competitorIds: readonly string[]
  window: string
  /** Last day of the window, YYYY-MM-DD. */
  asOf: string
  /** The panel's, of the window and of the one before it. */
  rollups: readonly DatedCell[]
  /** Weight of each platform by slug; all equal when null. */
  platformWeights: Readonly<Record<string, number>> | null
  /** How the window's answers were obtained, most frequent first within a platform. */
  surfaces: readonly { platform: string; surface: string; answers: number }[]
  computedAt: string
  /** The first of the open recommendations. */
  topRecommendation: BrandScore['topRecommendation']
}

/** A score ready to be served, with the change as both doors of the API tell it; both come from the same two numbers. */
export type Report = { score: BrandScore; relativeTrend: string; measured: Measured }

/** What is compared with what was told before: points, not rounded. */
export type Measured = {
  composite: number
  /** By slug. */
  platforms: Record<string, number>
  /** Whether the platforms moved everyone over the window: the other tracked names went the same way, at least half as far. */
  isPlatformWide: boolean
}

/** The score of a brand in one window with everything that belongs beside it; null without a valid answer. */
export function brandReport(input: ReportInput): Report | null {
  const days = windowDays(input.window, input.asOf)
  const current = input.rollups.filter(({ day }) => day >= days.from && day <= days.to)
  const previous = input.rollups.filter(({ day }) => day >= days.previousFrom && day <= days.previousTo)
  const weights = input.platformWeights ?? {}
  const scored = score(current, input.brandId, { weights })
  if (!scored) return null
  const change = trend(current, previous, input.brandId, { weights })
  const everyone = platformWide(current, previous, [input.brandId, ...input.competitorIds], { weights })
  return {
    relativeTrend: change.relative,
    measured: {
      composite: scored.composite,
      platforms: Object.fromEntries(scored.platforms.map(({ platform, score }) => [platform, score])),
      isPlatformWide: isPlatformWide(change, everyone, new Set([input.brandId, ...input.competitorIds]).size),
    },
    score: {
      composite: shown(scored.composite),
      trend: {
        delta: change.delta,
        window: input.window,
        interval: rounded(change.interval),
        significant: change.significant,
        platformWide: everyone === null ? null : oneDecimal(everyone),
      },
      platforms: scored.platforms.map((platform) => ({
        slug: platform.platform,
        score: shown(platform.score),
        key: platformKey(platform.platform),
        label: labelOf(platform.platform),
        interval: rounded(platform.interval),
        sample: platform.sample,
        triggerRate: platform.triggerRate,
        surface: surfaceOf(platform.platform, input.surfaces),
      })),
      topRecommendation: withinScale(input.topRecommendation, shown(scored.composite)),
      brandId: input.brandId,
      asOf: input.asOf,
      computedAt: input.computedAt,
      scoringVersion: SCORING_VERSION,
      sample: scored.sample,
      interval: rounded(scored.interval),
      significant: change.significant,
      provisional: scored.provisional,
      weights: scored.weights,
      simulated: current.some((cell) => cell.simulated > 0),
    },
  }
}

/** Without the brand's own part in the mean: beside one competitor that stood still, it would be half of everyone's. */
export function isPlatformWide({ current, previous }: Trend, everyone: number | null, names: number): boolean {
  if (current === null || previous === null || everyone === null) return false
  const own = current - previous
  const others = (everyone * names - own) / (names - 1)
  return own !== 0 && others / own >= 0.5 - 1e-9
}

/** A lift was estimated over another window, whose score may be lower: it never leads beyond 100. */
const withinScale = (top: BrandScore['topRecommendation'], composite: number): BrandScore['topRecommendation'] =>
  top && {
    title: top.title,
    estimatedLift: Math.min(top.estimatedLift, 100 - composite),
    effort: top.effort,
    id: top.id,
  }

/** The catalogue's name, or, for a platform that an import brought, its slug in words. */
export const labelOf = (slug: string): string =>
  platforms.find((platform) => platform.slug === slug)?.label ?? slug.replaceAll('-', ' ')

/** One decimal says what an interval knows; the computation keeps all digits. */
export const rounded = (interval: Interval | null): number[] | null => interval && interval.map(oneDecimal)

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10 + 0

function surfaceOf(platform: string, surfaces: ReportInput['surfaces']): Surface {
  return mostFrequentSurface(platform, surfaces) ?? 'import'
}

/** Null when the platform gave no answer. */
export function mostFrequentSurface(platform: string, surfaces: ReportInput['surfaces']): Surface | null {
  const most = surfaces.find((entry) => entry.platform === platform)?.surface
  // Written by the store's own check constraint.
  return (most ?? null) as Surface | null
}
