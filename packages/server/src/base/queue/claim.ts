import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { isUniqueViolation } from '../db/errors.ts'
import { WAITING } from './jobs.ts'

/** What a pool of workers has room for. */
export type ClaimRequest = {
  tasks: readonly string[]
  limit: number
  /** Organizations whose jobs stay in the queue for now. */
  exceptOf: readonly string[]
}

export type ClaimedJob = {
  id: string
  task: string
  payload: unknown
  /** This one included. */
  attempts: number
  /** Whether others of its queue wait for its end. */
  isInQueue: boolean
}

/** What was claimed for one request. */
export type Batch = {
  jobs: ClaimedJob[]
  /** Jobs that were due, with those that wait for another of the same batch: as many as `limit` when there may be more. */
  found: number
}

type Row = { place: number } & { [Fact in keyof ClaimedJob]: ClaimedJob[Fact] | null } & {
  id: string
  isInQueue: boolean
}

/**
 * Of what waits for a task, so many are looked at: a place that is kept for newcomers is asked for again and again, and
 * whoever has ten thousand jobs waiting would let each of these claims read them all. A newcomer's first job stands in front
 * of them (`enqueue`).
 */
const NEAREST = 1_000
/** Found besides those that are asked for: others may be claiming the first of them at this moment. */
const SPARE = 50
/** Advisory locks of this class are held by a claim for the queues that it claims from. */
const QUEUE_LOCK_CLASS = 78
/** Two claims can meet in a queue once; that they do so again and again has another cause. */
const MOST_TRIES = 5

/**
 * Claims what is due for several requests in one statement: the smallest priority first, of each queue one job, and only
 * while no other one of it runs. Rows that others are claiming are passed over, so nobody waits. Found task by task
 * (`job_due`), then locked: what waits for other tasks, or until later, is not read.
 * @returns a batch a request, in the same order
 */
export async function claimJobs(
  db: QueryExecutorProvider,
  workerId: string,
  requests: readonly ClaimRequest[],
): Promise<Batch[]> {
  for (let tries = 1; ; tries += 1)
    try {
      return await claimOnce(db, workerId, requests)
    } catch (error) {
      // Another job of a queue was claimed between this statement's beginning and its look at that queue (`job_queue_claimed`).
      if (!isUniqueViolation(error) || tries === MOST_TRIES) throw error
    }
}

async function claimOnce(
  db: QueryExecutorProvider,
  workerId: string,
  requests: readonly ClaimRequest[],
): Promise<Batch[]> {
  const asked = requests.map(({ tasks, limit, exceptOf }, place) => ({
    place,
    tasks,
    at_most: limit,
    except_of: exceptOf,
  }))
  const { rows } = await sql<Row>`
    with request as materialized (
      select place, tasks, at_most, except_of
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (place int, tasks text[], at_most int, except_of text[])
    ), due as materialized (
      select request.place, nearest.id, nearest.priority, nearest.run_at
      from request cross join lateral (
        select job.id, job.priority, job.run_at
        from unnest(request.tasks) as of_task (task) cross join lateral (
          select id, priority, run_at from (
            select id, priority, run_at, queue, organization_id from job
            where ${WAITING} and job.task = of_task.task and job.run_at <= now()
            order by job.priority, job.run_at limit ${NEAREST}) as job
          where (job.organization_id = any(request.except_of)) is not true
            -- A value, not "exists", which would be joined: the queues of all jobs would be read to answer for a few.
            and (job.queue is null or ${runningOf(sql.ref('job.queue'))} is null)
          order by job.priority, job.run_at limit request.at_most + ${SPARE}) as job
        order by job.priority, job.run_at limit request.at_most + ${SPARE}) as nearest
    ), found as materialized (
      select request.place, job.id, job.queue, job.priority, job.run_at
      from request cross join lateral (
        select job.id, job.queue, job.priority, job.run_at
        from due join job on job.id = due.id
        where due.place = request.place and ${WAITING}
          and (job.queue is null or pg_try_advisory_xact_lock(${QUEUE_LOCK_CLASS}, hashtext(job.queue)))
        order by due.priority, due.run_at limit request.at_most
        for update of job skip locked
      ) as job
    ), first as materialized (
      select distinct on (coalesce(queue, id::text)) id from found order by coalesce(queue, id::text), priority, run_at, id
    ), claimed as (
      update job set attempts = job.attempts + 1, claimed_by = ${workerId}, claimed_at = now()
      -- By a list: joined, it is believed to be long, and all jobs there are would be read for it.
      where job.id = any(array(select id from first)) returning job.id, job.task, job.payload, job.attempts
    )
    select found.place, found.id::text as id, claimed.task, claimed.payload, claimed.attempts, found.queue is not null as "isInQueue"
    from found left join claimed on claimed.id = found.id order by found.priority, found.run_at, found.id`.execute(db)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return requests.map((_, place) => {
    const found = byPlace.get(place) ?? []
    const jobs = found.flatMap(({ id, task, payload, attempts, isInQueue }) =>
      task === null || attempts === null ? [] : [{ id, task, payload, attempts, isInQueue }],
    )
    return { jobs, found: found.length }
  })
}

