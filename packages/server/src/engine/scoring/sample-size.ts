import { answerValue } from './answer-value.ts'
import type { Cell } from './cells.ts'
import { scoreInterval, spreadOf, type Spread } from './interval.ts'
import { composite, countedWeights, promptMeans, weightOf, type Weights } from './prompt-means.ts'
import { sampleOf } from './score.ts'

/** What it takes to know a score better. Widths in points, not rounded. */
export type Narrower = {
  prompts: number
  width: number
  /** Would halve the width. */
  morePrompts: number
  halvedWidth: number
  wish: TargetWidth
}

/** What would bring the interval to a width that somebody wishes for: either of both. */
export type TargetWidth = {
  width: number
  /** 0: it is that narrow already. */
  morePrompts: number
  /**
   * So many times as many answers to each prompt as now; 1: it is that narrow already. Null: no number of repeats does
   * it, as the prompts themselves differ, or each pair has one answer, which tells nothing of how they vary.
   */
  timesAnswers: number | null
  /** With ever so many answers to the same prompts; null: not known from one answer each. */
  narrowestByAnswers: number | null
}

/** More repeats than these nobody pays for; the width hardly changes from there on. */
const MOST_TIMES = 1_000

/**
 * How many prompts more, alike in kind and asked of the same platforms, would halve the score's interval, or bring it to
 * a wished width: its variance falls with their number, and Student's t with it. More answers to the same prompts take
 * away only what answers to one prompt vary among themselves. Null where there is no interval.
 * @param wishedWidth in points; half of what it is when left out
 */
export const narrower = (
  cells: readonly Cell[],
  entityId: string,
  givenWeights: Weights,
  wishedWidth?: number,
): Narrower | null => {
  const means = promptMeans(cells, entityId)
  const weights = countedWeights(means, givenWeights)
  const mean = composite(means, weights)
  const spread = spreadOf(means, weights)
  if (mean === null || spread === null) return null
  const weighing = cells.filter(({ platform }) => weightOf(weights, platform) > 0)
  const { prompts } = sampleOf(weighing)
  const widthWith = (more: number): number => {
    const factor = (prompts + more) / prompts
    const { variance, prompts: effective, answers } = spread
    const larger = { variance: variance / factor, prompts: effective * factor, answers: answers * factor }
    return widthOf(scoreInterval(mean, larger)!)
  }
  const width = widthWith(0)
  const morePrompts = firstWhere((more) => widthWith(more) <= width / 2)
  const wanted = wishedWidth ?? width / 2
  const byAnswers = widthByAnswers(mean, spread, withinPairs(weighing, entityId, weights))
  const narrowestByAnswers = byAnswers && byAnswers(MOST_TIMES)
  const isInReach = byAnswers !== null && narrowestByAnswers !== null && narrowestByAnswers <= wanted
  const wish = {
    width: wanted,
    morePrompts: width <= wanted ? 0 : firstWhere((more) => widthWith(more) <= wanted),
    timesAnswers: width <= wanted ? 1 : isInReach ? firstWhere((times) => byAnswers(times) <= wanted) : null,
    narrowestByAnswers,
  }
  return { prompts, width, morePrompts, halvedWidth: widthWith(morePrompts), wish }
}

/** The width with so many times as many answers to each prompt; null where nothing tells how answers vary. */
const widthByAnswers = (mean: number, spread: Spread, within: number | null): ((times: number) => number) | null => {
  if (within === null) return null
  const ofAnswers = Math.min(within, spread.variance)
  return (times) =>
    widthOf(
      scoreInterval(mean, {
        prompts: spread.prompts,
        answers: spread.answers * times,
        variance: spread.variance - ofAnswers + ofAnswers / times,
      })!,
    )
}

/**
 * The part of the composite's variance that is due to answers to one prompt on one platform varying among themselves. A
 * pair with a single answer is taken to vary as the others do on the average; null where all are single.
 */
const withinPairs = (cells: readonly Cell[], entityId: string, weights: Weights): number | null => {
  const pairs = [
    ...Map.groupBy(
      cells.filter(({ outcomes }) => outcomes.ok > 0),
      pairKey,
    ).values(),
  ].map((ofPair) => {
    const answers = ofPair.reduce((sum, { outcomes }) => sum + outcomes.ok, 0)
    const values = ofPair.flatMap(({ entities }) =>
      (entities[entityId]?.places ?? []).map((count, at) => ({ count, value: answerValue(at + 1) })),
    )
    const mean = values.reduce((sum, { count, value }) => sum + count * value, 0) / answers
    const square = values.reduce((sum, { count, value }) => sum + count * value ** 2, 0) / answers
    const variance = answers > 1 ? Math.max(0, ((square - mean ** 2) * answers) / (answers - 1)) : null
    return { platform: ofPair[0]!.platform, answers, variance }
  })
  const known = pairs.flatMap(({ variance }) => (variance === null ? [] : [variance]))
  if (known.length === 0) return null
  const usual = known.reduce((sum, variance) => sum + variance, 0) / known.length
  const platforms = Map.groupBy(pairs, ({ platform }) => platform)
  const total = [...platforms.keys()].reduce((sum, platform) => sum + weightOf(weights, platform), 0)
  return [...platforms].reduce((sum, [platform, ofPlatform]) => {
    const part = weightOf(weights, platform) / total / ofPlatform.length
    return (
      sum + ofPlatform.reduce((inner, { answers, variance }) => inner + (part ** 2 * (variance ?? usual)) / answers, 0)
    )
  }, 0)
}

const pairKey = ({ platform, promptId }: Cell): string => JSON.stringify([platform, promptId])

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
