import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isDead } from './presence.ts'

/** Jobs that somebody has room for. */
export type Look = {
  tasks: readonly string[]
  atMost: number
  /** Organizations whose jobs stay in the queue for now. */
  exceptOf: readonly string[]
}

export type TakenJob = {
  id: string
  task: string
  payload: unknown
  /** This one included. */
  attempts: number
  /** Whether the end of this one opens a queue to others. */
  isInQueue: boolean
}

export type Haul = {
  jobs: TakenJob[]
  /** Those among them that wait for another of the same look, too: as many as were asked for when there may be more. */
  found: number
}

type Row = { place: number } & { [Fact in keyof TakenJob]: TakenJob[Fact] | null } & { id: string; isInQueue: boolean }

/**
 * Of what waits for a task, so many are looked at: a place that is kept for newcomers is looked for again and again, and
 * whoever has ten thousand jobs waiting would let each of these looks read them all. A newcomer's first job stands in front
 * of them (`store/queue.ts`).
 */
const NEAREST = 1_000
/** Found besides those that are asked for: others may be taking the first of them at this very moment. */
const SPARE = 50

/**
 * Takes what is due for several who look, in one statement: the smallest priority first, of each queue one job, and only
 * while no other one of it runs. Rows that others are taking are passed over, so nobody waits for anybody. Found task by
 * task (`sightline_looks` is the index), then locked: what waits for other tasks, or until later, is not read.
 * @returns a haul a look, in the same order
 */
export async function takeJobs(db: Db, workerId: string, looks: readonly Look[]): Promise<Haul[]> {
  const asked = looks.map(({ tasks, atMost, exceptOf }, place) => ({
    place,
    tasks,
    at_most: atMost,
    except_of: exceptOf,
  }))
  const { rows } = await sql<Row>`
    with look as materialized (
      select place, at_most, except_of, array(select id from graphile_worker._private_tasks where identifier = any(tasks)) as task_ids
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (place int, tasks text[], at_most int, except_of text[])
    ), due as materialized (
      select look.place, nearest.id, nearest.priority, nearest.run_at
      from look cross join lateral (
        select job.id, job.priority, job.run_at
        from unnest(look.task_ids) as of_task (task_id) cross join lateral (
          select id, priority, run_at from (
            select id, priority, run_at, job_queue_id, flags from graphile_worker._private_jobs as job
            where job.is_available and job.task_id = of_task.task_id and job.run_at <= now()
            order by job.priority, job.run_at limit ${NEAREST}) as job
          where (job.flags ?| look.except_of) is not true
            -- A value, not "exists": the queues of everybody would be read to answer for all at once.
            and (job.job_queue_id is null
              or (select queue.is_available from graphile_worker._private_job_queues as queue where queue.id = job.job_queue_id))
          order by job.priority, job.run_at limit look.at_most + ${SPARE}) as job
        order by job.priority, job.run_at limit look.at_most + ${SPARE}) as nearest
    ), found as materialized (
      select look.place, job.id, job.job_queue_id, job.priority, job.run_at
      from look cross join lateral (
        select job.id, job.job_queue_id, job.priority, job.run_at
        from due join graphile_worker._private_jobs as job on job.id = due.id
        where due.place = look.place and job.is_available
          -- Only of the jobs that are looked at: the library locks every queue that there is.
          and (job.job_queue_id is null or exists (
            select from graphile_worker._private_job_queues as queue where queue.id = job.job_queue_id and queue.is_available
            for update skip locked))
        order by due.priority, due.run_at limit look.at_most
        for update of job skip locked
      ) as job
    ), first as materialized (
      select distinct on (coalesce(job_queue_id, -id)) id, job_queue_id from found
      order by coalesce(job_queue_id, -id), priority, run_at, id
    ), closed as (
      update graphile_worker._private_job_queues as queue set locked_by = ${workerId}, locked_at = now()
      -- By a list: joined, it is believed to be long, and all queues and jobs there are would be read for it.
      where queue.id = any(array(select job_queue_id from first))
    ), taken as (
      update graphile_worker._private_jobs as job set attempts = job.attempts + 1, locked_by = ${workerId}, locked_at = now()
      where job.id = any(array(select id from first)) returning job.id, job.task_id, job.payload, job.attempts
    )
    select found.place, found.id::text as id, task.identifier as task, taken.payload, taken.attempts,
      found.job_queue_id is not null as "isInQueue"
    from found left join taken on taken.id = found.id left join graphile_worker._private_tasks as task on task.id = taken.task_id
    order by found.priority, found.run_at, found.id`.execute(db)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return looks.map((_, place) => {
    const found = byPlace.get(place) ?? []
    const jobs = found.flatMap(({ id, task, payload, attempts, isInQueue }) =>
      task === null || attempts === null ? [] : [{ id, task, payload, attempts, isInQueue }],
    )
    return { jobs, found: found.length }
  })
}

