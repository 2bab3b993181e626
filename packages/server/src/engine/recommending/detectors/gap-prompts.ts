import { answersOf, rateOf, rivalsNamed, type MeasuredCell, type Situation } from '../situation.ts'

/** A question whose answers name rivals and hardly ever the brand. */
export type GapPrompt = { promptId: string; topic: string | null; cells: MeasuredCell[]; havers: string[] }

export const GAP = {
  /** Valid answers over all platforms: fewer say little about how often a name comes up. */
  minAnswers: 8,
  maxBrandShare: 0.2,
  minRivalShare: 0.4,
}
/** A topic of which at least so many, and at least half of its questions, are such gaps is told as one. */
export const TOPIC_GAP = { minPrompts: 3, minShare: 0.5 }

/** @param slack 1, or less where the advice is known already */
export function isGap(situation: Situation, cells: readonly MeasuredCell[], slack: number): boolean {
  return (
    answersOf(cells) >= GAP.minAnswers * slack &&
    rateOf(cells, situation.brand.id) <= GAP.maxBrandShare / slack &&
    rivalsNamed(situation, cells, GAP.minRivalShare * slack).length > 0
  )
}

export const cellsByPrompt = ({ measured }: Situation): Map<string, MeasuredCell[]> =>
  Map.groupBy(measured, ({ promptId }) => promptId)

/** The gaps of a topic, when there are enough to tell them as one; null otherwise. */
export function gapsOfTopic(
  situation: Situation,
  topic: string,
  byPrompt: ReadonlyMap<string, MeasuredCell[]>,
): { cells: MeasuredCell[]; gaps: number; prompts: number } | null {
  const slack = situation.slack('topic_gap', topic)
  const asked = [...byPrompt].filter(([promptId]) => situation.prompt(promptId).topic === topic)
  const gaps = asked.filter(([, cells]) => isGap(situation, cells, slack))
  const isOne =
    gaps.length >= Math.max(2, TOPIC_GAP.minPrompts * slack) && gaps.length >= asked.length * TOPIC_GAP.minShare * slack
  return isOne ? { cells: gaps.flatMap(([, cells]) => cells), gaps: gaps.length, prompts: asked.length } : null
}
