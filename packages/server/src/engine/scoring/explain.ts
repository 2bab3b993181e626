import { addCellsOf, byKey, type Cell } from './cells.ts'
import { composite, countedWeights, promptMeans, weightOf, type Weights } from './prompt-means.ts'
import { sharedMeans } from './trend.ts'

/** What one prompt on one platform adds to a composite. In points, not rounded; the sum over all is the composite. */
export type Part = {
  promptId: string
  platform: string
  /** Valid answers. */
  answers: number
  /** Mean value 0–1 of them. */
  value: number
  contribution: number
  /** What it would add beyond that if each answer named the entity first. */
  potential: number
  /** Answers that name it, and how many of them at which place (10: tenth or later). */
  named: number
  places: { place: number; answers: number }[]
}

/** Of the platforms that weigh something; ordered by platform, then prompt. */
export const scoreParts = (cells: readonly Cell[], entityId: string, weights: Weights): Part[] => {
  const counts = new Map(addCellsOf(cells, entityId).map((cell) => [keyOf(cell), cell.entities[entityId]]))
  const means = promptMeans(cells, entityId)
  return shared(means, countedWeights(means, weights)).flatMap(({ platform, prompts, share }) =>
    prompts.map((prompt) => {
      const count = counts.get(keyOf({ platform, promptId: prompt.promptId }))
      const most = (100 * share) / prompts.length
      return {
        ...prompt,
        platform,
        contribution: most * prompt.value,
        potential: most * (1 - prompt.value),
        named: count?.named ?? 0,
        places: placesOf(count?.places ?? []),
      }
    }),
  )
}

/** What each platform adds to the composite: its weight's share of its score. */
export const platformParts = (
  cells: readonly Cell[],
  entityId: string,
  weights: Weights,
): { platform: string; score: number; contribution: number }[] => {
  const means = promptMeans(cells, entityId)
  const shares = new Map(shared(means, countedWeights(means, weights)).map(({ platform, share }) => [platform, share]))
  return means.map((ofPlatform) => {
    const score = 100 * composite([ofPlatform], {})!
    return { platform: ofPlatform.platform, score, contribution: (shares.get(ofPlatform.platform) ?? 0) * score }
  })
}

export type PromptParts = {
  promptId: string
  answers: number
  /** Mean value 0–1, platforms weighing as in the composite. */
  value: number
  contribution: number
  potential: number
  parts: Part[]
}

/** A prompt's parts together; largest contribution, or largest potential, first, then by id. */
export const byPrompt = (parts: readonly Part[], order: 'contribution' | 'potential'): PromptParts[] =>
  byKey(Map.groupBy(parts, ({ promptId }) => promptId))
    .map(([promptId, ofPrompt]) => {
      const contribution = sumOf(ofPrompt, (part) => part.contribution)
      const potential = sumOf(ofPrompt, (part) => part.potential)
      return {
        promptId,
        answers: sumOf(ofPrompt, (part) => part.answers),
        value: contribution / (contribution + potential),
        contribution,
        potential,
        parts: ofPrompt,
      }
    })
    .toSorted((one, other) => other[order] - one[order])

/** What one pair (prompt, platform) adds to a change of composite, in points; the sum over all is the change. */
export type ChangePart = {
  promptId: string
  platform: string
  before: { value: number; answers: number }
  after: { value: number; answers: number }
  contribution: number
}

/** Over the pairs present in both windows; what moved most first, then by platform and prompt. */
export const changeParts = (
  current: readonly Cell[],
  previous: readonly Cell[],
  entityId: string,
  givenWeights: Weights,
): ChangePart[] => {
  const means = promptMeans(current, entityId)
  const weights = countedWeights(means, givenWeights)
  const { now, before } = sharedMeans(means, promptMeans(previous, entityId), weights)
  return shared(now, weights)
    .flatMap(({ platform, prompts, share }, index) =>
      prompts.map((after, pair) => {
        const earlier = before[index]!.prompts[pair]!
        return {
          promptId: after.promptId,
          platform,
          before: { value: earlier.value, answers: earlier.answers },
          after: { value: after.value, answers: after.answers },
          contribution: (100 * share * (after.value - earlier.value)) / prompts.length,
        }
      }),
    )
    .toSorted((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution))
}

/** Each weighing platform's share of all weight; `sharedMeans` leaves out the others too, so positions agree. */
const shared = (means: ReturnType<typeof promptMeans>, weights: Weights) => {
  const weighing = means.filter(({ platform }) => weightOf(weights, platform) > 0)
  const total = sumOf(weighing, ({ platform }) => weightOf(weights, platform))
  return weighing.map((ofPlatform) => ({ ...ofPlatform, share: weightOf(weights, ofPlatform.platform) / total }))
}

const placesOf = (counts: readonly number[]): Part['places'] =>
  counts.flatMap((answers, bucket) => (answers > 0 ? [{ place: bucket + 1, answers }] : []))

const keyOf = ({ platform, promptId }: Pick<Cell, 'platform' | 'promptId'>): string => `${platform} ${promptId}`

const sumOf = <Item>(items: readonly Item[], term: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + term(item), 0)
