import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Adds a call unless the ceiling is reached, in one statement. @returns calls used after it, or null at the ceiling */
export async function countCall(
  db: Db,
  organizationId: string,
  call: { periodStart: Date; ceiling: number; keyId: string; operation: string; day: string },
): Promise<number | null> {
  const { rows } = await sql<{ calls: number }>`
    with counted as (
      insert into usage_period as period (organization_id, period_start, calls) values (${organizationId}, ${call.periodStart}, 1)
      on conflict (organization_id, period_start) do update set calls = period.calls + 1 where period.calls < ${call.ceiling}
      returning calls
    ), detailed as (
      insert into usage_detail as detail (organization_id, day, key_id, operation, calls)
      select ${organizationId}, ${call.day}::date, ${call.keyId}, ${call.operation}, 1 from counted
      on conflict (organization_id, day, key_id, operation) do update set calls = detail.calls + 1
    )
    select calls from counted`.execute(db)
  return rows[0]?.calls ?? null
}

/** Takes back a call that failed on our side. */
export async function refundCall(
  db: Db,
  organizationId: string,
  call: { periodStart: Date; keyId: string; operation: string; day: string },
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
