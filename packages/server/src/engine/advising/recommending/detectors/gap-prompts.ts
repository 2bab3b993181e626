import { answersOf, rateOf, rivalsNamed, type MeasuredCell, type Situation } from '../situation.ts'

/** What makes a question one whose answers name rivals and hardly ever the brand. */
export const GAP = {
  /** Valid answers over all platforms: fewer say little about how often a name comes up. */
  minAnswers: 8,
  maxBrandShare: 0.2,
  minRivalShare: 0.4,
}
export function isGap(situation: Situation, cells: readonly MeasuredCell[]): boolean {
  return (
    answersOf(cells) >= GAP.minAnswers * situation.slack &&
    rateOf(cells, situation.brand.id) <= GAP.maxBrandShare / situation.slack &&
    rivalsNamed(situation, cells, GAP.minRivalShare).length > 0
  )
}

export const cellsByPrompt = ({ measured }: Situation): Map<string, MeasuredCell[]> =>
  Map.groupBy(measured, ({ promptId }) => promptId)
