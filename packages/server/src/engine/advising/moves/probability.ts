import { changeVariance, NO_VARIANCE, type Spread } from '../../scoring/interval.ts'
import { studentTProbability } from '../../scoring/student-t.ts'

/**
 * How probable a change at least as large is if nothing changed, 0–1. `noise`, the variance that the spread of single
 * answers gives, stands in where the prompts seem to spread less: a few prompts seldom show all their spread, so with
 * both at hand the larger is as good as twice the degrees of freedom.
 */
export const changeProbability = (change: number, spread: Spread, noise: number): number => {
  const variance = Math.max(changeVariance(spread), noise)
  const size = Math.abs(change)
  // All prompts changed alike: as in the interval of such a change.
  if (variance < NO_VARIANCE) return Math.min(1, 2 * (1 + size) ** -spread.prompts)
  return studentTProbability(size / Math.sqrt(variance), 2 * (spread.prompts - 1))
}

/**
 * Which of many probabilities are too small for chance, so that of those chosen at most this share is chance on the
 * average, and where nothing changed at all, one is chosen with at most this probability (Benjamini and Hochberg 1995).
 */
export const beyondChance = (probabilities: readonly number[], rate: number): boolean[] => {
  const sorted = probabilities.toSorted((one, other) => one - other)
  const last = sorted.findLastIndex((probability, index) => probability <= (rate * (index + 1)) / sorted.length)
  const limit = sorted[last] ?? -1
  return probabilities.map((probability) => probability <= limit)
}
