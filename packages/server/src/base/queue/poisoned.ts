import { sql, type QueryExecutorProvider } from 'kysely'
import { newestPerKey } from './claim.ts'
import { JOBS_CHANNEL } from './jobs.ts'

export type PoisonedJob = {
  id: string
  task: string
  organizationId: string | null
  payload: Record<string, unknown>
  poisonedAt: Date
}

/** Jobs that were set aside because every worker that claimed them died or hung; oldest first. */
export async function listPoisonedJobs(db: QueryExecutorProvider): Promise<PoisonedJob[]> {
  const { rows } = await sql<PoisonedJob>`
    select id::text as id, task, organization_id as "organizationId", payload, poisoned_at as "poisonedAt"
    from job where poisoned_at is not null order by poisoned_at, id`.execute(db)
  return rows
}

/**
 * Lets poisoned jobs be claimed again, as if no worker had been lost to them. One whose key another job waits with is
 * dropped, as that one does its work.
 * @param ids all of them when left out
 * @returns how many were released or dropped
 */
export async function releasePoisonedJobs(db: QueryExecutorProvider, ids?: readonly string[]): Promise<number> {
  const { rows } = await sql<{ released: number }>`
    with chosen as materialized (
      select id, key, task from job where poisoned_at is not null and (${ids ?? null}::bigint[] is null or id = any(${ids ?? null}::bigint[]))
      for update
    ), kept as materialized (${newestPerKey('chosen')}), dropped as (
      delete from job where id = any(array(select id from chosen except select id from kept))
    ), released as (
      update job set poisoned_at = null, losses = 0, run_at = least(run_at, now()) where id = any(array(select id from kept))
    )
    select (select count(*)::int from chosen) as released,
      pg_notify(${JOBS_CHANNEL}, (select coalesce(string_agg(distinct task, ' '), '') from chosen))`.execute(db)
  return rows[0]?.released ?? 0
}
