/** One answer to ask for. `repeat` from 1. */
export type PlannedSlot = { promptId: string; platform: string; repeat: number }

/**
 * The slots of a run, in the order to ask them. Wherever the run is cut, within a repeat the prompts have been asked
 * equally often, give or take one, and so have the platforms: what was measured stays a fair sample. Keeps the order
 * of prompts and platforms given; `repeats` ≥ 1.
 */
export const plan = ({ prompts, platforms, repeats }: PlanInput): PlannedSlot[] => {
  const slots: PlannedSlot[] = []
  for (let repeat = 1; repeat <= repeats; repeat++) {
    for (let round = 0; round < platforms.length; round++) {
      const shift = shiftOf(round, prompts.length, platforms.length)
      for (const [index, promptId] of prompts.entries()) {
        slots.push({ promptId, platform: platforms[(index + shift) % platforms.length]!, repeat })
      }
    }
  }
  return slots
}

export type PlanInput = { prompts: readonly string[]; platforms: readonly string[]; repeats: number }

export type PlanCost = {
  answers: number
  platforms: { platform: string; answers: number; estimatedUsd: number | null }[]
  /** Null where no price is known for one of the platforms. */
  estimatedUsd: number | null
}

/** How many answers a run asks for and what they will cost; `usdPerAnswer` gives null where no price is known. */
export const planCost = (
  { prompts, platforms, repeats }: PlanInput,
  usdPerAnswer: (platform: string) => number | null,
): PlanCost => {
  const answers = prompts.length * repeats
  const costs = platforms.map((platform) => {
    const price = usdPerAnswer(platform)
    return { platform, answers, estimatedUsd: price === null ? null : microDollars(price * answers) }
  })
  const known = costs.flatMap(({ estimatedUsd }) => (estimatedUsd === null ? [] : [estimatedUsd]))
  return {
    answers: answers * platforms.length,
    platforms: costs,
    estimatedUsd: known.length < costs.length ? null : microDollars(known.reduce((sum, usd) => sum + usd, 0)),
  }
}

/**
 * In a round each prompt meets one platform, prompt after prompt the next one. A round goes on where the one before
 * ended, which balances the platforms; when that would repeat a round (after as many rounds as it takes to come back
 * to the first platform) it moves on by one, so that over all rounds each prompt meets each platform once.
 */
const shiftOf = (round: number, promptCount: number, platformCount: number): number => {
  const rest = promptCount % platformCount
  const cycle = platformCount / greatestCommonDivisor(rest, platformCount)
  return (round * rest + Math.floor(round / cycle)) % platformCount
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

const microDollars = (usd: number): number => Math.round(usd * 1e6) / 1e6
