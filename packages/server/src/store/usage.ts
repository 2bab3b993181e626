import { sql } from 'kysely'
import type { Db } from './database.ts'
import { callsSubject } from './notices.ts'

/** One call to be counted. */
export type CountedCall = { keyId: string; operation: string; day: string }

/**
 * Counts calls up to the ceiling, as many as fit, the first ones first, in one statement that commits by itself; the one
 * that brings the period to 80 or 100 percent leaves a notice with it.
 * @returns calls of the period before and after it; undefined when the period's row is not there yet
 */
export async function countCalls(
  db: Db,
  organizationId: string,
  { periodStart, ceiling, calls }: { periodStart: Date; ceiling: number; calls: CountedCall[] },
): Promise<{ before: number; after: number } | undefined> {
  const { rows } = await sql<{ before: number; after: number }>`
    with before as (
      select calls from usage_period
      where organization_id = ${organizationId} and period_start = ${periodStart} for update
    ), counted as (
      update usage_period set calls = greatest(before.calls, least(before.calls + ${calls.length}, ${ceiling})) from before
      where organization_id = ${organizationId} and period_start = ${periodStart}
      returning before.calls as before, usage_period.calls as after
    ), detailed as (
      insert into usage_detail as detail (organization_id, day, key_id, operation, calls)
      select ${organizationId}, day, key_id, operation, count(*)
      from counted, unnest(${calls.map(({ day }) => day)}::date[], ${calls.map(({ keyId }) => keyId)}::text[],
                           ${calls.map(({ operation }) => operation)}::text[]) with ordinality as call (day, key_id, operation, place)
      where place <= after - before
      group by day, key_id, operation
      order by day, key_id, operation
      on conflict (organization_id, day, key_id, operation) do update set calls = detail.calls + excluded.calls
    ), noticed as (
      insert into notice (organization_id, kind, subject, at, facts)
      select ${organizationId}, 'calls_' || share, ${callsSubject(periodStart, ceiling)}, now(),
        jsonb_build_object('used', after, 'limit', ${ceiling}::int)
      from counted, unnest(array[80, 100]) as share
      where before * 100 < share * ${ceiling}::int and after * 100 >= share * ${ceiling}::int
      on conflict do nothing
    )
    select before, after from counted`.execute(db)
  return rows[0]
}

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
  await sql`
    with refunded as (
      update usage_period set calls = greatest(calls - 1, 0)
      where organization_id = ${organizationId} and period_start = ${call.periodStart}
    )
    update usage_detail set calls = greatest(calls - 1, 0)
    where organization_id = ${organizationId} and day = ${call.day}::date and key_id = ${call.keyId} and operation = ${call.operation}`.execute(
    db,
  )
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
