import { UNITS_PER_VALUE } from './answer-value.ts'
import type { Cell } from './cells.ts'
import { countedWeights, promptMeansInSteps, unitsIn, type PlatformMeans, type Weights } from './prompt-means.ts'
import { changeOf, type Trend } from './trend.ts'

/** One rival's own move would read as the brand's, turned round. */
export const LEAST_RIVALS = 2

/**
 * The steps to the change of a brand's lead over its rivals: the same paired statistics as of its score, on its value less the
 * mean of theirs. What moves everybody, as a platform's bad day or a new model, is not in it. Null with fewer than two rivals.
 */
export function* changeBeyondRivals(
  current: readonly Cell[],
  previous: readonly Cell[],
  brandId: string,
  rivalIds: readonly string[],
  weights: Weights,
): Generator<undefined, Trend | null> {
  const rivals = [...new Set(rivalIds)].filter((id) => id !== brandId)
  if (rivals.length < LEAST_RIVALS) return null
  const now = yield* leadMeans(current, brandId, rivals)
  const before = yield* leadMeans(previous, brandId, rivals)
  return changeOf(now, before, countedWeights(now, weights))
}

/** As `promptMeans`, each value that of the brand less the rivals' mean: between −1 and 1. Times their number, sums stay integers. */
const leadMeans = (
  cells: readonly Cell[],
  brandId: string,
  rivalIds: readonly string[],
): Generator<undefined, PlatformMeans[]> =>
  promptMeansInSteps(
    cells,
    (cell) => rivalIds.length * unitsIn(cell, brandId) - rivalIds.reduce((units, id) => units + unitsIn(cell, id), 0),
    rivalIds.length * UNITS_PER_VALUE,
  )
