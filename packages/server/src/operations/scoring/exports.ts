import { Problem, exportFields, type Dataset, type Operations, type OutputOf } from '@sightline/sdk'
import { lastChange } from '../../base/db/change-clock.ts'
import type { Db } from '../../base/db/db.ts'
import {
  exportCitations,
  exportDailyResults,
  exportEvents,
  exportMentions,
  exportRecommendations,
  type ExportedRow,
  type ExportFilter,
  type ExportPosition,
} from '../../store/scoring/exports.ts'
import type { Handlers } from '../dispatcher.ts'
import { pageOf, toPage } from '../pages.ts'
import { organizationOf, requireBrand } from '../tenant.ts'

type ExportHandlers = Pick<Handlers, 'exportRows' | 'getExportSchema'>
type Row = OutputOf<Operations['exportRows']>['data'][number]

export const exportHandlers: ExportHandlers = {
  exportRows: async (context, { params, query }) => {
    if (query.brandId) await requireBrand(context, query.brandId)
    if (query.from && query.to && query.from > query.to)
      throw new Problem('invalid_parameter', { message: '1 parameter is not valid: from – Must not be after to.' })
    const organizationId = organizationOf(context)
    const { limit, after } = pageOf<ExportPosition & { until: string }>(context, query)
    const until = after?.until ?? (await lastChange(context.db, organizationId))?.toISOString()
    if (until === undefined) return toPage<Row>(context, query, [], () => '')
    const found = await read(context.db, organizationId, params.dataset, {
      brandIds: query.brandId ? [query.brandId] : context.caller.brandIds,
      from: query.from ?? null,
      to: query.to ?? null,
      since: query.updatedSince ? new Date(query.updatedSince).toISOString() : null,
      until,
      limit,
      after,
    })
    return toPage(context, query, found.map(toRow), ({ updatedAt, id }) => ({ until, updatedAt, id }))
  },

  // Asked of the contract, as it says the same to everyone.
  getExportSchema: async (_context, { params: { dataset } }) => ({
    dataset,
    primaryKey: 'id',
    cursorField: 'updatedAt',
    fields: exportFields(dataset),
  }),
}

function read(db: Db, organizationId: string, dataset: Dataset, filter: ExportFilter): Promise<ExportedRow[]> {
  switch (dataset) {
    case 'scores':
    case 'platform-results':
    case 'share-of-voice':
      return exportDailyResults(db, organizationId, dataset, filter)
    case 'mentions':
      return exportMentions(db, organizationId, filter)
    case 'citations':
      return exportCitations(db, organizationId, filter)
    case 'events':
      return exportEvents(db, organizationId, filter)
    case 'recommendations':
      return exportRecommendations(db, organizationId, filter)
  }
}

function toRow({ id, brandId, day, updatedAt, isDeleted, body }: ExportedRow): Row {
  const instant = updatedAt.toISOString()
  // The body was written by the engine or built by the statement; the declared output holds it against its schema.
  return { id, updatedAt: instant, deletedAt: isDeleted ? instant : null, brandId, day, ...body } as Row
}
