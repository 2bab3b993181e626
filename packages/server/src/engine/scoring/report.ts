import { platformKey, platforms, type BrandScore, type Surface } from '@sightline/sdk'
import { addingCells, type Cell } from './cells.ts'
import { score, SCORING_VERSION, shown } from './score.ts'
import { changeBeyondRivals } from './beyond-rivals.ts'
import { platformWideInSteps, trend, type Trend } from './trend.ts'
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
  /** Whether the change over the window is the brand's own: beyond its rivals, or beyond chance where it has fewer than two. */
  isOwnChange: boolean
}

/** The days that a window's report is made from, and what is read of them. */
export type ReportDays = { from: string; surfacesFrom: string; to: string }
export type ReportReader = (
  days: ReportDays,
) => Promise<Pick<ReportInput, 'competitorIds' | 'rollups' | 'platformWeights' | 'surfaces'>>

/**
 * The report of one window as of a day, from what `read` finds of its days; null without a valid answer.
 * @param run does long work in steps, between which others have their turn
 */
export async function reportOf(
  facts: Pick<ReportInput, 'brandId' | 'window' | 'asOf' | 'computedAt' | 'topRecommendation'>,
  read: ReportReader,
  run: <Result>(steps: Generator<undefined, Result>) => Promise<Result>,
): Promise<Report | null> {
  const { previousFrom, from } = windowDays(facts.window, facts.asOf)
  const found = await read({ from: previousFrom, surfacesFrom: from, to: facts.asOf })
  return run(reporting({ ...facts, ...found }))
}

/** The score of a brand in one window with everything that belongs beside it. The days are added up first: each entity is looked up in all cells. */
function* reporting(input: ReportInput): Generator<undefined, Report | null> {
  const days = windowDays(input.window, input.asOf)
  const ofWindow = input.rollups.filter(({ day }) => day >= days.from && day <= days.to)
  const ofWindowBefore = input.rollups.filter(({ day }) => day >= days.previousFrom && day <= days.previousTo)
  const current = yield* addingCells(ofWindow)
  const previous = yield* addingCells(ofWindowBefore)
  const weights = input.platformWeights ?? {}
  const scored = score(current, input.brandId, { weights })
  if (!scored) return null
  const change = trend(current, previous, input.brandId, { weights })
  const everyone = yield* platformWideInSteps(current, previous, [input.brandId, ...input.competitorIds], { weights })
  const relative = yield* changeBeyondRivals(current, previous, input.brandId, input.competitorIds, weights)
  return {
    relativeTrend: change.relative,
    measured: {
      composite: scored.composite,
      platforms: Object.fromEntries(scored.platforms.map(({ platform, score }) => [platform, score])),
      isPlatformWide: isPlatformWide(change, everyone, new Set([input.brandId, ...input.competitorIds]).size),
      isOwnChange: (relative ?? change).significant,
    },
    score: {
      composite: shown(scored.composite),
      trend: {
        delta: change.delta,
        window: input.window,
        interval: rounded(change.interval),
        significant: change.significant,
        comparable: change.pairs > 0,
        beyondRivals: shownBeyondRivals(relative),
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
        provisional: platform.provisional,
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
      simulated: ofWindow.some((cell) => cell.simulated > 0),
    },
  }
}

/** As it is shown; null where there is nothing to compare. */
export const shownBeyondRivals = (change: Trend | null): BrandScore['trend']['beyondRivals'] =>
  change && change.pairs > 0
    ? { delta: change.delta, interval: rounded(change.interval), significant: change.significant }
    : null

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
