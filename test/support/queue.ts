import { sql, type QueryExecutorProvider } from 'kysely'
import { peekJobs, type QueuedJob } from '../../packages/server/src/base/queue/peek.ts'

// What tests see of the queue, and what they do to it. No other test names its table.

/** Without a tenant: a connection of the application that sees the jobs of all organizations. */
export type Queue = { systemDb: QueryExecutorProvider }

/** In the order in which they are claimed; `key` may end with `%`. */
export const jobsIn = (
  { systemDb }: Queue,
  filter: { key?: string; task?: string; organizationId?: string } = {},
): Promise<QueuedJob[]> => peekJobs(systemDb, filter)

export const isWaiting = ({ claimedBy, poisonedAt }: QueuedJob): boolean => claimedBy === null && poisonedAt === null

/** Waits and is due. */
export const isDue = (job: QueuedJob): boolean => isWaiting(job) && job.runAt.getTime() <= Date.now()

/** Jobs of a key are due now, or have been for so long. */
export async function makeDue({ systemDb }: Queue, key = '%', late = '0 seconds'): Promise<void> {
  await sql`update job set run_at = now() - ${late}::interval where key like ${key}`.execute(systemDb)
}

export async function clearJobs({ systemDb }: Queue): Promise<void> {
  await sql`delete from job`.execute(systemDb)
}

/** As if a worker had claimed them some seconds ago. */
export async function claimedBy(
  { systemDb }: Queue,
  workerId: string,
  { key = '%', secondsAgo = 1 }: { key?: string; secondsAgo?: number } = {},
): Promise<void> {
  await sql`update job set claimed_by = ${workerId}, claimed_at = now() - ${secondsAgo} * interval '1 second' where key like ${key}`.execute(
    systemDb,
  )
}

/** As if a job had failed so often. */
export async function setAttempts({ systemDb }: Queue, key: string, attempts: number): Promise<void> {
  await sql`update job set attempts = ${attempts} where key like ${key}`.execute(systemDb)
}
