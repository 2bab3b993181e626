import type { Brand } from '@sightline/sdk'
import { brandHandlers } from '../operations/measuring/brands.ts'
import { competitorHandlers } from '../operations/measuring/competitors.ts'
import type { Context } from '../operations/context.ts'
import { UsageError } from './terminal.ts'

/** A brand as typed on the command line. */
export type NamedEntity = { brand?: string; alias?: string[]; domain?: string[]; competitor?: string[] }

/**
 * The brand of this name or id, created with its competitors when it is not there yet.
 * A competitor is written `Name` or `Name=alias|alias`.
 */
export async function ensureBrand(
  context: Context,
  { brand: named, alias = [], domain = [], competitor = [] }: NamedEntity,
): Promise<Brand> {
  const { data: brands } = await brandHandlers.listBrands(context, {
    params: {},
    query: { limit: 200 },
    body: undefined,
  })
  const [only] = brands
  if (named === undefined) {
    if (brands.length === 1 && only) return only
    throw new UsageError('Say which brand with --brand NAME.')
  }
  const known = brands.find(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase())
  const brand =
    known ??
    (await brandHandlers.createBrand(context, {
      params: {},
      query: {},
      body: { name: named, aliases: alias, excludedNames: [], domains: domain, caseSensitive: false, dryRun: false },
    }))
  await ensureCompetitors(context, brand.id, competitor)
  return brand
}

async function ensureCompetitors(context: Context, brandId: string, wanted: string[]): Promise<void> {
  const { data: present } = await competitorHandlers.listCompetitors(context, {
    params: { id: brandId },
    query: { limit: 200 },
    body: undefined,
  })
  for (const entry of wanted) {
    const [name = '', aliases = ''] = entry.split('=')
    if (name.trim() === '' || present.some((competitor) => competitor.name.toLowerCase() === name.trim().toLowerCase()))
      continue
    await competitorHandlers.addCompetitor(context, {
      params: { id: brandId },
      query: {},
      body: {
        name: name.trim(),
        aliases: aliases
          .split('|')
          .map((text) => text.trim())
          .filter(Boolean),
        excludedNames: [],
        domains: [],
        caseSensitive: false,
      },
    })
  }
}
