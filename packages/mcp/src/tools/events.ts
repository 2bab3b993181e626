import { z } from 'zod'
import { operations } from '@sightline/sdk'
import * as take from '../parameters.ts'
import { read } from '../tool.ts'

const filters = operations.listEvents.query.shape

export const listEvents = read({
  name: 'list_events',
  title: 'What happened',
  toolset: 'events',
  operation: 'listEvents',
  description:
    'What happened, newest first: score changes, new recommendations and competitor alerts (somebody has overtaken the brand, a new entrant), with before, after and whether it is significant. For “what is new” or recent alerts. All brands unless brandId is given.',
  parameters: z.strictObject({
    brandId: take.brandId.meta({ description: 'Only of this brand: id or exact name.' }),
    type: filters.type.meta({ description: 'Only of this kind.' }),
    since: filters.since.meta({ description: 'Only since this instant: 2026-11-20T00:00:00Z.' }),
    limit: take.limit(20),
    cursor: take.cursor,
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.listEvents({ query: { ...query, ...(brandId !== undefined && { brandId: await brand(brandId) }) } }),
})
