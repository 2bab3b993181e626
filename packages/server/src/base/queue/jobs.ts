import { sql, type QueryExecutorProvider } from 'kysely'

/** What is wanted of a job. */
export type JobSpec = {
  task: string
  payload: Record<string, unknown>
  /** At most one waiting job has this key: a second one replaces it. */
  key?: string
  /** Jobs of one queue run one at a time. */
  queue?: string
  /** Smaller goes first. Left out, it is the number of jobs of its task that its organization has waiting, so that organizations take turns. */
  priority?: number
  runAt?: Date
  /** From now on by the database's clock, which decides when jobs are due; instead of `runAt`. */
  delayMs?: number
}

/** Workers hear on it which tasks have jobs that are due: the payload is their names, separated by spaces. */
export const JOBS_CHANNEL = 'sightline:jobs'

/** An organization with more jobs waiting than this counts as having this many, which bounds the count. */
const MOST_COUNTED = 29_000

/** Waiting, as an SQL condition; what the partial indexes of `job` cover. */
export const WAITING = sql.raw('claimed_by is null and poisoned_at is null')

/**
 * Adds jobs in the caller's transaction: they exist if, and only if, it commits. Of two specs with one key the later one counts.
 * A job with the key of one that is running is a job of its own, as the running one may have read before this transaction's effect.
 *
 * The default priority makes turns fair: whoever has a thousand jobs waiting stands with the last of them behind the first
 * thousand of everybody else, in one run or in a hundred.
 */
export async function enqueue(db: QueryExecutorProvider, jobs: readonly JobSpec[]): Promise<void> {
  if (jobs.length === 0) return
  const byKey = new Map(jobs.map((job, index) => [job.key ?? `#${index}`, job]))
  const specs = [...byKey.values()].map((job) => ({
    task: job.task,
    payload: job.payload,
    queue: job.queue ?? null,
    run_at: job.runAt?.toISOString() ?? null,
    delay_ms: job.delayMs ?? null,
    key: job.key ?? null,
    priority: job.priority ?? null,
  }))
  const due = jobs.filter(({ runAt, delayMs = 0 }) => runAt === undefined && delayMs <= 0).map(({ task }) => task)
  await sql`
    with spec as materialized (
      select *, payload->>'organizationId' as organization_id
      from rows from (jsonb_to_recordset(${JSON.stringify(specs)}::jsonb) as (
        task text, payload jsonb, queue text, run_at timestamptz, delay_ms float8, key text, priority int
      )) with ordinality as given (task, payload, queue, run_at, delay_ms, key, priority, place)
    ), line as materialized (
      select wanted.task, wanted.organization_id, (
        select count(*) from (
          select from job
          where ${WAITING} and job.organization_id = wanted.organization_id and job.task = wanted.task
            and job.key is distinct from wanted.own_key
          limit ${MOST_COUNTED}) as waiting
        ) as length
      -- A job that replaces itself does not stand behind itself.
      from (select task, organization_id, case when count(*) = 1 then min(key) end as own_key from spec
            where priority is null and organization_id is not null group by 1, 2) as wanted
    ), added as (
      insert into job (task, organization_id, payload, key, queue, priority, run_at)
      select task, organization_id, payload, key, queue,
        coalesce(priority, least(coalesce(line.length, 0) + ahead, ${MOST_COUNTED})),
        coalesce(run_at, now() + coalesce(delay_ms, 0) * interval '1 millisecond')
      from (select *, row_number() over (partition by task, organization_id order by place) - 1 as ahead from spec) as asked
      left join line using (task, organization_id)
      -- Rows with keys are locked in one order, whoever asks for them.
      order by key nulls first, place
      on conflict (key) where ${WAITING} do update set
        task = excluded.task, organization_id = excluded.organization_id, payload = excluded.payload, queue = excluded.queue,
        priority = excluded.priority, run_at = excluded.run_at, created_at = now(), attempts = 0, last_error = null, losses = 0
    )
    select pg_notify(${JOBS_CHANNEL}, ${[...new Set(due)].join(' ')})`.execute(db)
}

/** Whether a job with this key waits or runs; a poisoned one does neither. */
export async function isQueued(db: QueryExecutorProvider, { key }: Pick<JobSpec, 'key'>): Promise<boolean> {
  const { rows } = await sql`
    select from job where key = ${key} and ${WAITING} union all
    select from job where key = ${key} and claimed_by is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Removes a waiting job; one that is running ends by itself. */
export async function cancelJob(db: QueryExecutorProvider, { key }: Pick<JobSpec, 'key'>): Promise<void> {
  await sql`delete from job where key = ${key} and ${WAITING}`.execute(db)
}

/** Removes an organization's waiting and poisoned jobs. One that is running ends by itself, and finds nobody. */
export async function cancelJobsOf(db: QueryExecutorProvider, organizationId: string): Promise<void> {
  await sql`delete from job where organization_id = ${organizationId} and claimed_by is null`.execute(db)
}
