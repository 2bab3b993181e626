import type { DatedCell } from '../../engine/scoring/report.ts'
import { sampleOf } from '../../engine/scoring/score.ts'
import { shownChange, spanScore, within, type DayRange } from '../../engine/scoring/span-score.ts'
import { inSlices } from '../../base/event-loop.ts'
import { changeBeyondRivals } from '../../engine/scoring/beyond-rivals.ts'
import { platformWideInSteps, trend } from '../../engine/scoring/trend.ts'
import { addDays, daysBetween } from '../../engine/scoring/windows.ts'
import type { Handlers } from '../dispatcher.ts'
import { cellsOf, entityIdsOf, queryPanel, standingOf, windowOf, type Panel } from './panel-query.ts'

export const scoreComparisonHandlers: Pick<Handlers, 'compareScores'> = {
  compareScores: async (context, { params, query }) => {
    const panel = await queryPanel(context, params.id, query)
    const later = spanOf(panel, query.b)
    const earlier = query.a === 'previous' ? spanBefore(later, daysBetween(later) + 1) : spanOf(panel, query.a)
    const [before, after] = await Promise.all([cellsOf(context, panel, earlier), cellsOf(context, panel, later)])
    return {
      ...standingOf(panel, [...before, ...after]),
      platform: panel.platform,
      topic: panel.topic,
      a: compared(panel, earlier, before),
      b: compared(panel, later, after),
      overlapDays: overlapOf(earlier, later),
      change: await changeBetween(panel, after, before),
    }
  },
}

/** What moved from one span to another, over the pairs in both; the same numbers as a score's trend. */
export async function changeBetween(panel: Panel, after: readonly DatedCell[], before: readonly DatedCell[]) {
  const { brand, weights } = panel
  const [, ...rivalIds] = entityIdsOf(panel)
  return shownChange(
    trend(after, before, brand.id, { weights }),
    await inSlices(platformWideInSteps(after, before, entityIdsOf(panel), { weights })),
    await inSlices(changeBeyondRivals(after, before, brand.id, rivalIds, weights)),
  )
}

/** So many days that end the day before a span. */
export const spanBefore = ({ from }: DayRange, days: number): DayRange => ({
  from: addDays(from, -days),
  to: addDays(from, -1),
})

/** Two days with two dots between them, or a window that ends with the last day with answers; checked at the edge. */
function spanOf(panel: Panel, text: string): DayRange {
  const [from = '', to] = text.split('..')
  return to === undefined ? windowOf(panel, text).current : { from, to }
}

function compared(panel: Panel, span: DayRange, cells: DatedCell[]) {
  const measured = spanScore(within(cells, span), panel.brand.id, panel.weights)
  return { ...span, ...(measured ?? { ...unmeasured, sample: sampleOf(cells) }) }
}

const unmeasured = { score: null, interval: null, provisional: true, simulated: false }

const overlapOf = (one: DayRange, other: DayRange): number => {
  const from = one.from > other.from ? one.from : other.from
  const to = one.to < other.to ? one.to : other.to
  return from > to ? 0 : daysBetween({ from, to }) + 1
}
