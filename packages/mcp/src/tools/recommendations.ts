import { z } from 'zod'
import { ITS_BRAND, operations } from '@sightline/sdk'
import * as take from '../parameters.ts'
import { read, write } from '../tool.ts'

const filters = operations.listSuggestions.query.shape
const changes = operations.updateSuggestion.body.shape

export const listRecommendations = read({
  name: 'list_recommendations',
  title: 'Recommendations',
  toolset: 'recommendations',
  operation: 'listSuggestions',
  description:
    'Recommendations (suggestions, to-dos) for improving a brand’s visibility, the one that brings most first: what to do, estimated lift in points with its range, effort, evidence and status; for those done, the lift measured since. Empty: nothing in the data asks for advice.',
  parameters: z.strictObject({
    brandId: take.brandId,
    status: filters.status.meta({ description: '`open`: not done, dismissed or expired.' }),
    effort: filters.effort.meta({ description: 'Only of this effort.' }),
    limit: take.limit(20),
    cursor: take.cursor,
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.listSuggestions({ params: { id: await brand(brandId) }, query }),
})

export const updateRecommendation = write(
  { isDestructive: true, isIdempotent: true, isOpenWorld: false },
  {
    name: 'update_recommendation',
    title: 'Accept, finish or dismiss advice',
    toolset: 'recommendations',
    operation: 'updateSuggestion',
    description:
      'Moves a recommendation on (accept, start, mark as done, dismiss with a reason, reopen) and returns it with its evidence. After done, its real lift is measured. nextStatuses says what may follow.',
    parameters: z.strictObject({
      recommendationId: take.id('recommendation', 'From list_recommendations: rec_…'),
      status: changes.status.meta({ description: 'Its new state.' }),
      reason: changes.reason.meta({ description: 'Why; with dismissed only, and then needed.' }),
    }),
    call: ({ api }, { recommendationId, ...body }) =>
      api.updateSuggestion({ params: { id: ITS_BRAND, sid: recommendationId }, body }),
  },
)
