import type { Cell } from './cells.ts'
import { scoreInterval, spreadOf } from './interval.ts'
import { composite, promptMeans, weightOf, type Weights } from './prompt-means.ts'
import { sampleOf } from './score.ts'

/** What it takes to know a score twice as well. Widths in points, not rounded. */
export type Narrower = { prompts: number; width: number; morePrompts: number; halvedWidth: number }

/**
 * How many prompts more, alike in kind and asked of the same platforms, would halve the score's interval: its variance
 * falls with their number, and Student's t with it. Null where there is no interval to halve.
 */
export const narrower = (cells: readonly Cell[], entityId: string, weights: Weights): Narrower | null => {
  const means = promptMeans(cells, entityId)
  const mean = composite(means, weights)
  const spread = spreadOf(means, weights)
  if (mean === null || spread === null) return null
  const { prompts } = sampleOf(cells.filter(({ platform }) => weightOf(weights, platform) > 0))
  const widthWith = (more: number): number => {
    const factor = (prompts + more) / prompts
    const { variance, prompts: effective, answers } = spread
    const larger = { variance: variance / factor, prompts: effective * factor, answers: answers * factor }
    return widthOf(scoreInterval(mean, larger)!)
  }
  const width = widthWith(0)
  const morePrompts = firstWhere((more) => widthWith(more) <= width / 2)
  return { prompts, width, morePrompts, halvedWidth: widthWith(morePrompts) }
}

const widthOf = ([lower, upper]: readonly [number, number]): number => upper - lower

/** The smallest whole number that passes; once one passes, all larger ones do. */
const firstWhere = (passes: (count: number) => boolean): number => {
  let high = 1
  while (!passes(high)) high *= 2
  let low = high / 2
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (passes(middle)) high = middle
    else low = middle
  }
  return high
}
