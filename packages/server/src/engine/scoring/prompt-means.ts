import { sumOfUnits, UNITS_PER_VALUE } from './answer-value.ts'
import { byKey, drained, type Cell } from './cells.ts'

/** Per platform, what each prompt's valid answers are worth for an entity. Ordered by platform, then prompt. */
export type PlatformMeans = { platform: string; prompts: PromptMean[] }

/** `value`: mean value 0–1 of the prompt's valid answers on this platform; `answers` ≥ 1 of them. */
export type PromptMean = { promptId: string; value: number; answers: number }

/**
 * The mean value of each (prompt, platform) pair that has a valid answer. Cells of one pair (days, runs) are first
 * added up as integers, so that neither their order nor how they were cut up can be seen in the result.
 */
export const promptMeans = (cells: readonly Cell[], entityId: string): PlatformMeans[] =>
  drained(promptMeansInSteps(cells, (cell) => unitsIn(cell, entityId), UNITS_PER_VALUE))

/** What a cell's answers are worth for an entity, as `sumOfUnits`. */
export const unitsIn = ({ entities }: Cell, entityId: string): number => sumOfUnits(entities[entityId]?.places ?? [])

const CELLS_A_STEP = 200

/** The steps to the same of what `unitsOf` makes of a cell: integers, `scale` of them a value of 1. */
export function* promptMeansInSteps(
  cells: readonly Cell[],
  unitsOf: (cell: Cell) => number,
  scale: number,
): Generator<undefined, PlatformMeans[]> {
  const platforms = new Map<string, Map<string, { units: number; answers: number }>>()
  for (const [index, cell] of cells.entries()) {
    if (index % CELLS_A_STEP === CELLS_A_STEP - 1) yield
    if (cell.outcomes.ok === 0) continue
    const prompts = platforms.get(cell.platform) ?? new Map<string, { units: number; answers: number }>()
    platforms.set(cell.platform, prompts)
    const sum = prompts.get(cell.promptId) ?? { units: 0, answers: 0 }
    prompts.set(cell.promptId, sum)
    sum.answers += cell.outcomes.ok
    sum.units += unitsOf(cell)
  }
  return byKey(platforms).map(([platform, prompts]) => ({
    platform,
    prompts: byKey(prompts).map(([promptId, { units, answers }]) => ({
      promptId,
      value: units / (scale * answers),
      answers,
    })),
  }))
}

/** Mean over prompts, 0–1. */
export const meanOverPrompts = (prompts: readonly Pick<PromptMean, 'value'>[]): number =>
  prompts.reduce((sum, { value }) => sum + value, 0) / prompts.length

/** Weight of each platform in a composite; a platform that is not named here weighs 1. */
export type Weights = Readonly<Record<string, number>>

/**
 * Weighted mean of the platforms' means over those that have data and weigh something; null where there is none.
 * Platforms that agree give exactly what they agree on.
 */
export const composite = (platforms: readonly PlatformMeans[], weights: Weights): number | null => {
  const parts = platforms
    .map(({ platform, prompts }) => ({ mean: meanOverPrompts(prompts), weight: weightOf(weights, platform) }))
    .filter(({ weight }) => weight > 0)
  const first = parts[0]
  if (first === undefined) return null
  if (parts.every(({ mean }) => mean === first.mean)) return first.mean
  const totalWeight = parts.reduce((sum, { weight }) => sum + weight, 0)
  return parts.reduce((sum, { mean, weight }) => sum + weight * mean, 0) / totalWeight
}

/** A platform with fewer is not measured yet. */
export const PLATFORM_MEASURED_FROM = { prompts: 5, answers: 10 }

export const isMeasured = ({ prompts }: PlatformMeans): boolean =>
  prompts.length >= PLATFORM_MEASURED_FROM.prompts &&
  prompts.reduce((sum, { answers }) => sum + answers, 0) >= PLATFORM_MEASURED_FROM.answers

/**
 * The weights with which a window's platforms enter its composite: one that is not measured yet weighs 0, so that a stray
 * answer moves nothing. Where none is measured, all count.
 */
export const countedWeights = (platforms: readonly PlatformMeans[], weights: Weights): Weights => {
  const weighing = platforms.filter(({ platform }) => weightOf(weights, platform) > 0)
  if (!weighing.some(isMeasured)) return weights
  const unmeasured = weighing.filter((platform) => !isMeasured(platform))
  return { ...weights, ...Object.fromEntries(unmeasured.map(({ platform }) => [platform, 0])) }
}

export const weightOf = (weights: Weights, platform: string): number =>
  Object.hasOwn(weights, platform) ? weights[platform]! : 1
