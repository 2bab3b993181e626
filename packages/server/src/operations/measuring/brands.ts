import { Problem, type Brand } from '@sightline/sdk'
import * as store from '../../store/measuring/brands.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { requirePlace } from '../accounts/limits.ts'
import { fitToPlan } from '../accounts/plan-fit.ts'
import { pageOf, toPage } from '../pages.ts'
import { namesChanged, refuseTwin } from './names.ts'
import { sitesChanged } from '../advising/site-audits.ts'
import { audit, organizationOf, requireBrand } from '../tenant.ts'
import { maybeDryRun } from '../savepoint.ts'

type BrandHandlers = Pick<Handlers, 'listBrands' | 'createBrand' | 'getBrand' | 'updateBrand' | 'deleteBrand'>

export const brandHandlers: BrandHandlers = {
  listBrands: async (context, { query }) => {
    const filter = { ...pageOf(context, query), status: query.status, ids: context.caller.brandIds }
    return toPage(context, query, await store.listBrands(context.db, organizationOf(context), filter))
  },

  createBrand: async (context, { body: { dryRun, ...names } }) => ({
    ...(await maybeDryRun(context, dryRun, () => createBrand(context, names))),
    dryRun,
  }),

  getBrand: (context, { params }) => requireBrand(context, params.id),

  updateBrand: async (context, { params, body: { dryRun, ...change } }) => ({
    ...(await maybeDryRun(context, dryRun, () => updateBrand(context, params.id, change))),
    dryRun,
  }),

  deleteBrand: async (context, { params }) => {
    await lockOrganization(context.db, organizationOf(context))
    const wasDefault = await store.deleteBrand(context.db, organizationOf(context), params.id)
    if (wasDefault) await passOnDefault(context)
    await fitToPlan(context)
    if (wasDefault !== undefined) await audit(context, 'brand.delete', params.id)
    return { id: params.id, deleted: true as const }
  },
}

async function createBrand(context: Context, names: store.Names): Promise<Brand> {
  const organizationId = organizationOf(context)
  if (context.caller.brandIds)
    throw new Problem('insufficient_scope', { message: 'This key is limited to some brands and cannot add one.' })
  const count = (): Promise<number> => store.countBrands(context.db, organizationId)
  await requirePlace(context, 'brands', 1, count)
  const isFirst = (await store.defaultBrand(context.db, organizationId)) === undefined
  const id = context.services.newId('brand')
  const brand = await store.insertBrand(context.db, organizationId, id, names, isFirst).catch(refuseTwin)
  await sitesChanged(context, brand)
  await audit(context, 'brand.create', id)
  return brand
}

type BrandChange = store.NamesChange & { isDefault?: true | undefined }

async function updateBrand(context: Context, id: string, { isDefault, ...change }: BrandChange): Promise<Brand> {
  const organizationId = organizationOf(context)
  if (isDefault) await makeDefaultBrand(context, id)
  const brand = await store.updateBrand(context.db, organizationId, id, change).catch(refuseTwin)
  if (!brand) throw new Problem('resource_not_found')
  if (Object.keys(change).length > 0) await namesChanged(context, brand)
  if (change.domains) await sitesChanged(context, brand)
  await audit(context, 'brand.update', id)
  return brand
}

/** Whatever the plan, the default brand is not paused: another one may be in its place. */
export async function makeDefaultBrand(context: Context, id: string): Promise<void> {
  await lockOrganization(context.db, organizationOf(context))
  await requireBrand(context, id)
  await store.makeDefault(context.db, organizationOf(context), id)
  await fitToPlan(context)
}

async function passOnDefault(context: Context): Promise<void> {
  const [next] = await store.listBrands(context.db, organizationOf(context), { limit: 1, after: null, ids: null })
  if (next) await store.makeDefault(context.db, organizationOf(context), next.id)
}
