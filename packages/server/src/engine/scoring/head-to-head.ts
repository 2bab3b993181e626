import type { Cell } from './cells.ts'
import { countedWeights, promptMeans, type Weights } from './prompt-means.ts'
import { changeOf, type Trend } from './trend.ts'

/**
 * By how much `entityId` stands above `rivalId` in the same answers, in points, paired by (prompt, platform): `previous`
 * is the rival's score, `current` the entity's.
 */
export const lead = (cells: readonly Cell[], entityId: string, rivalId: string, weights: Weights): Trend => {
  const means = promptMeans(cells, entityId)
  return changeOf(means, promptMeans(cells, rivalId), countedWeights(means, weights))
}
