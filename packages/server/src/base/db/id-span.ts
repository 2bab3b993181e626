import { instantOfId, lowestId } from '@sightline/sdk'
import { sql, type RawBuilder } from 'kysely'

export const DAY_MS = 86_400_000
/** An answer is collected at most so long after it was planned, which is when its id was made: `pipeline/measuring/collect.ts` sees to it. */
export const LATEST_DAYS = 28
/** The clock of the process that plans may be ahead of the collecting one's by so much. */
export const EARLIEST_DAYS = 1

/**
 * From the first to the last of some ids: says which months' parts they can lie in. Of a list alone PostgreSQL cannot tell once
 * a statement is prepared, and would look into each part for each id.
 */
export function withinIds(column: string, ids: readonly string[]): RawBuilder<boolean> {
  let [first = '', last = ''] = [ids[0], ids[0]]
  for (const id of ids) {
    if (id < first) first = id
    if (id > last) last = id
  }
  return sql<boolean>`${sql.ref(column)} between ${first} and ${last}`
}

/**
 * The ids that answers of some days can have: says which months' parts they can lie in. Without it a statement about a week
 * looks into every month there ever was.
 * @param days both inclusive, YYYY-MM-DD; undefined: without an end
 */
export function withinDays(
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<boolean> {
  const id = sql.ref(column)
  const first = from !== undefined && sql`${id} >= ${lowestId('answer', Date.parse(from) - LATEST_DAYS * DAY_MS)}`
  const beyond = to !== undefined && sql`${id} < ${lowestId('answer', Date.parse(to) + (EARLIEST_DAYS + 1) * DAY_MS)}`
  return sql<boolean>`(${first || sql`true`} and ${beyond || sql`true`})`
}

/** Whether a planned answer's id is too old, or too far ahead, for what is collected at an instant. */
export function isOutOfTime(slotId: string, at: Date): boolean {
  const now = at.getTime()
  return (
    slotId < lowestId('answer', now - LATEST_DAYS * DAY_MS) || slotId > lowestId('answer', now + EARLIEST_DAYS * DAY_MS)
  )
}

/** The lowest id that can be made so many days before another id was, or before an instant. */
export const daysBefore = (days: number, idOrInstant: string | Date): string =>
  lowestId(
    'answer',
    (typeof idOrInstant === 'string' ? instantOfId(idOrInstant) : idOrInstant.getTime()) - days * DAY_MS,
  )

/** The last day, YYYY-MM-DD, of which no answer has an id above this one. */
export const lastWholeDay = (id: string): string =>
  new Date(instantOfId(id) - (EARLIEST_DAYS + 1) * DAY_MS).toISOString().slice(0, 10)
