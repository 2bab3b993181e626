import { dayNumber } from './days.ts'
import type { Question } from './latent.ts'
import { hashText, mix } from './random.ts'

/** About 40 MB; past it the oldest counts are forgotten and start again at 0. */
const countsKept = 500_000

/** Numbers the answers to one question on one day from 0, so that repeats differ; `isRepeat` gives the latest number again. */
export const createSamples = (): ((question: Question, isRepeat: boolean) => number) => {
  const counts = new Map<number, number>()
  return ({ prompt, platform, day }, isRepeat) => {
    // Two questions with the same hash share their numbers, which does no harm.
    const key = mix(mix(dayNumber(day), hashText(platform)), hashText(prompt))
    const taken = counts.get(key) ?? 0
    if (isRepeat && taken > 0) return taken - 1
    const [oldest] = counts.size >= countsKept ? counts.keys() : []
    if (oldest !== undefined) counts.delete(oldest)
    counts.set(key, taken + 1)
    return taken
  }
}
