import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Database } from '../store/database.ts'
import { isUnavailable } from '../store/errors.ts'
import { announceWorkers, endSilentSigns, freeDeadWorkers, type Presence } from '../store/presence.ts'
import { createHoldings, type Holdings } from './holdings.ts'
import { collectTask, type JobKind, type Jobs } from './kinds.ts'
import { createShares } from './shares.ts'

/** What each kind of job does; `app.ts` joins it to the pipeline. */
export type Work = { [Kind in JobKind]: (payload: Jobs[Kind]) => Promise<void> }

export type WorkerOptions = {
  database: Database
  /** Pool of the queue's own: its listeners each keep a connection. */
  pool: pg.Pool
  url: string
  work: Work
  /** Slugs to collect from, each with its own number of questions at once. */
  platforms: readonly { slug: string; concurrency: number }[]
  /** Slugs that nobody can ask: what was planned for them ends as failed answers, so that their runs can end. */
  absentPlatforms: readonly string[]
  /** What this process signs its claims with: it is told to be alive. */
  senderId: string
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
/** A job is taken at most this late after it is due, should a notification be lost. */
const POLL_MS = 1_000

/** Rounds of questions to organizations' own models at once; one asks one question after another. */
const JUDGES = 3

/**
 * Takes jobs off the queue: one runner a platform, two for deliveries and one for models that judge, so that no platform,
 * receiver or model is waited for by others, and one for all the rest.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const forgive = (reason: unknown): void => forgiveReturn(options, reason)
  process.on('unhandledRejection', forgive)
  const presence = announceWorkers(options.url)
  await presence.hold(options.senderId)
  const holdings = createHoldings()
  const hiring: Hiring = { ...options, presence, holdings }
  const { collect, deliver, 'deliver-again': deliverAgain, judge, ...others } = options.work
  const absent = Object.fromEntries(options.absentPlatforms.map((slug) => [collectTask(slug), collect]))
  const runners = await Promise.all([
    startRunner(hiring, { ...others, ...absent } as TaskList, options.concurrency, 'one'),
    ...options.platforms.map(({ slug, concurrency }) =>
      startRunner(hiring, { [collectTask(slug)]: collect } as TaskList, concurrency, 'one'),
    ),
    startRunner(hiring, { judge } as TaskList, JUDGES, 'many'),
    startRunner(hiring, { deliver } as TaskList, options.deliveries.deliver, 'many'),
    startRunner(hiring, { 'deliver-again': deliverAgain } as TaskList, options.deliveries['deliver-again'], 'many'),
  ])
  const { directory } = options.database
  const { onError } = options
  const sweep = every(SWEEP_MS, async () => {
    const tasks = await freeDeadWorkers(directory)
    if (tasks.length > 0) onError('worker.jobs_taken_over', { tasks })
  })
  const silent = every(SILENT_LOOK_MS, async () => {
    const workers = await endSilentSigns(directory)
    if (workers > 0) onError('worker.silent', { workers })
  })
  const settle = every(SETTLE_MS, async () => {
    const jobs = await holdings.settle(directory)
    if (jobs > 0) onError('worker.jobs_given_back', { jobs })
  })
  return {
    stop: async () => {
      clearInterval(sweep)
      clearInterval(silent)
      clearInterval(settle)
      await Promise.all(runners.map((runner) => runner.stop().catch(() => {})))
      await presence.close()
      process.off('unhandledRejection', forgive)
    },
  }
}

/** What fails because the database is away is done the next time. */
const every = (milliseconds: number, work: () => Promise<void>): NodeJS.Timeout =>
  setInterval(() => void work().catch(() => {}), milliseconds)

/** Anything that is not forgiven still ends the process. */
function forgiveReturn(options: WorkerOptions, reason: unknown): void {
  if (!isForgiven(reason)) throw reason
  options.onError('worker.database_away', { error: String(reason) })
}

/**
 * A runner that meets a database that is away rejects promises that nobody but the library has, and that would end the
 * process. What it could not hand back is freed with its sign of life.
 */
export const isForgiven = (reason: unknown): boolean =>
  isUnavailable(reason) || (reason instanceof Error && reason.message.includes('returning jobs from local queue'))

/**
 * How many jobs are fetched, and their ends reported, at a time.
 *
 * - One: for jobs of one queue after another. The next would wait for a poll, as the end is reported late. No organization
 *   takes all the places. Each end is reported by itself and tried again: where several are reported together the library
 *   ends the runner at the first report that fails (graphile-worker 0.18, `batch`).
 * - Many: eight times as fast (stack-bench.md 3), for jobs that see themselves to the turns of others, as what is fetched
 *   ahead would keep theirs waiting.
 */
type Taking = 'one' | 'many'

/** A runner that is replaced when it ends by itself. */
type Running = { stop(): Promise<void> }
type Hiring = WorkerOptions & { presence: Presence; holdings: Holdings }

/** How long a runner that ends may hand its jobs back itself, before others take them. */
const HANDING_BACK_MS = 1_000
/** Between attempts to begin anew, while the database is away. */
const BEGIN_AGAIN_MS = 500

/**
 * Keeps a runner running. The library ends one for good when it cannot report what jobs brought: a single statement that
 * meets a restarting database, and this process would never take a job of that kind again, nor would another one, as this
 * one lives. So another runner is begun, and what the first one held is given up with its sign of life.
 */
async function startRunner(hiring: Hiring, taskList: TaskList, concurrency: number, taking: Taking): Promise<Running> {
  const { presence, holdings } = hiring
  const stopping = new AbortController()
  let current = await begin()
  return {
    stop: async () => {
      stopping.abort()
      await current.stop().catch(() => {})
    },
  }

  async function begin(): Promise<Runner> {
    const pools: string[] = []
    const events = new EventEmitter() as WorkerEvents
    events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
    let hasEnded = false
    events.on('pool:gracefulShutdown', ({ message }) => {
      if (stopping.signal.aborted || hasEnded) return
      hasEnded = true
      hiring.onError('worker.runner_ended', { tasks: Object.keys(taskList), reason: message })
      void replace(pools)
    })
    holdings.follow(events)
    const runner = await runTasks(hiring, taskList, concurrency, taking, events)
    runner.promise.catch(() => {})
    return runner
  }

  async function replace(pools: readonly string[]): Promise<void> {
    const ending = current
    await Promise.race([ending.promise.catch(() => {}), sleep(HANDING_BACK_MS)])
    // Its pool may never end, and with it a timetable that would keep the process alive for ever.
    void ending.stop().catch(() => {})
    holdings.forget(pools)
    await Promise.all(pools.map((id) => presence.release(id)))
    while (!stopping.signal.aborted)
      try {
        const begun = await begin()
        current = begun
        if (stopping.signal.aborted) await begun.stop()
        return
      } catch {
        await sleep(BEGIN_AGAIN_MS)
      }
  }
}

async function runTasks(
  { presence, pool, onError }: Hiring,
  taskList: TaskList,
  concurrency: number,
  taking: Taking,
  events: WorkerEvents,
): Promise<Runner> {
  events.on('pool:create', ({ workerPool }) => {
    presence.hold(workerPool.id).catch((error: unknown) => onError('worker.presence_lost', { error: String(error) }))
  })
  events.on('job:error', ({ job, error }) =>
    onError('job.failed', { task: job.task_identifier, attempt: job.attempts, error: describe(error) }),
  )
  return run({
    pgPool: pool,
    taskList,
    events,
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    logger: new Logger(() => () => {}),
    ...(taking !== 'many' && concurrency > 1 && { forbiddenFlags: createShares(concurrency, events) }),
    ...(taking === 'many' && { preset: { worker: { localQueue: { size: concurrency * 2 } } } }),
  })
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
