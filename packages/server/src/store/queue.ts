import { sql } from 'kysely'
import type { Db } from './database.ts'

/** A job as the queue keeps it; `jobs/kinds.ts` makes them. */
export type JobSpec = {
  task: string
  payload: Record<string, unknown>
  /** At most one waiting job has this key: a second one replaces it. */
  key?: string
  /** Jobs of one queue run one after another. */
  queue?: string
  /** Smaller goes first: the position within its run, so that organizations take turns. */
  priority?: number
  runAt?: Date
  /** From now on by the database's clock, which is the one that wakes jobs; instead of `runAt`. */
  delayMs?: number
}

/** What is planned must survive any fault that passes; the queue waits longer and longer, up to six hours. */
const ATTEMPTS = 1_000
/** The queue keeps priorities in 16 bits. */
const LAST_PRIORITY = 32_000

/**
 * Part of the caller's transaction: the jobs exist if, and only if, their cause does.
 *
 * A job is dropped without a word when another one with its key is taken by a worker between the two statements of
 * `add_jobs`; the taken one may have read before this transaction's effect, and nobody would ever look again. Asked
 * once more, it sees that one as taken and adds a job of its own.
 */
export async function enqueue(db: Db, jobs: JobSpec[]): Promise<void> {
  if (jobs.length === 0) return
  const added = await add(db, jobs)
  if (added < jobs.length)
    await enqueue(
      db,
      jobs.filter(({ key }) => key !== undefined),
    )
}

/** Whether a job of this key waits or runs. */
export async function isJobKept(db: Db, { key }: JobSpec): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_jobs where key = ${key} limit 1`.execute(db)
  return rows.length > 0
}

/** Takes an organization's waiting jobs away. One that runs now ends by itself, and finds nobody. */
export async function dropJobs(db: Db, organizationId: string, queues: string[]): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs where payload->>'organizationId' = ${organizationId} and locked_at is null`.execute(
    db,
  )
  await sql`
    delete from graphile_worker._private_job_queues queue where queue_name = any(${queues})
      and not exists (select from graphile_worker._private_jobs job where job.job_queue_id = queue.id)`.execute(db)
}

async function add(db: Db, jobs: JobSpec[]): Promise<number> {
  const specs = jobs.map((job) => ({
    identifier: job.task,
    payload: job.payload,
    queue_name: job.queue ?? null,
    run_at: job.runAt?.toISOString() ?? null,
    delay_ms: job.delayMs ?? null,
    max_attempts: ATTEMPTS,
    job_key: job.key ?? null,
    priority: Math.min(job.priority ?? 0, LAST_PRIORITY),
    // Whose it is, for a runner that keeps places for others (`jobs/shares.ts`).
    flags: 'organizationId' in job.payload ? [job.payload['organizationId']] : null,
  }))
  // Counting the function's rows keeps PostgreSQL from sending them all back.
  const { rows } = await sql<{ added: number }>`
    select count(*) as added from graphile_worker.add_jobs(array(
      select row(identifier, payload, queue_name, coalesce(run_at, now() + delay_ms * interval '1 millisecond'), max_attempts,
        job_key, priority, flags)::graphile_worker.job_spec
      from jsonb_to_recordset(${JSON.stringify(specs)}::jsonb) as spec (
        identifier text, payload json, queue_name text, run_at timestamptz, delay_ms float8, max_attempts smallint, job_key text, priority smallint, flags text[])
    ))`.execute(db)
  return rows[0]?.added ?? 0
}

/** Takes a waiting job back; one that is being done is done. */
export async function dropJob(db: Db, { key }: JobSpec): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db)
}

/**
 * A job that runs while another one with its key is asked for loses its key and its further attempts to that one. Should
 * it fail then, nobody would ever try it or take it away.
 * @returns how many were left behind
 */
export async function dropSuperseded(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from graphile_worker._private_jobs where key is null and attempts >= max_attempts and locked_at is null returning id`.execute(
    db,
  )
  return rows.length
}

/** How a task's jobs stand, of all organizations. */
export type TaskStanding = { task: string; due: number; later: number; running: number; oldestSeconds: number }

export async function queueStanding(db: Db): Promise<TaskStanding[]> {
  const { rows } = await sql<TaskStanding>`
    select task.identifier as task,
      count(*) filter (where job.locked_at is null and job.run_at <= now()) as due,
      count(*) filter (where job.locked_at is null and job.run_at > now()) as later,
      count(*) filter (where job.locked_at is not null) as running,
      coalesce(extract(epoch from now() - min(job.run_at) filter (where job.locked_at is null and job.run_at <= now())), 0)::float8
        as "oldestSeconds"
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    group by task.identifier order by 1`.execute(db)
  return rows
}
