import type { MarketBrand } from './brands.ts'
import { formShares, silentShare } from './draw.ts'
import type { BrandOdds } from './latent.ts'

/** The value of an answer that names a brand at place `k`: docs/measurement.md, "From an answer to a value". */
export const answerValue = (place: number): number => Math.max(0.4, 0.9 ** (place - 1))

/**
 * Expected answer value of `brand`, from 0 to 1, by the generating formula.
 *
 * Named brands stand in the order of exponential clocks, so with `p` the probabilities and `w` the rates, and `s` the
 * survival of the brand's own clock,
 *
 *   E[v] = p_b ∫₀¹ E[answerValue(1 + N(s))] ds,   N(s) = a sum of independent Bernoulli(p_j (1 − s^(w_j / w_b))) over j ≠ b.
 *
 * The inner expectation is exact (the distribution of the sum, brand by brand), the integral is Gauss and Legendre's with
 * 48 nodes: the error is below 1e-6. `known` are the brands that the observer can tell from other words: in lists the
 * ordinal counts, in prose only known brands push a brand back.
 */
export const expectedValue = (
  standings: readonly BrandOdds[],
  subject: MarketBrand | null,
  brand: MarketBrand,
  known: (brand: MarketBrand) => boolean,
): number => {
  const informed = informedShare(standings, subject)
  // Given that the answer is not "found nothing", the subject is named for certain.
  const given = standings.map((standing) => (standing.brand === subject ? { ...standing, probability: 1 } : standing))
  const own = given.find((standing) => standing.brand === brand)
  if (own === undefined) return 0
  const rivals = given.filter((standing) => standing.brand !== brand)
  const inLists = meanValue(own, rivals)
  const knownRivals = rivals.filter((standing) => known(standing.brand))
  const inProse = knownRivals.length === rivals.length ? inLists : meanValue(own, knownRivals)
  const prose = formShares.prose
  return informed * own.probability * ((1 - prose) * inLists + prose * inProse)
}

/** The share of answers that recommend `brand` at any place. */
export const expectedMentions = (
  standings: readonly BrandOdds[],
  subject: MarketBrand | null,
  brand: MarketBrand,
): number => {
  const own = standings.find((standing) => standing.brand === brand)
  if (own === undefined) return 0
  return informedShare(standings, subject) * (brand === subject ? 1 : own.probability)
}

const informedShare = (standings: readonly BrandOdds[], subject: MarketBrand | null): number =>
  subject === null ? 1 - silentShare : (standings.find(({ brand }) => brand === subject)?.probability ?? 1)

const meanValue = (own: BrandOdds, rivals: readonly BrandOdds[]): number => {
  let sum = 0
  for (const { at, weight } of nodes) {
    // s = at^4 smooths the powers of s near 0; ds = 4 at^3 d(at).
    const survival = at ** 4
    sum +=
      weight *
      4 *
      at ** 3 *
      valueAhead(rivals.map((rival) => rival.probability * (1 - survival ** (rival.rate / own.rate))))
  }
  return sum
}

/** E[answerValue(1 + number of successes)]. */
const valueAhead = (probabilities: readonly number[]): number => {
  const ahead = new Float64Array(probabilities.length + 1)
  ahead[0] = 1
  for (const [index, probability] of probabilities.entries()) {
    for (let count = index + 1; count > 0; count--) {
      ahead[count] = (ahead[count] ?? 0) * (1 - probability) + (ahead[count - 1] ?? 0) * probability
    }
    ahead[0] *= 1 - probability
  }
  return ahead.reduce((sum, chance, count) => sum + chance * answerValue(count + 1), 0)
}

/** Nodes and weights of Gauss and Legendre on [0, 1], by Newton's method on the Legendre polynomial. */
const gaussLegendre = (count: number): { at: number; weight: number }[] =>
  Array.from({ length: count }, (_, index) => {
    let root = Math.cos((Math.PI * (index + 0.75)) / (count + 0.5))
    let slope = 1
    for (let step = 0; step < 8; step++) {
      let [before, value] = [1, root]
      for (let degree = 2; degree <= count; degree++) {
        ;[before, value] = [value, ((2 * degree - 1) * root * value - (degree - 1) * before) / degree]
      }
      slope = (count * (root * value - before)) / (root * root - 1)
      root -= value / slope
    }
    return { at: (root + 1) / 2, weight: 1 / ((1 - root * root) * slope * slope) }
  })

const nodes = gaussLegendre(48)
