import type { EventContent } from '@sightline/sdk'
import type { Report } from './report.ts'
import { shown } from './score.ts'
import { deltaOf } from './trend.ts'

/** A score as it was told: the composite and each platform's score by slug, in points, not rounded. */
export type ToldScore = { composite: number; platforms: Readonly<Record<string, number>> }

type ScoreChanged = Extract<EventContent, { type: 'score.changed' }>

/**
 * Whether a score is worth telling: it lies at least `threshold` points from what was told last, so that a slow drift is
 * told too. 0: every change of the integer that is shown.
 */
export const isWorthTelling = (now: number, told: number, threshold: number): boolean =>
  threshold === 0 ? shown(now) !== shown(told) : Math.abs(now - told) + DUST >= threshold

/** The noise of sums, as in `shown`. */
const DUST = 1e-9

/** The change of a brand's score since it was told last. */
export function scoreChange({ score, measured }: Report, told: ToldScore, threshold: number): ScoreChanged {
  const slugs = [...new Set([...Object.keys(told.platforms), ...Object.keys(measured.platforms)])].toSorted()
  return {
    type: 'score.changed',
    data: {
      brandId: score.brandId,
      previous: shown(told.composite),
      current: shown(measured.composite),
      delta: deltaOf(measured.composite, told.composite),
      window: score.trend.window,
      threshold,
      interval: score.interval,
      significant: score.significant,
      platformWide: measured.isPlatformWide,
      beyondRivals: score.trend.beyondRivals,
      answers: score.sample.answers,
      platforms: slugs.map((slug) => ({
        slug,
        previous: shownOrNull(told.platforms[slug]),
        current: shownOrNull(measured.platforms[slug]),
      })),
      simulated: score.simulated,
    },
  }
}

const shownOrNull = (points: number | undefined): number | null => (points === undefined ? null : shown(points))
