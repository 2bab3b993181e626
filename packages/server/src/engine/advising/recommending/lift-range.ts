import { RATE_SPREAD } from './kinds.ts'

/** Share of cases in which a measured lift lies inside the range, if the success rate is right. */
export const RANGE_LEVEL = 0.9

/** The middles of five equal parts of the rate's spread. */
const RATE_STEPS = [-0.8, -0.4, 0, 0.4, 0.8]

/** Of the cells that count most all combinations of success are counted through; the sum of the others is close to normal. */
const COUNTED_CELLS = 6

/**
 * Where a measured lift will lie: in each cell the advice works or not, with the stated rate, whose own value is uncertain
 * (anything from half to one and a half of it, evenly); and what is measured moves by itself (`noise`, a standard deviation).
 * @param gains what each cell adds when it works, in points
 * @returns the middle 90 % of that mixture, in points
 */
export function liftRange(gains: readonly number[], successRate: number, noise: number): [number, number] {
  const rates = RATE_STEPS.map((step) => Math.min(1, (1 + step * RATE_SPREAD) * successRate))
  const parts = rates.flatMap((rate) => outcomesAt(gains, rate))
  const total = gains.reduce((sum, gain) => sum + gain, 0)
  const wide = 6 * Math.max(noise, ...parts.map(({ deviation }) => deviation))
  const below = (points: number): number =>
    parts.reduce((sum, part) => sum + (part.probability / rates.length) * belowPart(points, part, noise), 0)
  const tail = (1 - RANGE_LEVEL) / 2
  return [quantile(below, tail, -wide - 1, total + wide + 1), quantile(below, 1 - tail, -wide - 1, total + wide + 1)]
}

/** A normal distribution (a point, where `deviation` is 0) with its share of the mixture. */
type Part = { probability: number; mean: number; deviation: number }

function outcomesAt(gains: readonly number[], rate: number): Part[] {
  const sorted = gains.toSorted((one, other) => other - one)
  const rest = sorted.slice(COUNTED_CELLS)
  const mean = rest.reduce((sum, gain) => sum + rate * gain, 0)
  const variance = rest.reduce((sum, gain) => sum + rate * (1 - rate) * gain * gain, 0)
  let parts: Part[] = [{ probability: 1, mean, deviation: Math.sqrt(variance) }]
  for (const gain of sorted.slice(0, COUNTED_CELLS))
    parts = parts.flatMap((part) => [
      { ...part, probability: part.probability * rate, mean: part.mean + gain },
      { ...part, probability: part.probability * (1 - rate) },
    ])
  return parts
}

function belowPart(points: number, { mean, deviation }: Part, noise: number): number {
  const spread = Math.hypot(deviation, noise)
  // The margin keeps sums of the same gains in another order on the same side.
  return spread === 0 ? Number(points >= mean - 1e-9) : normalBelow((points - mean) / spread)
}

function quantile(below: (points: number) => number, probability: number, from: number, to: number): number {
  let [low, high] = [from, to]
  while (high - low > 1e-6) {
    const middle = (low + high) / 2
    if (below(middle) < probability) low = middle
    else high = middle
  }
  return high
}

/** Standard normal distribution; absolute error below 1.2e-7 (Numerical Recipes' erfc by Chebyshev fit). */
function normalBelow(value: number): number {
  const z = Math.abs(value) / Math.SQRT2
  const t = 1 / (1 + z / 2)
  const series = COEFFICIENTS.reduceRight((sum, coefficient) => sum * t + coefficient, 0)
  const upper = (t * Math.exp(-z * z + series)) / 2
  return value > 0 ? 1 - upper : upper
}

const COEFFICIENTS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
]
