import { meanOverPrompts, weightOf, type PlatformMeans, type PromptMean, type Weights } from './prompt-means.ts'
import { studentTQuantile } from './student-t.ts'

/** Lower and upper end of a 95 % interval, in points. */
export type Interval = [lower: number, upper: number]

/**
 * How far a composite of these pairs may lie from the truth, prompts being the sampling unit. `prompts`, `answers`:
 * effective numbers of them, equal to their numbers when every prompt has as many answers on every platform.
 */
export type Spread = { variance: number; prompts: number; answers: number }

/**
 * Variance of the composite by linearisation: each prompt's influence is the weighted sum of its residuals on the
 * platforms that answered it. With all prompts on all platforms that is the variance of the mean of the per-prompt
 * weighted means. Null where no platform has two prompts: then nothing is known of the spread.
 */
export const spreadOf = (platforms: readonly PlatformMeans[], weights: Weights): Spread | null => {
  const weighing = platforms.filter(({ platform }) => weightOf(weights, platform) > 0)
  const totalWeight = weighing.reduce((sum, { platform }) => sum + weightOf(weights, platform), 0)
  const shared = weighing.map(({ platform, prompts }) => ({
    prompts,
    share: weightOf(weights, platform) / totalWeight,
  }))
  const variances = shared.filter(({ prompts }) => prompts.length > 1).map(({ prompts }) => varianceOf(prompts))
  if (variances.length === 0) return null
  const influences = influencesOf(shared)
  const sum = (term: (influence: Influence) => number) =>
    influences.reduce((total, influence) => total + term(influence), 0)
  // A platform with one prompt says nothing of its spread: the widest of the others stands in.
  const lone = shared.reduce((total, { prompts, share }) => total + (prompts.length > 1 ? 0 : share ** 2), 0)
  return {
    variance: sum(({ residual }) => residual ** 2) + lone * Math.max(...variances),
    // Satterthwaite: few prompts on a platform leave few degrees of freedom, however many prompts another has.
    prompts: Math.max(2, sum(({ leverage }) => leverage ** 2) ** 2 / sum(({ leverage }) => leverage ** 4)),
    answers: 1 / sum(({ answers }) => answers),
  }
}

/**
 * Of one prompt on the composite: by what its values differ from the platforms' means, by its being there, and, as a
 * sum of squares, by each of its answers being there.
 */
type Influence = { residual: number; leverage: number; answers: number }

const influencesOf = (platforms: readonly { prompts: readonly PromptMean[]; share: number }[]): Influence[] => {
  const influences = new Map<string, Influence>()
  for (const { prompts, share } of platforms) {
    const mean = meanOverPrompts(prompts)
    const count = prompts.length
    for (const { promptId, value, answers } of prompts) {
      const influence = influences.get(promptId) ?? { residual: 0, leverage: 0, answers: 0 }
      influences.set(promptId, influence)
      influence.leverage += share / count
      influence.answers += (share / count) ** 2 / answers
      if (count > 1) influence.residual += (share * (value - mean)) / Math.sqrt(count * (count - 1))
    }
  }
  return Array.from(influences.values())
}

const varianceOf = (prompts: readonly PromptMean[]): number => {
  const mean = meanOverPrompts(prompts)
  return prompts.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (prompts.length - 1)
}

/**
 * Interval of a score: the truths that Student's t does not reject when the variance is that at the truth in question.
 * Were the truth lower, some share ε = distance ÷ mean of what was asked would be worth 0 instead; that mixture has the
 * variance (1 − ε) V + ε (1 − ε) mean² C. C is how much the worth of one answer or prompt weighs in the composite:
 * as much as the spread tells (then this is Wilson's interval with the effective sample size; Kott and Carr 1997), and
 * at least that of single answers, as a brand that every answer names shows the spread of its places only, not the
 * next answer without it. Upwards likewise, towards 1. Stays on the scale and keeps its coverage near its ends.
 */
export const scoreInterval = (mean: number, spread: Spread | null): Interval | null => {
  if (spread === null) return null
  const { prompts, answers } = spread
  // No values between 0 and 1 spread further; an estimate can, where a prompt's weight is out of all proportion.
  const variance = Math.min(spread.variance, mean * (1 - mean))
  if (variance < NO_VARIANCE) return uniformInterval(mean, prompts, 0)
  const t = studentTQuantile(0.975, prompts - 1)
  const weight = Math.max(variance / (mean * (1 - mean)), UNSEEN_ANSWERS / answers)
  return [
    100 * Math.max(0, mean - reach(mean, variance, weight, t)),
    100 * Math.min(1, mean + reach(1 - mean, variance, weight, t)),
  ]
}

/** The distance x with x² = t² × ((1 − x/room) × variance + x/room × (1 − x/room) × room² × weight). */
const reach = (room: number, variance: number, weight: number, t: number): number => {
  const linear = t * t * (weight * room - variance / room)
  const square = 1 + t * t * weight
  const root = Math.sqrt(linear * linear + 4 * square * t * t * variance)
  // Two forms of one solution: each where it subtracts nothing.
  return linear > 0 ? (linear + root) / (2 * square) : (2 * t * t * variance) / (root - linear)
}

/**
 * How much of an answer's own spread is allowed for at least: the smallest part that keeps the coverage of brands which
 * nearly every answer names at 93 % and more (bench/intervals.ts). With all of many answers alike it leaves room for
 * about 2.6 answers that are not; an exact test leaves 3.7, and the average coverage then exceeds 97 %.
 */
const UNSEEN_ANSWERS = 2 / 3

/**
 * Interval of a change of score: Student t over the paired differences, each taken as it differs from the mean of the
 * others (HC3; Long and Ervin 2000). Exact Student t fires in 5 % of unchanged weeks on the average of many, so half of
 * all measured rates lie above; this way it is 4 to 5 %.
 */
export const changeInterval = (mean: number, spread: Spread | null): Interval | null => {
  if (spread === null) return null
  if (spread.variance < NO_VARIANCE) return uniformInterval(mean, spread.prompts, -1)
  const half = studentTQuantile(0.975, spread.prompts - 1) * Math.sqrt(changeVariance(spread))
  return [100 * Math.max(-1, mean - half), 100 * Math.min(1, mean + half)]
}

/** Of a mean of paired differences, by HC3. */
export const changeVariance = ({ variance, prompts }: Spread): number => (variance * prompts) / (prompts - 1)

/**
 * All prompts alike: no spread seen, which is not certainty (a brand that ten prompts do not bring up may be brought
 * up by the next). If more than 1 − 0.025^(1/n) of all prompts differed, n alike would come up in fewer than 2.5 %
 * of samples; that many may lie anywhere between `lowest` and 1.
 */
const uniformInterval = (mean: number, prompts: number, lowest: number): Interval => {
  const unseen = 1 - 0.025 ** (1 / prompts)
  return [100 * (mean - unseen * (mean - lowest)), 100 * (mean + unseen * (1 - mean))]
}

/** Two different values of a prompt lie further apart than this; below it is the noise of the arithmetic. */
export const NO_VARIANCE = 1e-20
