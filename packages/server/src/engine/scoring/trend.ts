import type { Cell } from './cells.ts'
import { changeInterval, spreadOf, type Interval } from './interval.ts'
import { composite, countedWeights, promptMeans, weightOf, type PlatformMeans, type Weights } from './prompt-means.ts'

/** Change of a composite between two equally long windows, over the pairs (prompt, platform) present in both. */
export type Trend = {
  /** Points, one decimal, never −0. */
  delta: number
  /** Relative change of the composite, `^[+-]\d+\.\d%$`, never `-0.0%`. */
  relative: string
  /** Whether the interval of the change leaves out 0. */
  significant: boolean
  /** Of the change, in points; null with fewer than two prompts on every platform. */
  interval: Interval | null
  /** Composite on the shared pairs, not rounded; both forms of the change are made from these two. */
  previous: number | null
  current: number | null
  /** Pairs with a valid answer in both windows. 0: nothing to compare, said as no change. */
  pairs: number
}

export type TrendOptions = { weights?: Weights }

export const trend = (
  current: readonly Cell[],
  previous: readonly Cell[],
  entityId: string,
  { weights = {} }: TrendOptions = {},
): Trend => {
  const means = promptMeans(current, entityId)
  return changeOf(means, promptMeans(previous, entityId), countedWeights(means, weights))
}

/** From `previous` to `current`: of one entity in two windows, or of two entities in one. */
export const changeOf = (
  current: readonly PlatformMeans[],
  previous: readonly PlatformMeans[],
  weights: Weights,
): Trend => {
  const { now, before, changes } = sharedMeans(current, previous, weights)
  const meanNow = composite(now, weights)
  const meanBefore = composite(before, weights)
  if (meanNow === null || meanBefore === null) return noTrend
  const interval = changeInterval(meanNow - meanBefore, spreadOf(changes, weights))
  const points = { current: 100 * meanNow, previous: 100 * meanBefore }
  return {
    delta: deltaOf(points.current, points.previous),
    relative: relativeChange(points.current, points.previous),
    significant: interval !== null && (interval[0] > 0 || interval[1] < 0),
    interval,
    ...points,
    pairs: changes.reduce((sum, { prompts }) => sum + prompts.length, 0),
  }
}

/** Change in points with one decimal, rounded half away from 0 so that a fall looks like the rise it undoes. */
export const deltaOf = (current: number, previous: number): number => oneDecimal(current - previous)

/** Relative change as a string; from 0 to more is `+100.0%` by definition. */
export const relativeChange = (current: number, previous: number): string => {
  const percent = previous === 0 ? (current > 0 ? 100 : 0) : oneDecimal((100 * (current - previous)) / previous)
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)}%`
}

/**
 * The steps to the mean change of all tracked entities on the same pairs, in points, not rounded: what happened to everyone is
 * the platforms' doing. Null without a shared pair or with fewer than two entities, of whom one would be compared with itself.
 * An entity each.
 */
export function* platformWideInSteps(
  current: readonly Cell[],
  previous: readonly Cell[],
  entityIds: readonly string[],
  options: TrendOptions = {},
): Generator<undefined, number | null> {
  const tracked = Array.from(new Set(entityIds)).toSorted()
  if (tracked.length < 2) return null
  let sum = 0
  for (const entityId of tracked) {
    const change = trend(current, previous, entityId, options)
    if (change.current === null || change.previous === null) return null
    sum += change.current - change.previous
    yield
  }
  return sum / tracked.length
}

/** A change split in two parts with one decimal that add up to `delta`: everyone's, and the rest, the brand's own. */
export const splitChange = (
  { delta }: Pick<Trend, 'delta'>,
  platformWideChange: number | null,
): { platformPart: number; brandPart: number } | null => {
  if (platformWideChange === null) return null
  const platformPart = oneDecimal(platformWideChange)
  return { platformPart, brandPart: oneDecimal(delta - platformPart) }
}

const noTrend: Trend = {
  delta: 0,
  relative: '+0.0%',
  significant: false,
  interval: null,
  previous: null,
  current: null,
  pairs: 0,
}

/** The platforms that weigh something, with the prompts they answered in both windows; `changes`: now − before. */
export const sharedMeans = (
  current: readonly PlatformMeans[],
  previous: readonly PlatformMeans[],
  weights: Weights,
) => {
  const earlier = new Map(previous.map(({ platform, prompts }) => [platform, prompts]))
  const shared = { now: [] as PlatformMeans[], before: [] as PlatformMeans[], changes: [] as PlatformMeans[] }
  for (const { platform, prompts } of current) {
    const earlierPrompts = new Map((earlier.get(platform) ?? []).map((prompt) => [prompt.promptId, prompt]))
    const pairs = prompts.flatMap((now) => {
      const before = earlierPrompts.get(now.promptId)
      return before === undefined ? [] : [{ now, before, change: { ...now, value: now.value - before.value } }]
    })
    if (pairs.length === 0 || weightOf(weights, platform) === 0) continue
    shared.now.push({ platform, prompts: pairs.map((pair) => pair.now) })
    shared.before.push({ platform, prompts: pairs.map((pair) => pair.before) })
    shared.changes.push({ platform, prompts: pairs.map((pair) => pair.change) })
  }
  return shared
}

/** Half away from 0, with a margin for the noise of sums; never −0. */
const oneDecimal = (value: number): number => {
  const tenths = Math.floor(Math.abs(value) * 10 + 0.5 + 1e-9)
  return tenths === 0 ? 0 : (Math.sign(value) * tenths) / 10
}
