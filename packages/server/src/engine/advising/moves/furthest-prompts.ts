import { weightOf, type PlatformMeans, type Weights } from '../../scoring/prompt-means.ts'

/** What each prompt adds to a change of the composite, but for a factor that is the same for all. */
export const changeByPrompt = (changes: readonly PlatformMeans[], weights: Weights): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { platform, prompts } of changes)
    for (const { promptId, value } of prompts)
      sums.set(promptId, (sums.get(promptId) ?? 0) + (weightOf(weights, platform) * value) / prompts.length)
  return sums
}

/** Enough to look at: an alert shows five answers. */
const SHOWN_PROMPTS = 5

/** The prompts that changed most in a direction, the furthest first. */
export const furthestPrompts = (changes: ReadonlyMap<string, number>, direction: number): string[] =>
  [...changes]
    .map(([promptId, change]) => ({ promptId, along: Math.sign(direction) * change }))
    .filter(({ along }) => along > 0)
    .toSorted((one, other) => other.along - one.along || (one.promptId < other.promptId ? -1 : 1))
    .slice(0, SHOWN_PROMPTS)
    .map(({ promptId }) => promptId)
