import { yieldToEventLoop } from '../../base/event-loop.ts'
import { emptyEntityCount, emptyOutcomes } from '../../engine/scoring/cells.ts'
import { inOrder, modelMarks, setMarks, type Mark } from '../../engine/scoring/marks.ts'
import { batchesOf, periodsOf, type PeriodKind } from '../../engine/scoring/periods.ts'
import type { DatedCell } from '../../engine/scoring/report.ts'
import { within, type DayRange } from '../../engine/scoring/span-score.ts'
import { addDays, daysBetween } from '../../engine/scoring/windows.ts'
import { competitorChanges, modelCounts, promptChanges } from '../../store/scoring/marks.ts'
import { namedByDay, placesByDay } from '../../store/scoring/rollup-days.ts'
import type { Context } from '../context.ts'
import { entityIdsOf, refused, type Panel } from './panel-query.ts'
import { organizationOf } from '../tenant.ts'

type HistoryQuery = { from?: string | undefined; to?: string | undefined; interval: PeriodKind }

const DEFAULT_DAYS = 90
const MAX_DAYS = 400
/** Days of cells held at once: a year of a large panel does not fit the memory of a call. */
const DAYS_READ_AT_ONCE = 35

/** @throws Problem invalid_parameter for days that end before they begin, or for too many */
export function daysOfHistory(panel: Panel, { from, to }: HistoryQuery): DayRange {
  const last = to ?? (from !== undefined && from > panel.asOf ? from : panel.asOf)
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS)
  if (first > last) throw refused('from', 'after_to', 'from must not be later than to.')
  if (daysBetween({ from: first, to: last }) >= MAX_DAYS)
    throw refused('from', 'too_many_days', `A history covers at most ${MAX_DAYS} days.`)
  return { from: first, to: last }
}

/** One point a period that `measure` makes something of, oldest first; none lies after the last day with answers. */
export async function pointsOf<Point>(
  panel: Panel,
  query: HistoryQuery,
  read: (days: DayRange) => Promise<DatedCell[]>,
  measure: (cells: DatedCell[], period: DayRange) => Point | null,
): Promise<(Point & DayRange & { complete: boolean })[]> {
  const { from, to } = daysOfHistory(panel, query)
  const last = to < panel.asOf ? to : panel.asOf
  const points: (Point & DayRange & { complete: boolean })[] = []
  if (from > last) return points
  for (const { span, periods } of batchesOf(periodsOf(query.interval, { from, to: last }), DAYS_READ_AT_ONCE)) {
    const cells = await read(span)
    for (const period of periods) {
      // A point of a large panel is some milliseconds of work: nobody else's call waits for all of them.
      await yieldToEventLoop()
      const point = measure(within(cells, period), period)
      if (point) points.push({ ...point, ...period, complete: period.to <= panel.asOf })
    }
  }
  return points
}

/** All days that the points of a history are made of: the first period begins before the days asked for. */
export function spanOfPoints(panel: Panel, query: HistoryQuery): DayRange {
  const days = daysOfHistory(panel, query)
  const periods = periodsOf(query.interval, days)
  return { from: periods[0]?.from ?? days.from, to: periods.at(-1)?.to ?? days.to }
}

/** Cells that know where one entity stood and nothing else of it: all that its score is made of. */
export async function placedCells(
  context: Context,
  panel: Panel,
  entityId: string,
  days: DayRange,
): Promise<DatedCell[]> {
  const { promptIds, platform } = panel
  const filter = { ...days, promptIds, platform, entityId }
  const rows = await placesByDay(context.db, organizationOf(context), panel.brand.id, filter)
  return rows.map(({ places, ...cell }) => ({
    ...cell,
    entities: places ? { [entityId]: { ...emptyEntityCount(), places } } : {},
  }))
}

/** One cell a day that knows how many of its answers name each tracked name: all that a share of voice is made of. */
export async function namedCells(context: Context, panel: Panel, days: DayRange): Promise<DatedCell[]> {
  const { promptIds, platform } = panel
  const filter = { ...days, promptIds, platform, entityIds: entityIdsOf(panel) }
  const rows = await namedByDay(context.db, organizationOf(context), panel.brand.id, filter)
  return rows.map(({ day, answers, simulated, named }) => ({
    day,
    simulated,
    promptId: '',
    platform: platform ?? '',
    outcomes: { ...emptyOutcomes(), ok: answers },
    entities: Object.fromEntries(
      Object.entries(named).map(([entityId, count]) => [entityId, { ...emptyEntityCount(), named: count }]),
    ),
  }))
}

/** What besides the brand changed in these days. */
export async function marksOf(context: Context, panel: Panel, days: DayRange): Promise<Mark[]> {
  const organizationId = organizationOf(context)
  const { platform } = panel
  const [models, prompts, competitors] = await Promise.all([
    modelCounts(context.db, organizationId, panel.brand.id, { ...days, platform }),
    promptChanges(context.db, organizationId, panel.brand.id, days),
    competitorChanges(context.db, organizationId, panel.brand.id, days),
  ])
  return inOrder([...modelMarks(models), ...setMarks('prompts', prompts), ...setMarks('competitors', competitors)])
}
