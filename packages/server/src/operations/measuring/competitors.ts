import { Problem, type Competitor } from '@sightline/sdk'
import { lockBrand } from '../../store/measuring/brands.ts'
import {
  deleteCompetitor,
  insertCompetitor,
  listCompetitors,
  updateCompetitor,
} from '../../store/measuring/competitors.ts'
import { standingsOf } from '../scoring/competitor-comparison.ts'
import { namesChanged, refuseTwin } from './names.ts'
import { audit, organizationOf, requireBrand } from '../tenant.ts'
import type { Handlers } from '../dispatcher.ts'
import { COMPETITORS_PER_BRAND } from '../accounts/limits.ts'
import { pageOf, toPage } from '../pages.ts'

type CompetitorHandlers = Pick<Handlers, 'listCompetitors' | 'addCompetitor' | 'updateCompetitor' | 'removeCompetitor'>

export const competitorHandlers: CompetitorHandlers = {
  listCompetitors: async (context, { params, query }) => {
    await requireBrand(context, params.id)
    const found = await listCompetitors(context.db, organizationOf(context), params.id, pageOf(context, query))
    const page = toPage(context, query, found)
    const standings = query.window === undefined ? null : await standingsOf(context, params.id, query.window)
    return { ...page, data: page.data.map((entry) => ({ ...entry, measured: standings?.get(entry.id) ?? null })) }
  },

  addCompetitor: async (context, { params, body }) => {
    const organizationId = organizationOf(context)
    // Of those who add the last one at once, one passes.
    await lockBrand(context.db, organizationId, params.id)
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
    await audit(context, 'competitor.create', id, subjectOf(competitor))
    return competitor
  },

  updateCompetitor: async (context, { params, body }) => {
    const competitor = await updateCompetitor(context.db, organizationOf(context), params.id, params.cid, body).catch(
      refuseTwin,
    )
    if (!competitor) throw new Problem('resource_not_found')
    await namesChanged(context, await requireBrand(context, params.id))
    await audit(context, 'competitor.update', params.cid, subjectOf(competitor))
    return competitor
  },

  removeCompetitor: async (context, { params }) => {
    // Before the competitor: who keeps its standing and moves holds the brand, and goes on from them to the competitor.
    await lockBrand(context.db, organizationOf(context), params.id)
    const brand = await requireBrand(context, params.id)
    const removed = await deleteCompetitor(context.db, organizationOf(context), brand.id, params.cid)
    if (removed) {
      await namesChanged(context, brand)
      await audit(context, 'competitor.delete', params.cid, subjectOf(removed))
    }
    return { id: params.cid, deleted: true as const }
  },
}

/** Kept with the entry, because the history marks the day under this name, also after it is gone. */
const subjectOf = ({ brandId, name }: Competitor) => ({ brandId, name })
