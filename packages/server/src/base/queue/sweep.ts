import { sql, type QueryExecutorProvider } from 'kysely'
import { putBack, type PutBack } from './claim.ts'
import { isDead } from './heartbeat.ts'

/** A worker's heartbeat begins before its first claim; this much after a claim it surely shows. */
const GRACE = '400 milliseconds'
/** A job whose claims ended this often in a row with a dead or hung worker is set aside. */
export const MOST_LOSSES = 5
/**
 * A job that was lost more than once waits before it is claimed again: up to 9, 27 and 81 seconds. What died beside the one
 * that its workers die of is then hardly claimed beside it again, and ends.
 */
const BACKOFF_BASE = 3

/**
 * Gives the jobs of dead workers back to the queue. One that was lost so often that it is likely to be what its workers
 * died of is poisoned: nobody claims it until it is released.
 * @param resumable tasks whose jobs take long and keep what they did: they outlast any number of workers, and are never
 * poisoned; the successor that one put off until later goes on with its work at once
 * @returns those jobs: what was being done then may be done twice
 */
export async function reclaimJobs(db: QueryExecutorProvider, resumable: readonly string[] = []): Promise<PutBack[]> {
  return putBack(
    db,
    sql`
      select id, key, claimed_by, claimed_at from job
      -- "Is not null" leads to the index of what is claimed: whatever waits is not read.
      where claimed_by is not null and claimed_by = any(array(
        select holder.claimed_by
        from (select distinct claimed_by from job where claimed_by is not null and claimed_at < now() - ${GRACE}::interval) as holder
        where ${isDead(sql.ref('holder.claimed_by'))}))`,
    // The attempt is given back: after ten of them a failed job waits for six hours.
    sql`attempts = greatest(job.attempts - 1, 0), losses = case when job.task = any(${resumable}::text[]) then 0 else job.losses + 1 end,
      poisoned_at = case when job.losses + 1 >= ${MOST_LOSSES}::int and not job.task = any(${resumable}::text[]) then now() end,
      run_at = case when job.losses = 0 then job.run_at
        else greatest(job.run_at, now()) + (0.5 + random() / 2) * ${BACKOFF_BASE}::int ^ (job.losses + 1) * interval '1 second' end`,
    resumable,
  )
}
