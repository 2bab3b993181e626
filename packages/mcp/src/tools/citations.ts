import { z } from 'zod'
import { operations } from '@sightline/sdk'
import * as take from '../parameters.ts'
import { read } from '../tool.ts'

const sources = operations.listCitations.query.shape

export const listCitations = read({
  name: 'list_citations',
  title: 'Sources cited in answers',
  toolset: 'citations',
  operation: 'listCitations',
  description:
    'The sources (domains or pages, websites) that AI answers cite, most cited first, with how many answers cite each, its share and whether it is the brand’s own, a competitor’s or a third party’s. For which sites matter; for those that leave the brand out use find_citation_gaps.',
  parameters: z.strictObject({
    brandId: take.brandId,
    groupBy: sources.groupBy.meta({ description: 'One entry a domain or a page.' }),
    platform: take.platform,
    owner: sources.owner.meta({ description: 'Whose sources.' }),
    from: take.from,
    to: take.to,
    limit: take.limit(25),
    cursor: take.cursor,
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.listCitations({ params: { id: await brand(brandId) }, query }),
})

export const findCitationGaps = read({
  name: 'find_citation_gaps',
  title: 'Sources that leave the brand out',
  toolset: 'citations',
  operation: 'listCitationGaps',
  description:
    'Source opportunities: third-party sites behind answers that name competitors and not the brand, the widest gap first, with the rivals named and answers as proof. For where to get listed, reviewed or mentioned (PR, outreach). Empty: no such source.',
  parameters: z.strictObject({
    brandId: take.brandId,
    window: take.window.default('28d'),
    minCompetitors: z.int().min(1).max(100).default(1).meta({ description: 'At least so many rivals named.' }),
    limit: take.limit(20),
    cursor: take.cursor,
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.listCitationGaps({ params: { id: await brand(brandId) }, query }),
})

export const listSearches = read({
  name: 'list_searches',
  title: 'Searches the platforms made',
  toolset: 'citations',
  operation: 'listSearches',
  description:
    'What the AI platforms themselves searched the web for before answering (query fan-out), most frequent first, with the prompts that led to it. For content and keyword ideas. Platforms that never tell have null in answersTelling.',
  parameters: z.strictObject({
    brandId: take.brandId,
    promptId: take.id('prompt', 'Only searches for this prompt.').optional(),
    platform: take.platform,
    from: take.from,
    to: take.to,
    limit: take.limit(25),
    cursor: take.cursor,
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.listSearches({ params: { id: await brand(brandId) }, query }),
})
