/**
 * The value that a Student t variable stays below with this probability. `degreesOfFreedom` > 0 need not be whole.
 * Relative error below 1e-9; found by bisection of the distribution, which is a regularised incomplete beta function.
 */
export const studentTQuantile = (probability: number, degreesOfFreedom: number): number => {
  if (!(probability > 0 && probability < 1)) throw new RangeError('A probability lies between 0 and 1.')
  if (!(degreesOfFreedom > 0)) throw new RangeError('Degrees of freedom are above 0.')
  if (probability === 0.5) return 0
  // The tail is compared, not the whole: near 1 the difference to 1 would lose its digits.
  const tail = Math.min(probability, 1 - probability)
  let high = 1
  while (upperTail(high, degreesOfFreedom) > tail) high *= 2
  let low = high === 1 ? 0 : high / 2
  while (high - low > high * 1e-13) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    if (upperTail(middle, degreesOfFreedom) > tail) low = middle
    else high = middle
  }
  return probability < 0.5 ? -high : high
}

/** Probability that a Student t variable lies at least this far from 0, on either side; `t` ≥ 0. */
export const studentTProbability = (t: number, degreesOfFreedom: number): number => 2 * upperTail(t, degreesOfFreedom)

/** Probability of a value above t ≥ 0. */
const upperTail = (t: number, degreesOfFreedom: number): number =>
  incompleteBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5) / 2

/** Regularised incomplete beta function I_x(a, b); the continued fraction converges fast on the side chosen here. */
const incompleteBeta = (x: number, a: number, b: number): number => {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b
}

/** Lentz's evaluation of the continued fraction (DLMF 8.17.22). */
const betaFraction = (x: number, a: number, b: number): number => {
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / nonZero(1 + even * d)
    c = nonZero(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + odd * d)
    c = nonZero(1 + odd / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-16) break
  }
  return fraction
}

const nonZero = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value)

/** Lanczos' approximation (g = 7, nine terms), relative error about 1e-15 for x > 0. */
const logGamma = (x: number): number => {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const series = lanczos.reduce((sum, term, index) => sum + (index === 0 ? term : term / (x - 1 + index)), 0)
  const base = x + 6.5
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(base) - base + Math.log(series)
}

const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]
