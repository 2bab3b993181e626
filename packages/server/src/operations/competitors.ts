import { Problem } from '@sightline/sdk'
import { deleteCompetitor, insertCompetitor, listCompetitors, updateCompetitor } from '../store/competitors.ts'
import { namesChanged, refuseTwin } from './names.ts'
import { audit, organizationOf, requireBrand } from './tenant.ts'
import type { Handlers } from './handle.ts'
import { pageOf, toPage } from './pages.ts'

type CompetitorHandlers = Pick<Handlers, 'listCompetitors' | 'addCompetitor' | 'updateCompetitor' | 'removeCompetitor'>

/** More would make share of voice unreadable, and each is looked for in every answer. */
const COMPETITORS_PER_BRAND = 100

export const competitorHandlers: CompetitorHandlers = {
  listCompetitors: async (context, { params, query }) => {
    await requireBrand(context, params.id)
    return toPage(
      context,
      query,
      await listCompetitors(context.db, organizationOf(context), params.id, pageOf(context, query)),
    )
  },

  addCompetitor: async (context, { params, body }) => {
    const organizationId = organizationOf(context)
    const brand = await requireBrand(context, params.id)
    const present = await listCompetitors(context.db, organizationId, brand.id, {
      limit: COMPETITORS_PER_BRAND,
      after: null,
    })
    if (present.length >= COMPETITORS_PER_BRAND)
      throw new Problem('plan_limit_reached', {
        message: `A brand has at most ${COMPETITORS_PER_BRAND} competitors. Remove one first.`,
        limit: COMPETITORS_PER_BRAND,
        current: present.length,
      })
    const id = context.services.newId('competitor')
    const competitor = await insertCompetitor(context.db, organizationId, brand.id, id, body).catch(refuseTwin)
    await namesChanged(context, brand)
    await audit(context, 'competitor.create', id)
    return competitor
  },

  updateCompetitor: async (context, { params, body }) => {
    const competitor = await updateCompetitor(context.db, organizationOf(context), params.id, params.cid, body).catch(
      refuseTwin,
    )
    if (!competitor) throw new Problem('resource_not_found')
    await namesChanged(context, await requireBrand(context, params.id))
    await audit(context, 'competitor.update', params.cid)
    return competitor
  },

  removeCompetitor: async (context, { params }) => {
    const brand = await requireBrand(context, params.id)
    const existed = await deleteCompetitor(context.db, organizationOf(context), brand.id, params.cid)
    if (existed) {
      await namesChanged(context, brand)
      await audit(context, 'competitor.delete', params.cid)
    }
    return { id: params.cid, deleted: true as const }
  },
}
