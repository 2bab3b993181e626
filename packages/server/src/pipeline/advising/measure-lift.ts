import type { MeasuredLift } from '@sightline/sdk'
import { measuringLift, type MeasuredEffect } from '../../engine/advising/recommending/measured-lift.ts'
import { oneDecimal, rounded } from '../../engine/scoring/report.ts'
import type { DayRange } from '../../engine/scoring/span-score.ts'
import { addDays } from '../../engine/scoring/windows.ts'
import { inSlices } from '../../base/event-loop.ts'
import type { Db } from '../../base/db/db.ts'
import { unmeasuredRecommendations, type DoneRecommendation } from '../../store/advising/measured-lifts.ts'
import { rollupsOf } from '../../store/scoring/rollups.ts'
import type { ReadMarket } from './market.ts'

/** A first measurement after a week, the default window of a score; again with each scoring until four weeks are full. */
const FIRST_DAYS = 7
const FULL_DAYS = 28
/** At once; the others follow with the next scoring. */
const MOST_AT_ONCE = 20

/** What became of the composite where the brand did as advised: four weeks before against what is full after. */
export async function measureDone(
  db: Db,
  organizationId: string,
  market: ReadMarket,
): Promise<{ id: string; lift: MeasuredLift }[]> {
  const done = await unmeasuredRecommendations(db, organizationId, market.brand.id, {
    to: addDays(market.asOf, -FIRST_DAYS),
    limit: MOST_AT_ONCE,
  })
  const lifts: { id: string; lift: MeasuredLift }[] = []
  for (const recommendation of done) {
    const spans = spansAround(recommendation.doneDay, market.asOf)
    const cellsOf = ({ from, to }: DayRange) =>
      rollupsOf(db, organizationId, market.brand.id, { from, to, promptIds: market.promptIds })
    const [before, after] = [await cellsOf(spans.before), await cellsOf(spans.after)]
    const lift = measuringLift({
      brandId: market.brand.id,
      rivalIds: market.rivals.map(({ id }) => id),
      weights: market.weights,
      cells: recommendation.cells,
      before,
      after,
    })
    const measured = await inSlices(lift)
    if (measured) lifts.push({ id: recommendation.id, lift: toldOf(measured, recommendation, spans) })
  }
  return lifts
}

type Spans = { before: DayRange; after: DayRange; isFinal: boolean }

/** The day itself is in neither: nobody knows at which hour the change took effect. */
function spansAround(doneDay: string, asOf: string): Spans {
  const full = addDays(doneDay, FULL_DAYS)
  return {
    before: { from: addDays(doneDay, -FULL_DAYS), to: addDays(doneDay, -1) },
    after: { from: addDays(doneDay, 1), to: asOf < full ? asOf : full },
    isFinal: asOf >= full,
  }
}

function toldOf(measured: MeasuredEffect, { liftLow, liftHigh }: DoneRecommendation, spans: Spans): MeasuredLift {
  const points = oneDecimal(measured.points)
  const { composite } = measured
  return {
    points,
    interval: rounded(measured.interval),
    significant: measured.interval[0] > 0 || measured.interval[1] < 0,
    composite: {
      points: composite.delta,
      interval: rounded(composite.interval),
      significant: composite.significant,
    },
    platformWide: measured.platformWide === null ? null : oneDecimal(measured.platformWide),
    ...spans,
    cells: measured.cells,
    insideRange: points >= liftLow && points <= liftHigh,
  }
}
