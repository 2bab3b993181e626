import { setImmediate as nextTurn } from 'node:timers/promises'
import { otherNamings, readDays } from '../engine/discovery/other-namings.ts'
import { untrackedNames } from '../engine/discovery/untracked.ts'
import type { EntityNames } from '../engine/names/book.ts'
import type { DatedCell } from '../engine/scoring/report.ts'
import type { Span } from '../engine/scoring/span-score.ts'
import { daysBetween } from '../engine/scoring/windows.ts'
import { samplePanelAnswers } from '../store/answer-samples.ts'
import { listCompetitors } from '../store/competitors.ts'
import type { Context } from './context.ts'
import type { Panel } from './measured.ts'
import { COMPETITORS_PER_BRAND } from './limits.ts'
import { organizationOf } from './tenant.ts'

/** Texts read for one call: about two seconds of work, in which others have their turn. */
const ANSWERS_READ = 2_000
/** A week is known well from so many of each day. */
const ANSWERS_A_DAY = 85

/** What the answers of some days name beside the tracked names. */
export type Untracked = {
  /** Namings of untracked names in the cells' answers. */
  namingsIn(cells: readonly DatedCell[]): number
  /** How many answers of the days were read. */
  readIn(days: Span): number
}

export async function readUntracked(context: Context, panel: Panel, days: Span): Promise<Untracked> {
  const organizationId = organizationOf(context)
  const { brand, promptIds, platform } = panel
  const eachDay = Math.max(1, Math.min(ANSWERS_A_DAY, Math.floor(ANSWERS_READ / (daysBetween(days) + 1))))
  const [competitors, read] = await Promise.all([
    listCompetitors(context.db, organizationId, brand.id, { limit: COMPETITORS_PER_BRAND, after: null }),
    samplePanelAnswers(context.db, organizationId, brand.id, { ...days, promptIds, platform, eachDay }),
  ])
  const tracked: EntityNames[] = [
    { ...brand, kind: 'brand' },
    ...competitors.map((competitor) => ({ ...competitor, kind: 'competitor' as const })),
  ]
  const steps = untrackedNames(read, tracked)
  let step = steps.next()
  while (!step.done) {
    await nextTurn()
    step = steps.next()
  }
  const byDay = readDays(read, step.value)
  return {
    namingsIn: (cells) => otherNamings(cells, byDay),
    readIn: (span) => [...byDay].reduce((sum, [day, { read }]) => sum + (isWithin(day, span) ? read : 0), 0),
  }
}

const isWithin = (day: string, { from, to }: Span): boolean => day >= from && day <= to
