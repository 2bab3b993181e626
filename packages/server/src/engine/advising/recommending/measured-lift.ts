import { answerValue } from '../../scoring/answer-value.ts'
import { addCellsOf, type Cell } from '../../scoring/cells.ts'
import { changeParts, type ChangePart } from '../../scoring/explain.ts'
import type { Interval } from '../../scoring/interval.ts'
import { weightOf, type Weights } from '../../scoring/prompt-means.ts'
import { studentTQuantile } from '../../scoring/student-t.ts'
import { platformWideInSteps, trend, type Trend } from '../../scoring/trend.ts'
import { keyOf } from './situation.ts'

/** What happened to the cells of an advice after it was followed. In points of composite, not rounded. */
export type MeasuredEffect = {
  points: number
  interval: Interval
  /** Cells of the advice that have valid answers in both spans. */
  cells: number
  /** The whole composite's change, whatever caused it. */
  composite: Trend
  /** Mean change of all tracked names in the whole composite; null with one name. */
  platformWide: number | null
}

export type MeasuredInput = {
  brandId: string
  rivalIds: readonly string[]
  weights: Weights
  /** The cells of the advice. */
  cells: readonly { promptId: string; platform: string }[]
  before: readonly Cell[]
  after: readonly Cell[]
}

/**
 * The steps to what a followed advice did: the part of the composite's paired change that lies in the advice's cells. Its interval is that of the answers: the
 * advice names its prompts, so they are no sample of others. Null where no cell has answers in both spans.
 */
export function* measuringLift({
  brandId,
  rivalIds,
  weights,
  cells,
  before,
  after,
}: MeasuredInput): Generator<undefined, MeasuredEffect | null> {
  const all = changeParts(after, before, brandId, weights)
  const isMeant = new Set(cells.map(keyOf))
  const meant = all.filter((part) => isMeant.has(keyOf(part)))
  if (meant.length === 0) return null
  const points = meant.reduce((sum, { contribution }) => sum + contribution, 0)
  const pairs = countsOf(meant, before, after, brandId, pairWeights(all, weights))
  return {
    points,
    interval: intervalOf(points, pairs),
    cells: meant.length,
    composite: trend(after, before, brandId, { weights }),
    platformWide: yield* platformWideInSteps(after, before, [brandId, ...rivalIds], { weights }),
  }
}

/** What a change of 1 in a pair of each platform adds to the composite, in points. */
function pairWeights(all: readonly ChangePart[], weights: Weights): Map<string, number> {
  const byPlatform = Map.groupBy(all, ({ platform }) => platform)
  const total = [...byPlatform.keys()].reduce((sum, platform) => sum + weightOf(weights, platform), 0)
  return new Map(
    [...byPlatform].map(([platform, parts]) => [platform, (100 * weightOf(weights, platform)) / total / parts.length]),
  )
}

/** One cell in one of the two spans. */
type Sampled = { weight: number; answers: number; variance: number }

function countsOf(
  parts: readonly ChangePart[],
  before: readonly Cell[],
  after: readonly Cell[],
  brandId: string,
  weightByPlatform: ReadonlyMap<string, number>,
): Sampled[] {
  return [before, after].flatMap((span) => {
    const byKey = new Map(addCellsOf(span, brandId).map((cell) => [keyOf(cell), cell]))
    return parts.flatMap((part) => {
      const cell = byKey.get(keyOf(part))
      const weight = weightByPlatform.get(part.platform) ?? 0
      return cell ? [{ weight, answers: cell.outcomes.ok, variance: varianceOf(cell, brandId) }] : []
    })
  })
}

/**
 * Of an answer's value in a cell. Never 0: that all answers seen were alike is not certainty, so one more is thought of
 * that is not (the rule of succession).
 */
function varianceOf({ outcomes, entities }: Cell, brandId: string): number {
  const places = entities[brandId]?.places ?? []
  const values = places.map((answers, bucket) => ({ answers, value: answerValue(bucket + 1) }))
  const mean = values.reduce((sum, { answers, value }) => sum + answers * value, 0) / outcomes.ok
  const square = values.reduce((sum, { answers, value }) => sum + answers * value ** 2, 0) / outcomes.ok
  const unseen = 1 / (outcomes.ok + 1)
  return Math.max(square - mean ** 2, unseen * (1 - unseen))
}

/** Student t with Welch and Satterthwaite's degrees of freedom, 95 %. */
function intervalOf(points: number, sampled: readonly Sampled[]): Interval {
  const errors = sampled.map(({ weight, answers, variance }) => ({
    square: (weight ** 2 * variance) / answers,
    freedom: Math.max(1, answers - 1),
  }))
  const square = errors.reduce((sum, error) => sum + error.square, 0)
  const freedom = square ** 2 / errors.reduce((sum, error) => sum + error.square ** 2 / error.freedom, 0)
  const half = studentTQuantile(0.975, Math.max(1, freedom)) * Math.sqrt(square)
  return [Math.max(-100, points - half), Math.min(100, points + half)]
}
