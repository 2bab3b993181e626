import { sql, type QueryExecutorProvider } from 'kysely'
import { WAITING } from './jobs.ts'

/** How a task's jobs stand, of all organizations. */
export type TaskCounts = {
  task: string
  due: number
  later: number
  running: number
  poisoned: number
  /** How long the oldest due one waits. */
  oldestSeconds: number
}

export async function countJobs(db: QueryExecutorProvider): Promise<TaskCounts[]> {
  const { rows } = await sql<TaskCounts>`
    select task,
      (count(*) filter (where ${WAITING} and run_at <= now()))::int as due,
      (count(*) filter (where ${WAITING} and run_at > now()))::int as later,
      (count(*) filter (where claimed_by is not null))::int as running,
      (count(*) filter (where poisoned_at is not null))::int as poisoned,
      coalesce(extract(epoch from now() - min(run_at) filter (where ${WAITING} and run_at <= now())), 0)::float8 as "oldestSeconds"
    from job group by task order by task`.execute(db)
  return rows
}

/** A job as the queue keeps it. */
export type QueuedJob = {
  id: string
  task: string
  organizationId: string | null
  payload: Record<string, unknown>
  key: string | null
  queue: string | null
  priority: number
  runAt: Date
  attempts: number
  lastError: string | null
  claimedBy: string | null
  claimedAt: Date | null
  losses: number
  poisonedAt: Date | null
}

/**
 * Looks at jobs without claiming them, in the order in which they are claimed.
 * @param filter.key of one key, or of all that begin with what stands before a final `%`
 */
export async function peekJobs(
  db: QueryExecutorProvider,
  filter: { key?: string; task?: string; organizationId?: string } = {},
): Promise<QueuedJob[]> {
  const { key = null, task = null, organizationId = null } = filter
  const { rows } = await sql<QueuedJob>`
    select id::text as id, task, organization_id as "organizationId", payload, key, queue, priority, run_at as "runAt", attempts,
      last_error as "lastError", claimed_by as "claimedBy", claimed_at as "claimedAt", losses, poisoned_at as "poisonedAt"
    from job
    where (${key}::text is null or key like ${key}) and (${task}::text is null or task = ${task})
      and (${organizationId}::text is null or organization_id = ${organizationId})
    order by priority, run_at, id`.execute(db)
  return rows
}
