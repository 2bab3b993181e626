import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { dailyResults, type DailyPanel, type DailyResult } from '../../engine/scoring/daily-results.ts'
import { SCORING_VERSION } from '../../engine/scoring/score.ts'
import { addDays } from '../../engine/scoring/windows.ts'
import { mapInSlices } from '../../base/event-loop.ts'
import { nextChange } from '../../base/db/change-clock.ts'
import {
  changePanel,
  dailyResultsOf,
  daysWithRollups,
  saveDailyResults,
  takeStaleDays,
} from '../../store/scoring/daily-results.ts'
import type { Db } from '../../base/db/db.ts'
import { rollupsOf } from '../../store/scoring/rollups.ts'
import { panelPromptIds, platformWeightsOf } from '../../store/scoring/score-inputs.ts'
import { brandEntities } from '../reading/names.ts'

/** A day of a large panel has 2,000 cells; a month of them is held at once. */
const DAYS_AT_ONCE = 31

/**
 * Makes the rows of the daily datasets anew: of the days whose counts changed, or of all days when the prompts, names,
 * weights or definitions did. The stamp is taken once, after the first reading, and holds for all of them.
 */
export async function makeDailyResults(db: Db, organizationId: string, brandId: string): Promise<void> {
  const maker = await queryPanel(db, organizationId, brandId)
  if (!maker) return
  const stale = await takeStaleDays(db, organizationId, brandId)
  const isNewPanel = await changePanel(db, organizationId, brandId, fingerprintOf(maker))
  const days = isNewPanel ? await daysWithRollups(db, organizationId, brandId) : stale
  if (days.length === 0) return
  const changedAt = await nextChange(db, organizationId)
  for (const part of monthsOf(days))
    await saveDailyResults(
      db,
      organizationId,
      brandId,
      part,
      await resultsOf(db, organizationId, maker, part),
      changedAt,
    )
}

/** Days whose stored rows are not those that their counts give now. */
export async function differingDays(db: Db, organizationId: string, brandId: string): Promise<string[]> {
  const maker = await queryPanel(db, organizationId, brandId)
  if (!maker) return []
  const differing: string[] = []
  for (const part of monthsOf(await daysWithRollups(db, organizationId, brandId))) {
    const fresh = Map.groupBy(await resultsOf(db, organizationId, maker, part), ({ day }) => day)
    const stored = Map.groupBy(await dailyResultsOf(db, organizationId, brandId, spanOf(part)), ({ day }) => day)
    differing.push(...part.filter((day) => !isDeepStrictEqual(inOrder(fresh.get(day)), inOrder(stored.get(day)))))
  }
  return differing
}

type Maker = { panel: DailyPanel; promptIds: string[] }

async function queryPanel(db: Db, organizationId: string, brandId: string): Promise<Maker | undefined> {
  const entities = await brandEntities(db, organizationId, brandId)
  if (!entities) return undefined
  return {
    promptIds: await panelPromptIds(db, organizationId, brandId, null),
    panel: {
      brandId,
      entities: entities.map(({ id, kind, name }) => ({ id, kind, name })),
      weights: (await platformWeightsOf(db, organizationId)) ?? {},
    },
  }
}

async function resultsOf(
  db: Db,
  organizationId: string,
  { panel, promptIds }: Maker,
  days: string[],
): Promise<DailyResult[]> {
  const rollups = await rollupsOf(db, organizationId, panel.brandId, { ...spanOf(days), promptIds })
  const byDay = Map.groupBy(rollups, ({ day }) => day)
  return (await mapInSlices(days, (day) => dailyResults(day, byDay.get(day) ?? [], panel))).flat()
}

const spanOf = (days: string[]): { from: string; to: string } => ({ from: days[0] ?? '', to: days.at(-1) ?? '' })

const inOrder = (results: { dataset: string; id: string }[] = []) =>
  results.toSorted((one, other) => (one.dataset + one.id < other.dataset + other.id ? -1 : 1))

/** The days, in parts that reach over a month at most. */
function monthsOf(days: string[]): string[][] {
  const parts: string[][] = []
  for (const day of days) {
    const part = parts.at(-1)
    const first = part?.[0]
    if (part && first !== undefined && day < addDays(first, DAYS_AT_ONCE)) part.push(day)
    else parts.push([day])
  }
  return parts
}

const fingerprintOf = ({ panel, promptIds }: Maker): string =>
  createHash('sha256')
    .update(JSON.stringify([panel, promptIds, SCORING_VERSION]))
    .digest('hex')
