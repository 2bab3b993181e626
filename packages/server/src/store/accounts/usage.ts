import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/** One call to be counted. */
export type CountedCall = { keyId: string; operation: string; day: string }

/** A score that a call is about, and the version of it that the process remembers. */
export type AskedScore = { brandId: string; timeWindow: string; version: string | null }
/** Null: there is no such score. Without a text it is the version that was asked with. */
export type FoundScore = { version: string | null; text: string | null }

type Count = { periodStart: Date; ceiling: number; calls: CountedCall[]; scores?: AskedScore[] }
type Counted = {
  /** Calls of the period before and after these. */
  before: number
  after: number
  /** In the order in which they were asked for. */
  scores: FoundScore[]
}

/**
 * Counts calls up to the ceiling, as many as fit, the first ones first, and looks at the scores that they are about, in one
 * statement that commits by itself: whoever began before it reads what was committed before it.
 * @returns undefined when the period's row is not there yet
 */
export async function countCalls(
  db: Db,
  organizationId: string,
  { periodStart, ceiling, calls, scores = [] }: Count,
): Promise<Counted | undefined> {
  const [first] = calls
  const isAlike = first !== undefined && calls.every((call) => isSameDetail(call, first))
  const detail = isAlike
    ? [first.day, first.keyId, first.operation]
    : [calls.map(({ day }) => day), calls.map(({ keyId }) => keyId), calls.map(({ operation }) => operation)]
  const asked =
    scores.length === 0
      ? []
      : [
          scores.map(({ brandId }) => brandId),
          scores.map(({ timeWindow }) => timeWindow),
          scores.map(({ version }) => version),
        ]
  const text = COUNT[isAlike ? 'alike' : 'mixed'][asked.length === 0 ? 'alone' : 'withScores']
  const query = CompiledQuery.raw(text, [organizationId, periodStart, calls.length, ceiling, ...detail, ...asked])
  const { rows } = await db.executeQuery<{ before: number; after: number } & FoundScore>(query)
  const [counted] = rows
  return counted && { before: counted.before, after: counted.after, scores: asked.length === 0 ? [] : rows }
}

const isSameDetail = (one: CountedCall, other: CountedCall): boolean =>
  one.keyId === other.keyId && one.operation === other.operation && one.day === other.day

/** Written out, and one for calls that are alike, which most are: to group them takes the server as long as all the rest. */
const COUNT = (() => {
  const head = `
    with before as (
      select calls from usage_period where organization_id = $1 and period_start = $2 for update
    ), counted as (
      update usage_period set calls = greatest(before.calls, least(before.calls + $3::int, $4::int)) from before
      where organization_id = $1 and period_start = $2
      returning before.calls as before, usage_period.calls as after
    ), detailed as (
      insert into usage_detail as detail (organization_id, day, key_id, operation, calls)`
  const onConflict = `
      on conflict (organization_id, day, key_id, operation) do update set calls = detail.calls + excluded.calls
    )`
  const alike = `
      select $1, $5::date, $6::text, $7::text, after - before from counted where after > before`
  const mixed = `
      select $1, day, key_id, operation, count(*)
      from counted, unnest($5::date[], $6::text[], $7::text[]) with ordinality as call (day, key_id, operation, place)
      where place <= after - before
      group by day, key_id, operation
      order by day, key_id, operation`
  const alone = `
    select before, after from counted`
  const withScores = `
    select before, after, found.version, found.text
    from counted cross join (
      -- By itself: Citus 13.2 crashes where this is joined beside statements that write.
      select asked.place, current_score.version,
        case when current_score.version is distinct from asked.version then current_score.score end as text
      from unnest($8::text[], $9::text[], $10::text[]) with ordinality as asked (brand_id, time_window, version, place)
      left join current_score on current_score.organization_id = $1 and current_score.brand_id = asked.brand_id
        and current_score.time_window = asked.time_window
    ) as found
    order by place`
  return {
    alike: {
      alone: head + alike + onConflict + alone,
      withScores: head + alike + onConflict + withScores,
    },
    mixed: {
      alone: head + mixed + onConflict + alone,
      withScores: head + mixed + onConflict + withScores,
    },
  }
})()

/** Several processes may begin a period at once; one of them makes its row. */
export async function beginPeriod(db: Db, organizationId: string, periodStart: Date): Promise<void> {
  await db
    .insertInto('usage_period')
    .values({ organization_id: organizationId, period_start: periodStart })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes back a call that failed on our side. */
export async function refundCall(
  db: Db,
  organizationId: string,
  call: CountedCall & { periodStart: Date },
): Promise<void> {
  // Named as the source of the second change, the first one comes first: the period before its detail, as in counting, so
  // that neither waits for what the other holds.
  await sql`
    with refunded as (
      update usage_period set calls = greatest(calls - 1, 0)
      where organization_id = ${organizationId} and period_start = ${call.periodStart}
      returning organization_id
    )
    update usage_detail set calls = greatest(usage_detail.calls - 1, 0) from refunded
    where usage_detail.organization_id = ${organizationId} and usage_detail.organization_id = refunded.organization_id
      and day = ${call.day}::date and key_id = ${call.keyId} and operation = ${call.operation}`.execute(db)
}

export async function usedInPeriod(
  db: Db,
  organizationId: string,
  periodStart: Date,
): Promise<{ calls: number; answers: number }> {
  const row = await db
    .selectFrom('usage_period')
    .select(['calls', 'answers'])
    .where('organization_id', '=', organizationId)
    .where('period_start', '=', periodStart)
    .executeTakeFirst()
  return row ?? { calls: 0, answers: 0 }
}

/** Reserves answers of the period up to its ceiling, all or none. @returns answers used after it, or null when they do not fit */
export async function reserveAnswers(
  db: Db,
  organizationId: string,
  periodStart: Date,
  answers: number,
  ceiling: number,
): Promise<number | null> {
  if (answers > ceiling) return null
  const { rows } = await sql<{ answers: number }>`
    insert into usage_period as period (organization_id, period_start, answers) values (${organizationId}, ${periodStart}, ${answers})
    on conflict (organization_id, period_start) do update set answers = period.answers + excluded.answers
      where period.answers + excluded.answers <= ${ceiling}
    returning answers`.execute(db)
  return rows[0]?.answers ?? null
}

export type UsageDetail = { day: string; keyId: string; keyName: string | null; operation: string; calls: number }

/** Calls since the start of a period by day, key and operation. */
export async function usageDetail(db: Db, organizationId: string, sinceDay: string): Promise<UsageDetail[]> {
  const { rows } = await sql<UsageDetail>`
    select detail.day::text as day, detail.key_id as "keyId", api_key.name as "keyName", detail.operation, detail.calls
    from usage_detail detail left join api_key on api_key.organization_id = detail.organization_id and api_key.id = detail.key_id
    where detail.organization_id = ${organizationId} and detail.day >= ${sinceDay}::date and detail.calls > 0
    order by 1, 2, 4`.execute(db)
  return rows
}

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
type CountedAlike = { before: number; after: number; score: FoundScore }

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
