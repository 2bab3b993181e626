import { inOrder, modelMarks, setMarks, type Mark } from '../engine/marks.ts'
import { batchesOf, periodsOf, type PeriodKind } from '../engine/periods.ts'
import type { DatedCell } from '../engine/report.ts'
import { within, type Span } from '../engine/span-score.ts'
import { addDays, daysBetween } from '../engine/windows.ts'
import { competitorChanges, modelCounts, promptChanges } from '../store/marks.ts'
import type { Context } from './context.ts'
import { cellsOf, refused, type Panel } from './measured.ts'
import { organizationOf } from './tenant.ts'

type HistoryQuery = { from?: string | undefined; to?: string | undefined; interval: PeriodKind }

const DEFAULT_DAYS = 90
const MAX_DAYS = 400
/** Days of cells held at once: a year of a large panel does not fit the memory of a call. */
const DAYS_READ_AT_ONCE = 35

/** @throws Problem invalid_parameter for days that end before they begin, or for too many */
export function daysOfHistory(panel: Panel, { from, to }: HistoryQuery): Span {
  const last = to ?? (from !== undefined && from > panel.asOf ? from : panel.asOf)
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS)
  if (first > last) throw refused('from', 'after_to', 'from must not be later than to.')
  if (daysBetween({ from: first, to: last }) >= MAX_DAYS)
    throw refused('from', 'too_many_days', `A history covers at most ${MAX_DAYS} days.`)
  return { from: first, to: last }
}

/** One point a period that `measure` makes something of, oldest first; none lies after the last day with answers. */
export async function pointsOf<Point>(
  context: Context,
  panel: Panel,
  query: HistoryQuery,
  entityIds: string[],
  measure: (cells: DatedCell[]) => Point | null,
): Promise<(Point & Span & { complete: boolean })[]> {
  const { from, to } = daysOfHistory(panel, query)
  const last = to < panel.asOf ? to : panel.asOf
  const points: (Point & Span & { complete: boolean })[] = []
  if (from > last) return points
  for (const { span, periods } of batchesOf(periodsOf(query.interval, { from, to: last }), DAYS_READ_AT_ONCE)) {
    const cells = await cellsOf(context, panel, span, entityIds)
    for (const period of periods) {
      const point = measure(within(cells, period))
      if (point) points.push({ ...point, ...period, complete: period.to <= panel.asOf })
    }
  }
  return points
}

/** What besides the brand changed in these days. */
export async function marksOf(context: Context, panel: Panel, days: Span): Promise<Mark[]> {
  const organizationId = organizationOf(context)
  const { platform } = panel
  const [models, prompts, competitors] = await Promise.all([
    modelCounts(context.db, organizationId, panel.brand.id, { ...days, platform }),
    promptChanges(context.db, organizationId, panel.brand.id, days),
    competitorChanges(context.db, organizationId, panel.brand.id, days),
  ])
  return inOrder([...modelMarks(models), ...setMarks('prompts', prompts), ...setMarks('competitors', competitors)])
}
