import type { Database } from '../store/database.ts'
import { listenForJobs } from '../store/job-listener.ts'
import { announceWorker, endSilentSigns } from '../store/presence.ts'
import { freeDeadWorkers, jobsHeldBy, returnJobs } from '../store/taking.ts'
import { collectTask, type JobKind, type Jobs } from './kinds.ts'
import type { LaneOptions } from './lane.ts'
import { createTaker, type Taker } from './taker.ts'

/** What each kind of job does; `app.ts` joins it to the pipeline. */
export type Work = { [Kind in JobKind]: (payload: Jobs[Kind]) => Promise<void> }

export type WorkerOptions = {
  database: Database
  url: string
  work: Work
  /** Slugs to collect from, each with its own number of questions at once. */
  platforms: readonly { slug: string; concurrency: number }[]
  /** Slugs that nobody can ask: what was planned for them ends as failed answers, so that their runs can end. */
  absentPlatforms: readonly string[]
  /** What this process takes jobs and signs its claims as: it is told to be alive. */
  workerId: string
  /** Endpoints that are sent to at once: those that answer, and those that fail. */
  deliveries: { deliver: number; 'deliver-again': number }
  /** Steps that only compute and write, at once. */
  concurrency: number
  onError(event: string, facts: Record<string, unknown>): void
}

export type Worker = {
  /** Lets running jobs end; those that do not in time are given back. */
  stop(): Promise<void>
}

/** Crash recovery: how often somebody looks for jobs whose worker died. */
const SWEEP_MS = 300
/** … and for workers that hang. */
const SILENT_LOOK_MS = 2_000
/** How often a process looks for jobs that it has without knowing. */
const SETTLE_MS = 1_000
/** Far longer than the answer takes that tells a worker which jobs it has. */
const UNTOLD_MS = 3_000
/** A job is taken at most this late after it is due: nobody is told of appointments, nor of queues that others open. */
const POLL_MS = 250

/** Rounds of questions to organizations' own models at once; one asks one question after another. */
const JUDGES = 3

/** Takes jobs off the queue, in lanes. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, url, workerId, onError } = options
  // Before it takes any: whoever has jobs and gives no sign is dead.
  const presence = await announceWorker(url, workerId)
  const taker = createTaker({
    queue: database.queue,
    workerId,
    lanes: lanesOf(options),
    onFailure: ({ task, attempts }, error) =>
      onError('job.failed', { task, attempt: attempts, error: describe(error) }),
  })
  const { directory } = database
  const sweep = every(SWEEP_MS, async () => {
    const tasks = await freeDeadWorkers(directory)
    if (tasks.length === 0) return
    onError('worker.jobs_taken_over', { tasks })
    taker.wake(tasks)
  })
  const silent = every(SILENT_LOOK_MS, async () => {
    const workers = await endSilentSigns(directory)
    if (workers > 0) onError('worker.silent', { workers })
  })
  const settle = every(SETTLE_MS, async () => {
    const jobs = await settleHoldings(options, taker)
    if (jobs > 0) onError('worker.jobs_given_back', { jobs })
  })
  const poll = every(POLL_MS, async () => taker.wake(null))
  const stopListening = listenForJobs(url, taker.wake)
  return {
    stop: async () => {
      for (const timer of [sweep, silent, settle, poll]) clearInterval(timer)
      await Promise.all([taker.stop(), stopListening()])
      await presence.close()
    },
  }
}

/**
 * One lane a platform, two for deliveries and one for models that judge, so that no platform, receiver or model is waited
 * for by others, and one for all the rest.
 */
function lanesOf({ work, platforms, absentPlatforms, deliveries, concurrency }: WorkerOptions): LaneOptions[] {
  const { collect, deliver, 'deliver-again': deliverAgain, judge, ...others } = work
  const absent = absentPlatforms.map((slug) => [collectTask(slug), collect] as const)
  return [
    lane([...Object.entries(others), ...absent], concurrency, true),
    ...platforms.map((platform) => lane([[collectTask(platform.slug), collect]], platform.concurrency, true)),
    lane([['judge', judge]], JUDGES, true),
    // Deliveries see themselves to the turns of others (`pipeline/crowd.ts`).
    lane([['deliver', deliver]], deliveries.deliver, false),
    lane([['deliver-again', deliverAgain]], deliveries['deliver-again'], false),
  ]
}

/** A job's payload is what was enqueued for its task: the queue keeps it, and cannot say so. */
const lane = (
  work: readonly (readonly [string, (payload: never) => Promise<void>])[],
  places: number,
  keepsOne: boolean,
): LaneOptions => ({ work: new Map(work as [string, (payload: unknown) => Promise<void>][]), places, keepsOne })

/**
 * Gives back what the queue says this process has, though it does not: a connection that breaks while jobs are taken leaves
 * them with a worker that lives and was not told. Nobody else can tell them from jobs that take long.
 * @returns how many jobs
 */
async function settleHoldings({ database, workerId }: WorkerOptions, taker: Taker): Promise<number> {
  const held = await jobsHeldBy(database.directory, workerId, UNTOLD_MS)
  // Looked up now, not before: what a connection had not told yet when the question went out, it has told by its answer.
  const unknown = held.filter((id) => !taker.has(id))
  if (unknown.length === 0) return 0
  const jobs = await returnJobs(database.directory, workerId, unknown, UNTOLD_MS)
  taker.wake(null)
  return jobs
}

/** What fails because the database is away is done the next time. */
const every = (milliseconds: number, work: () => Promise<void>): NodeJS.Timeout =>
  setInterval(() => void work().catch(() => {}), milliseconds)

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