const runningOf = (queue: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select running.id from job as running where running.queue = ${queue} and running.claimed_by is not null limit 1)`

/** Ends jobs that are done, where this worker still holds them. */
export async function endJobs(db: QueryExecutorProvider, workerId: string, jobIds: readonly string[]): Promise<void> {
  await sql`delete from job where id = any(${jobIds}::bigint[]) and claimed_by = ${workerId}`.execute(db)
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
export async function failJobs(
  db: QueryExecutorProvider,
  workerId: string,
  failures: readonly Failure[],
): Promise<void> {
  await putBack(
    db,
    sql`select job.id, job.key, job.claimed_by, job.claimed_at, failure.message, failure."isPassing" as is_passing
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as failure (id bigint, message text, "isPassing" boolean)
      join job on job.id = failure.id where job.claimed_by = ${workerId}`,
    sql`last_error = back.message, losses = 0, attempts = job.attempts - case when back.is_passing then 1 else 0 end,
      run_at = greatest(now(), job.run_at)
        + exp(case when back.is_passing then 1 else least(job.attempts, 10) end) * interval '1 second'`,
  )
}

/** The jobs that a worker has held for at least so long; ids as text. */
export async function jobsClaimedBy(db: QueryExecutorProvider, workerId: string, heldForMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from job
    where claimed_by = ${workerId} and claimed_at <= now() - ${heldForMs}::int * interval '1 millisecond'`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Gives a worker's jobs back as if nobody had claimed them.
 * @param heldForMs one that it has held for less, as it was claimed again meanwhile, stays
 * @returns how many
 */
export async function releaseJobs(
  db: QueryExecutorProvider,
  workerId: string,
  jobIds: readonly string[],
  heldForMs = 0,
): Promise<number> {
  const released = await putBack(
    db,
    sql`select id, key, claimed_by, claimed_at from job where id = any(${jobIds}::bigint[]) and claimed_by = ${workerId}
      and claimed_at <= now() - ${heldForMs}::int * interval '1 millisecond'`,
    sql`attempts = greatest(job.attempts - 1, 0)`,
  )
  return released.length
}

export type PutBack = { id: string; task: string; isPoisoned: boolean }

/**
 * Lets claimed jobs wait again. One whose key another job waits with is dropped, as that one does its work; of several with
 * one key the newest waits.
 * @param claimed their `id`, `key`, `claimed_by` and `claimed_at`, and what `change` reads as `back`
 * @param hastened of these tasks the other job is due at once: it was put off because the dropped one was at work
 */
export async function putBack(
  db: QueryExecutorProvider,
  claimed: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
  hastened: readonly string[] = [],
): Promise<PutBack[]> {
  const { rows } = await sql<PutBack>`
    with back as materialized (${claimed}), kept as materialized (${newestPerKey('back')}), dropped as (
      delete from job using back where job.id = back.id and not back.id = any(array(select id from kept)) and ${IS_STILL_HELD}
    ), hastened as (
      update job set run_at = least(run_at, now())
      where key = any(array(select key from back)) and ${WAITING} and task = any(${hastened}::text[])
    )
    update job set claimed_by = null, claimed_at = null, ${change}
    from back where job.id = back.id and back.id = any(array(select id from kept)) and ${IS_STILL_HELD}
    returning job.id::text as id, job.task, job.poisoned_at is not null as "isPoisoned"`.execute(db)
  return rows
}

/** Of jobs that are to wait again: those whose key no other job waits with, of several with one key the newest. */
export const newestPerKey = (jobs: 'back' | 'chosen'): RawBuilder<unknown> => sql`
      select distinct on (coalesce(key, id::text)) id from ${sql.raw(jobs)}
      where key is null
        or (select waiting.id from job as waiting where waiting.key = ${sql.raw(jobs)}.key and ${WAITING} limit 1) is null
      order by coalesce(key, id::text), id desc`

const IS_STILL_HELD = sql.raw('job.claimed_by = back.claimed_by and job.claimed_at = back.claimed_at')
