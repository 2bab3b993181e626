import { answerValue, PLACE_BUCKETS } from '../../scoring/answer-value.ts'
import type { Cell } from '../../scoring/cells.ts'
import { weightOf, type Weights } from '../../scoring/prompt-means.ts'

/**
 * Variance of an entity's change of score, as a share of 1, if nothing had changed but which answers were given: from the
 * spread of the values of each pair (prompt, platform) over both windows. A change between them makes it larger.
 */
export const answerNoise = (
  current: readonly Cell[],
  previous: readonly Cell[],
  entityId: string,
  weights: Weights,
): number => {
  const before = sumsOf(previous, entityId)
  const shared = [...sumsOf(current, entityId)]
    .filter(([platform]) => weightOf(weights, platform) > 0)
    .map(([platform, prompts]) => ({
      weight: weightOf(weights, platform),
      pairs: pairsOf(prompts, before.get(platform)),
    }))
    .filter(({ pairs }) => pairs.length > 0)
  const totalWeight = shared.reduce((sum, { weight }) => sum + weight, 0)
  return shared.reduce((sum, { weight, pairs }) => {
    const share = weight / totalWeight / pairs.length
    return sum + share ** 2 * pairs.reduce((noise, pair) => noise + noiseOf(pair), 0)
  }, 0)
}

/** Of the values of a pair's valid answers in one window. */
type Sums = { answers: number; sum: number; squares: number }
type Pair = { now: Sums; before: Sums }

const pairsOf = (now: ReadonlyMap<string, Sums>, before: ReadonlyMap<string, Sums> = new Map()): Pair[] =>
  [...now].flatMap(([promptId, sums]) => {
    const earlier = before.get(promptId)
    return earlier === undefined ? [] : [{ now: sums, before: earlier }]
  })

const noiseOf = ({ now, before }: Pair): number => {
  const answers = now.answers + before.answers
  const mean = (now.sum + before.sum) / answers
  const variance = Math.max(0, (now.squares + before.squares) / answers - mean ** 2) * (answers / (answers - 1))
  return variance * (1 / now.answers + 1 / before.answers)
}

/** By platform, then prompt. */
const sumsOf = (cells: readonly Cell[], entityId: string): Map<string, Map<string, Sums>> => {
  const platforms = new Map<string, Map<string, Sums>>()
  for (const { platform, promptId, outcomes, entities } of cells) {
    if (outcomes.ok === 0) continue
    const prompts = platforms.get(platform) ?? new Map<string, Sums>()
    platforms.set(platform, prompts)
    const sums = prompts.get(promptId) ?? { answers: 0, sum: 0, squares: 0 }
    prompts.set(promptId, sums)
    sums.answers += outcomes.ok
    for (const [bucket, answers] of (entities[entityId]?.places ?? []).entries()) {
      sums.sum += answers * values[bucket]!
      sums.squares += answers * values[bucket]! ** 2
    }
  }
  return platforms
}

const values = Array.from({ length: PLACE_BUCKETS }, (_, bucket) => answerValue(bucket + 1))
