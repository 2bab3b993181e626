import type { PlatformMeans } from '../../../scoring/prompt-means.ts'
import { changeOf } from '../../../scoring/trend.ts'
import { answersOf, median, valueIn, type MeasuredCell, type Situation } from '../situation.ts'

/** The brand behind its rivals in a part of the market, and further than in the rest. */
export type Lag = {
  /** Rivals ahead of the brand there, best first. */
  havers: string[]
  /** Brand less the havers' median, in points: there and in the rest. Both negative: behind. */
  lead: number
  leadElsewhere: number
}

export const LAG = {
  /** A rival is ahead from so many points on. */
  minAhead: 5,
  /** The lag, and by how much it is more than elsewhere, in points. */
  minLag: 10,
  minDifference: 10,
}

/**
 * Null where there is none. The 95 % interval of the per-prompt differences must leave out 0: a part is one of many, and
 * the worst of many looks bad by chance.
 */
export function lagIn(
  situation: Situation,
  part: readonly MeasuredCell[],
  rest: readonly MeasuredCell[],
  { minPrompts, minAnswers }: { minPrompts: number; minAnswers: number },
): Lag | null {
  const { slack } = situation
  if (promptsIn(part) < minPrompts * slack || answersOf(part) < minAnswers * slack) return null
  if (promptsIn(rest) < minPrompts * slack || answersOf(rest) < minAnswers * slack) return null
  const havers = aheadIn(situation, part, LAG.minAhead * slack)
  if (havers.length === 0) return null
  const there = leadOver(situation, part, havers)
  const elsewhere = leadOver(situation, rest, havers)
  const isBehind = there.interval !== null && there.interval[1] < 0 && there.points <= -LAG.minLag * slack
  const isWorse = there.points - elsewhere.points <= -LAG.minDifference * slack
  return isBehind && isWorse ? { havers, lead: there.points, leadElsewhere: elsewhere.points } : null
}

const promptsIn = (cells: readonly MeasuredCell[]): number => new Set(cells.map(({ promptId }) => promptId)).size

function aheadIn(situation: Situation, cells: readonly MeasuredCell[], least: number): string[] {
  return situation.rivals
    .map(({ id }) => ({ id, points: leadOver(situation, cells, [id]).points }))
    .filter(({ points }) => points <= -least)
    .toSorted((one, other) => one.points - other.points || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id)
}

function leadOver(situation: Situation, cells: readonly MeasuredCell[], rivals: readonly string[]) {
  const own = meansOf(cells, (cell) => valueIn(cell, situation.brand.id))
  const theirs = meansOf(cells, (cell) => median(rivals.map((id) => valueIn(cell, id))))
  const { current, previous, interval } = changeOf(own, theirs, situation.weights)
  return { points: (current ?? 0) - (previous ?? 0), interval }
}

function meansOf(cells: readonly MeasuredCell[], valueOf: (cell: MeasuredCell) => number): PlatformMeans[] {
  return [...Map.groupBy(cells, ({ platform }) => platform)].map(([platform, ofPlatform]) => ({
    platform,
    prompts: ofPlatform.map((cell) => ({ promptId: cell.promptId, value: valueOf(cell), answers: cell.answers })),
  }))
}
