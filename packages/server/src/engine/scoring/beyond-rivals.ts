import { sumOfUnits, UNITS_PER_VALUE } from './answer-value.ts'
import { byKey, type Cell } from './cells.ts'
import { countedWeights, type PlatformMeans, type Weights } from './prompt-means.ts'
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

/** Some milliseconds each, also with a hundred rivals. */
const CELLS_A_STEP = 200

/** As `promptMeans`; a value is between −1 and 1. */
function* leadMeans(
  cells: readonly Cell[],
  brandId: string,
  rivalIds: readonly string[],
): Generator<undefined, PlatformMeans[]> {
  const platforms = new Map<string, Map<string, { lead: number; answers: number }>>()
  for (const [index, { platform, promptId, outcomes, entities }] of cells.entries()) {
    if (index % CELLS_A_STEP === CELLS_A_STEP - 1) yield
    if (outcomes.ok === 0) continue
    const unitsOf = (id: string): number => sumOfUnits(entities[id]?.places ?? [])
    const prompts = platforms.get(platform) ?? new Map<string, { lead: number; answers: number }>()
    platforms.set(platform, prompts)
    const sum = prompts.get(promptId) ?? { lead: 0, answers: 0 }
    prompts.set(promptId, sum)
    sum.answers += outcomes.ok
    // Times their number: sums of integers do not depend on their order.
    sum.lead += rivalIds.length * unitsOf(brandId) - rivalIds.reduce((units, id) => units + unitsOf(id), 0)
  }
  return byKey(platforms).map(([platform, prompts]) => ({
    platform,
    prompts: byKey(prompts).map(([promptId, { lead, answers }]) => ({
      promptId,
      value: lead / (rivalIds.length * UNITS_PER_VALUE * answers),
      answers,
    })),
  }))
}
