import { composite, type PlatformMeans } from '../../scoring/prompt-means.ts'
import { shown } from '../../scoring/score.ts'
import type { Advice, AdviceCell } from './advice.ts'
import { liftRange } from './lift-range.ts'
import { keyOf, median, namedIn, sumOf, valueIn, type MeasuredCell, type Situation } from './situation.ts'

/** What a brand stands to gain, in points of composite. */
export type Lift = {
  /** Not rounded. */
  points: number
  /** Whole points, never above 100 − composite. */
  estimated: number
  /** One decimal each; holds `estimated`. */
  range: [low: number, high: number]
  /** Those that bring most first. */
  cells: LiftCell[]
}

export type LiftCell = AdviceCell & {
  answers: number
  /** The brand's mean value, 0–1. */
  value: number
  /** Median value of the havers, 0–1. */
  target: number
  /** Part of the lift. */
  points: number
}

/**
 * The counterfactual of docs/recommendations.md, "The lift": in the cells that the advice is about the brand gets the median value of the
 * rivals that have what it lacks, in the share of answers concerned and as often as such advice succeeds; then the
 * composite is computed anew by the functions that make the score.
 */
export function liftOf(
  situation: Situation,
  advice: Pick<Advice, 'cells' | 'havers' | 'lacks'>,
  successRate: number,
): Lift {
  // In one order, because sums of floats depend on it.
  const gaps = advice.cells
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .flatMap((cell) => gapIn(situation, advice, cell) ?? [])
  const cells = gaps.map((gap) => ({ ...gap, points: successRate * gap.cell.weight * gap.gain }))
  const after = composite(raised(situation.means, gaps, successRate), situation.weights)
  const points = 100 * ((after ?? situation.mean) - situation.mean)
  const current = 100 * situation.mean
  const estimated = Math.max(0, Math.min(shown(points), 100 - shown(current)))
  const gains = gaps.map(({ cell, gain }) => cell.weight * gain).filter((gain) => gain > 0)
  const [low, high] = liftRange(gains, successRate, noiseOf(situation, gaps, successRate))
  return {
    points,
    estimated,
    // Outwards, so that rounding leaves nothing out.
    range: [
      Math.max(-current, Math.min(Math.floor(low * 10) / 10, estimated)) + 0,
      Math.min(100 - current, Math.max(Math.ceil(high * 10) / 10, estimated)),
    ].map(oneDecimal) as Lift['range'],
    cells: cells
      .map(({ cell: { promptId, platform, answers }, reach, value, target, points }) => ({
        promptId,
        platform,
        reach,
        answers,
        value,
        target,
        points,
      }))
      .toSorted((one, other) => other.points - one.points || (keyOf(one) < keyOf(other) ? -1 : 1)),
  }
}

type Gap = { cell: MeasuredCell; reach: number; value: number; target: number; gain: number }

/** Undefined where nothing was measured. */
function gapIn(
  situation: Situation,
  { havers, lacks }: Pick<Advice, 'havers' | 'lacks'>,
  { promptId, platform, reach }: AdviceCell,
): Gap | undefined {
  const cell = situation.cell(promptId, platform)
  if (!cell) return undefined
  const value = valueIn(cell, situation.brand.id)
  const target =
    lacks === 'presence' ? median(havers.map((id) => valueIn(cell, id))) : placedBetter(situation, cell, havers)
  return { cell, reach, value, target, gain: reach * Math.max(0, target - value) }
}

/** What the brand's answers would be worth at the place of the havers: it is named as often as before, only earlier. */
function placedBetter({ brand }: Situation, cell: MeasuredCell, havers: readonly string[]): number {
  const worths = havers.flatMap((id) => {
    const named = namedIn(cell, id)
    return named === 0 ? [] : [(valueIn(cell, id) * cell.answers) / named]
  })
  return (median(worths) * namedIn(cell, brand.id)) / cell.answers
}

function raised(means: readonly PlatformMeans[], gaps: readonly Gap[], successRate: number): PlatformMeans[] {
  const gainByKey = new Map(gaps.map(({ cell, gain }) => [keyOf(cell), gain]))
  return means.map(({ platform, prompts }) => ({
    platform,
    prompts: prompts.map((prompt) => ({
      ...prompt,
      value: prompt.value + successRate * (gainByKey.get(keyOf({ platform, promptId: prompt.promptId })) ?? 0),
    })),
  }))
}

/**
 * By how much these cells' part of the composite changes without anybody's doing, as a standard deviation in points: what
 * two samples of as many answers differ by, or, where that was more, what it changed by since the window before, over
 * all tracked names.
 */
function noiseOf(situation: Situation, gaps: readonly Gap[], successRate: number): number {
  const sampling = sumOf(gaps, ({ cell, value, gain }) => {
    const after = value + successRate * gain
    return (cell.weight ** 2 * (bounded(value) + bounded(after))) / cell.answers
  })
  return Math.sqrt(Math.max(sampling, ownMovement(situation, gaps)))
}

/** No values between 0 and 1 spread further around this mean. */
const bounded = (mean: number): number => mean * (1 - mean)

/** Mean square of the changes; 0 where the window before has none of the cells. */
function ownMovement(situation: Situation, gaps: readonly Gap[]): number {
  const pairs = gaps.flatMap(({ cell }) => {
    const before = situation.previousCell(cell.promptId, cell.platform)
    return before ? [{ cell, before }] : []
  })
  const weight = sumOf(pairs, ({ cell }) => cell.weight)
  if (weight === 0) return 0
  // As if the cells without a past had moved like the others.
  const scale = sumOf(gaps, ({ cell }) => cell.weight) / weight
  const entities = [situation.brand.id, ...situation.rivals.map(({ id }) => id)].toSorted()
  const squares = entities.map(
    (id) => (scale * sumOf(pairs, ({ cell, before }) => cell.weight * (valueIn(cell, id) - valueIn(before, id)))) ** 2,
  )
  return sumOf(squares, (square) => square) / squares.length
}

const oneDecimal = (points: number): number => Math.round(points * 10) / 10 + 0
