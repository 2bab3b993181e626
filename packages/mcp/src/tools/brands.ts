import { z } from 'zod'
import { operations } from '@sightline/sdk'
import * as take from '../parameters.ts'
import { read, write } from '../tool.ts'

export const listBrands = read({
  name: 'list_brands',
  title: 'Tracked brands',
  toolset: 'brands',
  operation: 'listBrands',
  description:
    'All brands of this organization that are tracked, with id, names, domains, status and which is the default. Start here when it is not clear which brand is meant.',
  parameters: z.strictObject({
    status: operations.listBrands.query.shape.status.meta({ description: 'Only brands in this state.' }),
    limit: take.limit(50),
    cursor: take.cursor,
  }),
  call: ({ api }, query) => api.listBrands({ query }),
})

export const getBrand = read({
  name: 'get_brand',
  title: 'One brand’s settings',
  toolset: 'brands',
  operation: 'getBrand',
  description:
    'How one brand is recognised: its name, aliases, excluded names, own domains, case sensitivity and status. For its numbers use get_brand_score.',
  parameters: z.strictObject({ brandId: take.brandId }),
  call: async ({ api, brand }, { brandId }) => api.getBrand({ params: { id: await brand(brandId) } }),
})

const names = operations.createBrand.body.shape
const changes = operations.updateBrand.body.shape

const said = {
  aliases: 'Other names that count as the same.',
  excludedNames: 'Phrases that contain a name and never count.',
  domains: 'Own domains, for example acme.com.',
  caseSensitive: 'Count a name only as written.',
}

export const createBrand = write(
  { isDestructive: false, isIdempotent: false, isOpenWorld: false },
  {
    name: 'create_brand',
    title: 'Track a new brand',
    toolset: 'brands',
    operation: 'createBrand',
    description:
      'Sets up (adds) a new brand to track and returns it. Takes one of the plan’s brand places; dryRun tells whether it would work. Then add prompts and competitors, and start a run to measure it.',
    parameters: z.strictObject({
      name: names.name.meta({ description: 'As buyers write it.' }),
      domains: names.domains.meta({ description: said.domains }),
      aliases: names.aliases.meta({ description: said.aliases }),
      excludedNames: names.excludedNames.meta({ description: said.excludedNames }),
      caseSensitive: names.caseSensitive.meta({ description: said.caseSensitive }),
      dryRun: take.dryRun,
    }),
    call: ({ api }, body) => api.createBrand({ body }),
  },
)

export const updateBrand = write(
  { isDestructive: true, isIdempotent: true, isOpenWorld: false },
  {
    name: 'update_brand',
    title: 'Change a brand',
    toolset: 'brands',
    operation: 'updateBrand',
    description:
      'Changes how a brand is recognised (rename it, add an alias or a domain) or makes it the default, and returns it. A list replaces the old one: read it with get_brand first. All stored answers are searched again for new names; platforms are not asked.',
    parameters: z.strictObject({
      brandId: take.brandId,
      name: changes.name.meta({ description: 'New name of the brand.' }),
      aliases: changes.aliases.meta({ description: said.aliases }),
      excludedNames: changes.excludedNames.meta({ description: said.excludedNames }),
      domains: changes.domains.meta({ description: said.domains }),
      caseSensitive: changes.caseSensitive.meta({ description: said.caseSensitive }),
      isDefault: changes.isDefault.meta({ description: 'Make it the default brand.' }),
      dryRun: take.dryRun,
    }),
    call: async ({ api, brand }, { brandId, ...body }) =>
      api.updateBrand({ params: { id: await brand(brandId) }, body }),
  },
)
