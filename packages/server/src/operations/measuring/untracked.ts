import { otherNamings, readDays } from '../../engine/measuring/discovery/other-namings.ts'
import type { EntityNames } from '../../engine/reading/names/matcher.ts'
import type { DatedCell } from '../../engine/scoring/report.ts'
import type { DayRange } from '../../engine/scoring/span-score.ts'
import { daysBetween } from '../../engine/scoring/windows.ts'
import { samplePanelAnswers } from '../../store/measuring/answer-samples.ts'
import { listCompetitors } from '../../store/measuring/competitors.ts'
import type { Context } from '../context.ts'
import type { Panel } from '../scoring/panel-query.ts'
import { COMPETITORS_PER_BRAND } from '../accounts/limits.ts'
import { apart, organizationOf } from '../tenant.ts'

/** Texts read for one call: about two seconds of work, in a thread. */
const ANSWERS_READ = 2_000
/** A week is known well from so many of each day. */
const ANSWERS_A_DAY = 85

/** What the answers of some days name beside the tracked names. */
export type Untracked = {
  /** Namings of untracked names in the cells' answers. */
  namingsIn(cells: readonly DatedCell[]): number
  /** How many answers of the days were read. */
  readIn(days: DayRange): number
}

export async function readUntracked(context: Context, panel: Panel, days: DayRange): Promise<Untracked> {
  const organizationId = organizationOf(context)
  const { brand, promptIds, platform } = panel
  const eachDay = Math.max(1, Math.min(ANSWERS_A_DAY, Math.floor(ANSWERS_READ / (daysBetween(days) + 1))))
  const [competitors, sampled] = await apart(context, ({ db }) =>
    Promise.all([
      listCompetitors(db, organizationId, brand.id, { limit: COMPETITORS_PER_BRAND, after: null }),
      samplePanelAnswers(db, organizationId, brand.id, { ...days, promptIds, platform, eachDay }),
    ]),
  )
  const tracked: EntityNames[] = [
    { ...brand, kind: 'brand' },
    ...competitors.map((competitor) => ({ ...competitor, kind: 'competitor' as const })),
  ]
  const { threads } = context.services
  const { value: names, read } = await threads.together(organizationId, 'untracked', tracked, sampled)
  const byDay = readDays(read, names)
  return {
    namingsIn: (cells) => otherNamings(cells, byDay),
    readIn: (span) => [...byDay].reduce((sum, [day, { read }]) => sum + (isWithin(day, span) ? read : 0), 0),
  }
}

const isWithin = (day: string, { from, to }: DayRange): boolean => day >= from && day <= to
