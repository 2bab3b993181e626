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
  /** Smaller goes first. Left out, it is the job's place in its organization's own line, so that organizations take turns. */
  priority?: number
  runAt?: Date
  /** From now on by the database's clock, which is the one that wakes jobs; instead of `runAt`. */
  delayMs?: number
}

/** Where who works hears which tasks have jobs that are due: the queue's own channel names none, and would wake everybody. */
export const JOBS_CHANNEL = 'sightline:jobs'

/** What is planned must survive any fault that passes; the queue waits longer and longer, up to six hours. */
const ATTEMPTS = 1_000
/** The queue keeps priorities in 16 bits. */
const LAST_PRIORITY = 32_000
/** Of an organization's own line: who stands behind so many stands behind everybody. */
const LAST_PLACE = 29_000

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

/**
 * A job's place in its organization's own line, by task, is its priority: whoever has a thousand jobs waiting stands with the
 * last of them behind the first thousand of everybody else, in one run or in a hundred (reliability.md B13).
 */
async function add(db: Db, jobs: JobSpec[]): Promise<number> {
  const specs = jobs.map((job) => ({
    identifier: job.task,
    payload: job.payload,
    queue_name: job.queue ?? null,
    run_at: job.runAt?.toISOString() ?? null,
    delay_ms: job.delayMs ?? null,
    job_key: job.key ?? null,
    priority: job.priority === undefined ? null : Math.min(job.priority, LAST_PRIORITY),
  }))
  const due = jobs.filter(({ runAt, delayMs = 0 }) => runAt === undefined && delayMs <= 0).map(({ task }) => task)
  // Counting the function's rows keeps PostgreSQL from sending them all back.
  const { rows } = await sql<{ added: number }>`
    with spec as (
      select *, payload->>'organizationId' as organization_id
      from rows from (jsonb_to_recordset(${JSON.stringify(specs)}::jsonb) as (
        identifier text, payload json, queue_name text, run_at timestamptz, delay_ms float8, job_key text, priority smallint
      )) with ordinality as given (identifier, payload, queue_name, run_at, delay_ms, job_key, priority, place)
    ), line as (
      select wanted.identifier, wanted.organization_id, (
        select count(*) from (
          select from graphile_worker._private_jobs job
          where job.is_available and job.payload->>'organizationId' = wanted.organization_id and job.task_id = task.id
            and job.key is distinct from wanted.own_key
          limit ${LAST_PLACE}) as waiting
        ) as length
      -- A job that takes its own place again does not stand behind itself.
      from (select identifier, organization_id, case when count(*) = 1 then min(job_key) end as own_key from spec
            where priority is null and organization_id is not null group by 1, 2) as wanted
      join graphile_worker._private_tasks task on task.identifier = wanted.identifier
    )
    select count(*) as added, pg_notify(${JOBS_CHANNEL}, ${[...new Set(due)].join(' ')}) from graphile_worker.add_jobs(array(
      select row(identifier, payload, queue_name, coalesce(run_at, now() + delay_ms * interval '1 millisecond'), ${ATTEMPTS}::int,
        job_key, coalesce(priority, least(coalesce(line.length, 0) + ahead, ${LAST_PLACE})),
        -- Whose it is, for lanes that keep a place for others (jobs/shares.ts).
        case when organization_id is not null then array[organization_id] end)::graphile_worker.job_spec
      from (select *, row_number() over (partition by identifier, organization_id order by place) - 1 as ahead from spec) as asked
      left join line using (identifier, organization_id) order by place
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
