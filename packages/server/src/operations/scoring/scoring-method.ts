import { operations } from '@sightline/sdk'
import { scoringMethod } from '../../engine/scoring/scoring-method.ts'
import type { Handlers } from '../dispatcher.ts'

export const scoringMethodHandlers: Pick<Handlers, 'getScoringMethod'> = {
  // A copy: the engine's own is not to be changed, and says so by its type.
  getScoringMethod: async () => operations.getScoringMethod.output.parse(scoringMethod),
}
