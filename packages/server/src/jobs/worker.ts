import type { PoolOptions } from '../base/queue/pool.ts'
import {
  startWorker as startQueueWorker,
  type Worker,
  type WorkerOptions as QueueOptions,
} from '../base/queue/worker.ts'
import type { Database } from '../base/db/database.ts'
import { collectTask, type JobKind, type Jobs } from './kinds.ts'

/** What each kind of job does; `app.ts` joins it to the pipeline. */
export type Work = { [Kind in JobKind]: (payload: Jobs[Kind]) => Promise<void> }

export type WorkerOptions = Pick<QueueOptions, 'url' | 'workerId' | 'onError'> & {
  database: Database
  work: Work
  /** Slugs to collect from, each with its own number of questions at once. */
  platforms: readonly { slug: string; concurrency: number }[]
  /** Slugs that nobody can ask: what was planned for them ends as failed answers, so that their runs can end. */
  absentPlatforms: readonly string[]
  /** Endpoints that are sent to at once: those that answer, and those that fail. */
  deliveries: { deliver: number; 'deliver-again': number }
  /** Steps that only compute and write, at once. */
  concurrency: number
}

/** Rounds of questions to organizations' own models at once; one asks one question after another. */
const JUDGES = 3

/** Does the product's jobs until it is stopped. */
export function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, url, workerId, onError } = options
  return startQueueWorker({
    queue: database.queue,
    db: database.systemDb,
    url,
    workerId,
    onError,
    pools: poolsOf(options),
    // One job sends all that is due to an endpoint, and each delivery is logged as it ends.
    resumable: ['deliver', 'deliver-again'] satisfies JobKind[],
  })
}

/**
 * One pool a platform, two for deliveries and one for models that judge, so that no platform, receiver or model is waited
 * for by others, and one for all the rest.
 */
function poolsOf({ work, platforms, absentPlatforms, deliveries, concurrency }: WorkerOptions): PoolOptions[] {
  const { collect, deliver, 'deliver-again': deliverAgain, judge, ...others } = work
  const absent = absentPlatforms.map((slug) => [collectTask(slug), collect] as const)
  return [
    pool([...Object.entries(others), ...absent], concurrency, true),
    ...platforms.map((platform) => pool([[collectTask(platform.slug), collect]], platform.concurrency, true)),
    pool([['judge', judge]], JUDGES, true),
    // Deliveries see themselves to the turns of others (`base/fairness/tenant-cap.ts`).
    pool([['deliver', deliver]], deliveries.deliver, false),
    pool([['deliver-again', deliverAgain]], deliveries['deliver-again'], false),
  ]
}

/** A job's payload is what was enqueued for its task: the queue keeps it, and cannot say so. */
const pool = (
  work: readonly (readonly [string, (payload: never) => Promise<void>])[],
  concurrency: number,
  reserveOne: boolean,
): PoolOptions => ({ work: new Map(work as [string, (payload: unknown) => Promise<void>][]), concurrency, reserveOne })
