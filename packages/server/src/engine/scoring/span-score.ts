import { oneDecimal, rounded, shownBeyondRivals, type DatedCell } from './report.ts'
import { score, shown, type Sample } from './score.ts'
import type { Weights } from './prompt-means.ts'
import { splitChange, type Trend } from './trend.ts'

/** Some days of the calendar in UTC, both inclusive. */
export type DayRange = { from: string; to: string }

/** A score in whole points, as it is shown, with what belongs beside it. */
export type SpanScore = {
  score: number
  interval: number[] | null
  sample: Sample
  provisional: boolean
  simulated: boolean
}

/** The score of the cells' days, the same as a report of them gives; null without a valid answer. */
export const spanScore = (cells: readonly DatedCell[], entityId: string, weights: Weights): SpanScore | null => {
  const scored = score(cells, entityId, { weights })
  return (
    scored && {
      score: shown(scored.composite),
      interval: rounded(scored.interval),
      sample: scored.sample,
      provisional: scored.provisional,
      simulated: isSimulated(cells),
    }
  )
}

export const within = (cells: readonly DatedCell[], { from, to }: DayRange): DatedCell[] =>
  cells.filter(({ day }) => day >= from && day <= to)

export const isSimulated = (cells: readonly DatedCell[]): boolean => cells.some((cell) => cell.simulated > 0)

/** A change as it is shown; null where no pair is in both. `before` and `after` with two decimals, on the shared pairs. */
export type ShownChange = {
  delta: number
  relative: string
  interval: number[] | null
  significant: boolean
  beyondRivals: ReturnType<typeof shownBeyondRivals>
  pairs: number
  before: number
  after: number
  platformWide: number | null
  split: { platformPart: number; brandPart: number } | null
}

export const shownChange = (
  change: Trend,
  everyone: number | null,
  relativeToRivals: Trend | null,
): ShownChange | null => {
  const { delta, relative, interval, significant, pairs, previous, current } = change
  if (previous === null || current === null) return null
  return {
    delta,
    relative,
    interval: rounded(interval),
    significant,
    beyondRivals: shownBeyondRivals(relativeToRivals),
    pairs,
    before: twoDecimals(previous),
    after: twoDecimals(current),
    platformWide: everyone === null ? null : oneDecimal(everyone),
    split: splitChange(change, everyone),
  }
}

/** Points as parts of a sum are shown: a hundredth of a point each. Never −0. */
export const twoDecimals = (value: number): number => Math.round(value * 100) / 100 + 0
