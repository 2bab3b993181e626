import { CompiledQuery } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import type { AskedScore, CountedCall, FoundScore } from './usage.ts'

/** Calls of one organization that are alike in everything. */
export type CallBatch = {
  organizationId: string
  periodStart: Date
  ceiling: number
  call: CountedCall
  calls: number
  asked: AskedScore | null
}
/** Calls of the period before and after these, and the score as it stood then, where one was asked for. */
export type CountedAlike = { before: number; after: number; score: FoundScore }

/**
 * Counts calls of many organizations up to their ceilings, and looks at the scores that they are about, in one statement
 * that commits by itself and waits for nobody's rows.
 * @param db of many tenants: the statement sets each of them for itself
 * @returns in the same order; undefined where rows are locked or not there yet: `countCalls` waits for the ones and makes the others
 */
export async function countCallsOfMany(db: Db, groups: CallBatch[]): Promise<(CountedAlike | undefined)[]> {
  const asked = groups.map(({ organizationId, periodStart, ceiling, call, calls, asked: score }, place) => ({
    place,
    organization_id: organizationId,
    period_start: periodStart,
    ceiling,
    day: call.day,
    key_id: call.keyId,
    operation: call.operation,
    calls,
    brand_id: score?.brandId ?? null,
    time_window: score?.timeWindow ?? null,
    version: score?.version ?? null,
  }))
  const { rows } = await db.executeQuery<{ place: number; before: number; after: number } & FoundScore>(
    CompiledQuery.raw('select place, before, after, version, score as text from count_calls($1)', [
      JSON.stringify(asked),
    ]),
  )
  const counted: (CountedAlike | undefined)[] = groups.map(() => undefined)
  for (const { place, before, after, version, text } of rows)
    counted[place] = { before, after, score: { version, text } }
  return counted
}
