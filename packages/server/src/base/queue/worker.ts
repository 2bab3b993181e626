import type { QueryExecutorProvider } from 'kysely'
import { jobsClaimedBy, releaseJobs } from './claim.ts'
import { reapHungWorkers, startHeartbeat } from './heartbeat.ts'
import { listenForJobs } from './listen.ts'
import type { PoolOptions } from './pool.ts'
import { Runner } from './runner.ts'
import { reclaimJobs } from './sweep.ts'

export type WorkerOptions = {
  /** For claiming and ending jobs: each statement commits by itself, in the order in which they are sent. */
  queue: QueryExecutorProvider
  /** For looking after other workers and what they hold. */
  db: QueryExecutorProvider
  url: string
  /** What this process claims jobs as, and gives its heartbeat as. */
  workerId: string
  pools: readonly PoolOptions[]
  /** Tasks whose jobs take long and keep what they did (`reclaimJobs`). */
  resumable?: readonly string[]
  onError(event: string, facts: Record<string, unknown>): void
}

export type Worker = {
  /** Lets running jobs end; those that do not in time are given back. */
  stop(): Promise<void>
}

/** Crash recovery: how often each worker looks for jobs whose worker died. */
const SWEEP_MS = 300
/** … and for workers that hang. */
const REAP_MS = 2_000
/** How often a worker looks for jobs that it holds without knowing. */
const SETTLE_MS = 1_000
/** Far longer than the reply takes that tells a worker which jobs it has. */
const UNKNOWN_MS = 3_000
/** A job is claimed at most this late after it is due: no notification tells of jobs for later, nor of queues that others open. */
const POLL_MS = 250

/** Claims and does jobs until it is stopped, and looks after those of workers that died or hang. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue, db, url, workerId, pools, onError } = options
  // Before the first claim: whoever holds jobs and has no heartbeat is dead.
  const heartbeat = await startHeartbeat(url, workerId)
  const runner = new Runner({
    db: queue,
    workerId,
    pools,
    onFailure: ({ task, attempts }, error) =>
      onError('job.failed', { task, attempt: attempts, error: describe(error) }),
  })
  const timers = [
    every(SWEEP_MS, () => sweep(options, runner)),
    every(REAP_MS, async () => {
      const workers = await reapHungWorkers(db)
      if (workers > 0) onError('worker.hung', { workers })
    }),
    every(SETTLE_MS, () => settle(options, runner)),
    every(POLL_MS, async () => runner.wake(null)),
  ]
  const stopListening = listenForJobs(url, (tasks) => runner.wake(tasks))
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([runner.stop(), stopListening()])
      await heartbeat.stop()
    },
  }
}

async function sweep({ db, resumable, onError }: WorkerOptions, runner: Runner): Promise<void> {
  const reclaimed = await reclaimJobs(db, resumable)
  if (reclaimed.length === 0) return
  const tasks = reclaimed.map(({ task }) => task).toSorted()
  onError('worker.jobs_reclaimed', { tasks })
  for (const { id, task, isPoisoned } of reclaimed) if (isPoisoned) onError('job.poisoned', { job: id, task })
  runner.wake(tasks)
}

/**
 * Gives back what the queue says this worker holds, though it does not: a connection that breaks during a claim leaves the
 * jobs with a worker that lives and was not told. Nobody else can tell them from jobs that take long.
 */
async function settle({ db, workerId, onError }: WorkerOptions, runner: Runner): Promise<void> {
  const held = await jobsClaimedBy(db, workerId, UNKNOWN_MS)
  // Looked up now, not before: what a connection had not told yet when the question went out, it has told by its reply.
  const unknown = held.filter((id) => !runner.has(id))
  if (unknown.length === 0) return
  const jobs = await releaseJobs(db, workerId, unknown, UNKNOWN_MS)
  runner.wake(null)
  if (jobs > 0) onError('worker.jobs_released', { jobs })
}

/** What fails because the database is away is done the next time. */
const every = (milliseconds: number, work: () => Promise<void>): NodeJS.Timeout =>
  setInterval(() => void work().catch(() => {}), milliseconds)

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