/**
 * Ends jobs that are done. One that somebody is changing, by asking for another one with its key, is left: a transaction
 * that asks for several, and several ends, would wait for each other.
 * @returns the ids of those that were left, to be ended again
 */
export async function endJobs(db: Db, workerId: string, jobIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with mine as materialized (
      select id from graphile_worker._private_jobs where id = any(${jobIds}::bigint[]) and locked_by = ${workerId}
    ), free as materialized (
      select id, job_queue_id from graphile_worker._private_jobs
      where id = any(${jobIds}::bigint[]) and locked_by = ${workerId} for update skip locked
    ), opened as (
      update graphile_worker._private_job_queues as queue set locked_by = null, locked_at = null
      from free where queue.id = free.job_queue_id and queue.locked_by = ${workerId}
    ), ended as (
      delete from graphile_worker._private_jobs as job using free where job.id = free.id
    )
    select id::text as id from mine where id not in (select id from free)`.execute(db)
  return rows.map(({ id }) => id)
}

export type Failure = {
  /** Of the job. */
  id: string
  message: string
  /** Whether the database was away: that is not the job's fault, and does not count as an attempt. */
  isPassing: boolean
}

/**
 * Puts jobs that failed off, each for longer the oftener it was tried: 3 seconds first, six hours from the tenth time; and
 * for 3 seconds what failed because the database was away, so that all goes on soon after it is back.
 */
export async function failJobs(db: Db, workerId: string, failures: readonly Failure[]): Promise<void> {
  await sql`
    with failed as (
      update graphile_worker._private_jobs as job set last_error = failure.message, locked_by = null, locked_at = null,
        attempts = job.attempts - case when failure."isPassing" then 1 else 0 end,
        run_at = greatest(now(), job.run_at)
          + exp(case when failure."isPassing" then 1 else least(job.attempts, 10) end) * interval '1 second'
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as failure (id bigint, message text, "isPassing" boolean)
      where job.id = failure.id and job.locked_by = ${workerId} returning job.job_queue_id
    )
    update graphile_worker._private_job_queues as queue set locked_by = null, locked_at = null
    from failed where queue.id = failed.job_queue_id and queue.locked_by = ${workerId}`.execute(db)
}

/** The jobs that a worker has had for so long; ids as text. */
export async function jobsHeldBy(db: Db, workerId: string, heldForMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker._private_jobs
    where locked_by = ${workerId} and locked_at <= now() - ${heldForMs}::int * interval '1 millisecond'`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Puts jobs of a worker back as if nobody had taken them.
 * @param heldForMs one that it has had for less, as it was taken anew meanwhile, stays
 * @returns how many
 */
export async function returnJobs(db: Db, workerId: string, jobIds: readonly string[], heldForMs = 0): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    with returned as (
      update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0), locked_by = null, locked_at = null
      where id = any(${jobIds}::bigint[]) and locked_by = ${workerId}
        and locked_at <= now() - ${heldForMs}::int * interval '1 millisecond' returning job_queue_id
    ), opened as (
      update graphile_worker._private_job_queues as queue set locked_by = null, locked_at = null
      from returned where queue.id = returned.job_queue_id and queue.locked_by = ${workerId}
    )
    select count(*)::int as jobs from returned`.execute(db)
  return rows[0]?.jobs ?? 0
}

/** A worker takes its lock when it is made; this much later it surely has it. */
const GRACE = '400 milliseconds'

/**
 * Gives the jobs of workers that died back to the queue, which itself would wait for four hours; and opens queues that are
 * held without a job.
 * @returns the tasks of those jobs: what was being done then may be done twice
 */
export async function freeDeadWorkers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tasks: string[] }>`
    with holder as (
      -- "Is not null" leads to the index of what is held: whatever waits is not read (\`migrate.ts\`).
      select locked_by from graphile_worker._private_jobs where locked_by is not null and locked_at < now() - ${GRACE}::interval
      union
      select locked_by from graphile_worker._private_job_queues where locked_by is not null and locked_at < now() - ${GRACE}::interval
    ), dead as (
      select locked_by from holder where ${isDead(sql.ref('locked_by'))}
    ), freed as (
      -- The attempt is given back: after ten of them the queue lets six hours pass before it tries a job again.
      update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
      where locked_by = any(array(select locked_by from dead)) returning task_id
    ), opened as (
      update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
      where locked_by is not null and (locked_by = any(array(select locked_by from dead))
        -- Both are locked and let go in one statement. But where a worker that was cut off ends a job that another has taken
        -- over, the other one's end finds no job, and the library leaves it the queue for good.
        or (locked_at < now() - ${GRACE}::interval and not exists (
          select from graphile_worker._private_jobs as job where job.job_queue_id = queue.id and job.locked_by is not null)))
      returning id
    )
    select (select coalesce(array_agg(identifier order by identifier), '{}') from freed
      join graphile_worker._private_tasks as task on task.id = freed.task_id) as tasks,
      (select count(*) from opened)`.execute(db)
  return rows[0]?.tasks ?? []
}
