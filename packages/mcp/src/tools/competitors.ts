import { z } from 'zod'
import { operations } from '@sightline/sdk'
import * as take from '../parameters.ts'
import { read, write } from '../tool.ts'

export const listCompetitors = read({
  name: 'list_competitors',
  title: 'Tracked competitors',
  toolset: 'competitors',
  operation: 'listCompetitors',
  description:
    'Who the competitors (rivals) are that a brand is tracked against, with id, names and domains and, when a window is given, each one’s score, share of voice and trend. Gives the competitorId that other tools take.',
  parameters: z.strictObject({
    brandId: take.brandId,
    window: take.window.optional().meta({ description: 'Adds how each was measured: 7d, 28d, 4w.' }),
    limit: take.limit(50),
    cursor: take.cursor,
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.listCompetitors({ params: { id: await brand(brandId) }, query }),
})

export const compareCompetitors = read({
  name: 'compare_competitors',
  title: 'Brand against competitors',
  toolset: 'competitors',
  operation: 'compareCompetitors',
  description:
    'A brand against its competitors, head to head: scores, share of voice and trend of each, per platform, by how much the brand leads or trails (behind, ahead), and how many answers name both, one or neither, and who comes first.',
  parameters: z.strictObject({
    brandId: take.brandId,
    competitorIds: z
      .array(take.competitorId)
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Ids or exact names; the first 20 when left out.' }),
    window: take.window.default('7d').meta({ description: 'Up to 92 days: 7d, 28d, 4w.' }),
  }),
  call: async ({ api, brand, competitors }, { brandId, competitorIds, window }) => {
    const id = await brand(brandId)
    const rivals = competitorIds && (await competitors(id, competitorIds))
    return api.compareCompetitors({
      params: { id },
      query: { window, ...(rivals && { competitorIds: rivals.join(',') }) },
    })
  },
  narrower: 'Name fewer competitors in competitorIds.',
})

export const discoverCompetitors = read({
  name: 'discover_competitors',
  title: 'Untracked names found',
  toolset: 'competitors',
  operation: 'discoverCompetitors',
  description:
    'Names that the answers recommend beside the brand and that nobody tracks yet: new or unknown competitors, with how many answers name each and passages. Check a name with the user before add_competitor: some are no companies.',
  parameters: z.strictObject({
    brandId: take.brandId,
    window: take.window.default('28d'),
    minAnswers: z.int().min(1).max(1_000).default(2).meta({ description: 'Named in at least so many answers.' }),
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.discoverCompetitors({ params: { id: await brand(brandId) }, query }),
  narrower: 'Raise minAnswers.',
})

const names = operations.addCompetitor.body.shape

export const addCompetitor = write(
  { isDestructive: false, isIdempotent: false, isOpenWorld: false },
  {
    name: 'add_competitor',
    title: 'Track a competitor',
    toolset: 'competitors',
    operation: 'addCompetitor',
    description:
      'Adds a competitor (a rival to watch) to a brand and returns it. It is looked for in all stored answers at once, so its past is measured too; platforms are not asked. Share of voice changes, since it counts among more names.',
    parameters: z.strictObject({
      brandId: take.brandId,
      name: names.name.meta({ description: 'As buyers write it.' }),
      domains: names.domains.meta({ description: 'Its own domains.' }),
      aliases: names.aliases.meta({ description: 'Other names that count as the same.' }),
      excludedNames: names.excludedNames.meta({ description: 'Phrases that contain a name and never count.' }),
    }),
    call: async ({ api, brand }, { brandId, ...body }) =>
      api.addCompetitor({ params: { id: await brand(brandId) }, body }),
  },
)

export const removeCompetitor = write(
  { isDestructive: true, isIdempotent: true, isOpenWorld: false },
  {
    name: 'remove_competitor',
    title: 'Stop tracking a competitor',
    toolset: 'competitors',
    operation: 'removeCompetitor',
    description:
      'Removes (deletes) a competitor from a brand. Its measurements are gone; the answers stay, so add_competitor brings them back. Ask the user first.',
    parameters: z.strictObject({ brandId: take.brandId, competitorId: take.competitorId }),
    call: async ({ api, brand, competitors }, { brandId, competitorId }) => {
      const id = await brand(brandId)
      const [cid = competitorId] = await competitors(id, [competitorId])
      return api.removeCompetitor({ params: { id, cid } })
    },
  },
)
