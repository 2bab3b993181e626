import { addOutcomes, byKey, emptyOutcomes, type Cell, type Outcomes } from './cells.ts'
import { scoreInterval, spreadOf, type Interval } from './interval.ts'
import {
  composite,
  countedWeights,
  isMeasured,
  promptMeans,
  weightOf,
  type PlatformMeans,
  type Weights,
} from './prompt-means.ts'

/** Version of the definitions in docs/measurement.md that the scores follow; a stored score carries it. */
export const SCORING_VERSION = 2

/** Below either, a score is provisional. */
export const PROVISIONAL_BELOW = { prompts: 5, answers: 30 }

/** … and while its interval is wider than this, in points: then little is known of it, however many answers there are. */
export const PROVISIONAL_ABOVE_WIDTH = 30

/** Points 0–100, not rounded; show them with `shown`. */
export type Score = {
  scoringVersion: number
  composite: number
  /** Null with one prompt, which says nothing of the others. */
  interval: Interval | null
  provisional: boolean
  /** Of the platforms that weigh something. */
  sample: Sample
  /** Weight of each platform that has a score: 0 for one that is not measured yet, where another one is. */
  weights: Record<string, number>
  /** Ordered by slug; only platforms with a valid answer. */
  platforms: PlatformScore[]
}

export type PlatformScore = {
  platform: string
  score: number
  interval: Interval | null
  sample: Sample
  /** Whether it is not measured yet (`PLATFORM_MEASURED_FROM`). */
  provisional: boolean
  triggerRate: number
}

/** `prompts`: those with a valid answer. `answers`: the valid ones; the others are counted apart. */
export type Sample = {
  prompts: number
  answers: number
  notTriggered: number
  refused: number
  empty: number
  failed: number
  unreadable: number
}

/**
 * How visible the entity is in the answers of these cells: the panel's (active, unbranded) prompts in the window.
 * Null without a valid answer on a platform that weighs something: no answer is not a score of 0.
 */
export const score = (
  cells: readonly Cell[],
  entityId: string,
  { weights = {} }: { weights?: Weights } = {},
): Score | null => {
  const means = promptMeans(cells, entityId)
  const counted = countedWeights(means, weights)
  const mean = composite(means, counted)
  if (mean === null) return null
  const sample = sampleOf(cells.filter((cell) => weightOf(counted, cell.platform) > 0))
  const interval = scoreInterval(mean, spreadOf(means, counted))
  return {
    scoringVersion: SCORING_VERSION,
    composite: 100 * mean,
    interval,
    provisional:
      sample.prompts < PROVISIONAL_BELOW.prompts ||
      sample.answers < PROVISIONAL_BELOW.answers ||
      !means.some((platform) => weightOf(counted, platform.platform) > 0 && isMeasured(platform)) ||
      interval === null ||
      interval[1] - interval[0] > PROVISIONAL_ABOVE_WIDTH,
    sample,
    weights: Object.fromEntries(means.map(({ platform }) => [platform, weightOf(counted, platform)])),
    platforms: platformScores(cells, means),
  }
}

/** Points as they are shown: an integer, rounded half up. The margin absorbs the noise of sums (10⁻¹³). */
export const shown = (points: number): number => Math.floor(points + 0.5 + 1e-9)

export const sampleOf = (cells: readonly Cell[]): Sample => {
  const { ok, ...unmeasured } = outcomesOf(cells)
  const prompts = new Set(cells.filter((cell) => cell.outcomes.ok > 0).map((cell) => cell.promptId))
  return { prompts: prompts.size, answers: ok, ...unmeasured }
}

/** Answers that the platform showed, whether or not they say anything, and whether or not that could be read. */
export const answersShown = ({ ok, refused, empty, unreadable }: Omit<Outcomes, 'notTriggered'>): number =>
  ok + refused + empty + unreadable

/**
 * Share of questions to which the platform showed an AI answer at all. A failed question is left out: nobody knows
 * what the platform would have shown. Null when none came back.
 */
export const triggerRate = ({ notTriggered, ...outcomes }: Outcomes): number | null => {
  const answered = answersShown(outcomes)
  return answered + notTriggered === 0 ? null : answered / (answered + notTriggered)
}

export const outcomesOf = (cells: readonly Cell[]): Outcomes => {
  const sum = emptyOutcomes()
  for (const cell of cells) addOutcomes(sum, cell.outcomes)
  return sum
}

/** Ordered by platform. */
export const cellsByPlatform = (cells: readonly Cell[]): [platform: string, cells: Cell[]][] =>
  byKey(Map.groupBy(cells, (cell) => cell.platform))

const platformScores = (cells: readonly Cell[], means: readonly PlatformMeans[]): PlatformScore[] => {
  const cellsOf = new Map(cellsByPlatform(cells))
  return means.map((ofPlatform) => {
    const { platform } = ofPlatform
    const mean = composite([ofPlatform], {})!
    const ownCells = cellsOf.get(platform) ?? []
    return {
      platform,
      score: 100 * mean,
      interval: scoreInterval(mean, spreadOf([ofPlatform], {})),
      sample: sampleOf(ownCells),
      provisional: !isMeasured(ofPlatform),
      // Not null: a platform with a score has a valid answer.
      triggerRate: triggerRate(outcomesOf(ownCells))!,
    }
  })
}
