import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryExecutorProvider } from 'kysely'
import { Interrupted } from '../interruption.ts'
import { isTimedOut, isUnavailable } from '../db/errors.ts'
import {
  claimJobs,
  endJobs,
  failJobs,
  releaseJobs,
  type Batch,
  type ClaimedJob,
  type ClaimRequest,
  type Failure,
} from './claim.ts'
import { WorkerPool, type PoolOptions } from './pool.ts'

export type RunnerOptions = {
  /** Statements are done in the order in which they are sent. */
  db: QueryExecutorProvider
  workerId: string
  pools: readonly PoolOptions[]
  onFailure(job: ClaimedJob, error: unknown): void
}

type Ended = { pool: WorkerPool; job: ClaimedJob; how: 'done' | 'interrupted' | Failure }
type PoolRequest = { pool: WorkerPool; request: ClaimRequest }

/** Between attempts while the database is away. */
const AWAY_MS = 200
/** Should the database be away when a process stops, the ends stay unreported, and the jobs are done again. */
const LAST_REPORTS_MS = 2_000

/**
 * Claims jobs, does them and reports their ends, for all pools of a process together: whatever ends or is waited for while
 * one report and one claim are under way goes into the next ones. A report that fails is made again until it succeeds, so
 * nothing that a restarting database does leaves a pool without work or a job with a worker that has ended it.
 */
export class Runner {
  readonly #options: RunnerOptions
  readonly #pools: readonly WorkerPool[]
  readonly #doing = new Set<Promise<void>>()
  #ended: Ended[] = []
  readonly #unreported = new Set<string>()
  #rounds: Promise<void> | null = null
  #isStopping = false
  readonly #givenUp = new AbortController()

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#pools = options.pools.map((pool) => new WorkerPool(pool))
  }

  /** Jobs of these tasks may be due; null: any. */
  wake(tasks: readonly string[] | null): void {
    for (const pool of this.#pools) if (tasks?.some((task) => pool.work.has(task)) ?? true) pool.wake()
    this.#begin()
  }

  /** Whether a job is being done here, or is done and not yet reported. */
  has(jobId: string): boolean {
    return this.#unreported.has(jobId) || this.#pools.some(({ running }) => running.has(jobId))
  }

  /** Claims no more, and lets running jobs end. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#doing)
    const timer = setTimeout(() => this.#givenUp.abort(), LAST_REPORTS_MS)
    await this.#rounds
    clearTimeout(timer)
  }

  /** After one turn of the event loop, so that what ends together is reported together. */
  #begin(): void {
    this.#rounds ??= new Promise((resolve) => setImmediate(() => void this.#run().then(resolve)))
  }

  /** Until there is nothing to report and nothing to ask for. */
  async #run(): Promise<void> {
    while (!this.#givenUp.signal.aborted) {
      const ended = this.#ended
      this.#ended = []
      for (const { pool, job } of ended) if (job.isInQueue) pool.wake()
      const asked = this.#isStopping ? [] : this.#pools.flatMap(requestOf)
      if (ended.length === 0 && asked.length === 0) break
      // The report first: the claim is to find the queues open that it opens.
      const results = await Promise.all([this.#report(ended), this.#claim(asked)])
      if (results.includes('away')) await sleep(AWAY_MS)
    }
    this.#rounds = null
  }

  async #report(ended: readonly Ended[]): Promise<'done' | 'away'> {
    if (ended.length === 0) return 'done'
    const { db, workerId } = this.#options
    const idsOf = (wanted: Ended['how']): string[] => ended.flatMap(({ job, how }) => (how === wanted ? [job.id] : []))
    const [done, interrupted] = [idsOf('done'), idsOf('interrupted')]
    const failures = ended.flatMap(({ how }) => (typeof how === 'object' ? [how] : []))
    try {
      await Promise.all([
        done.length > 0 ? endJobs(db, workerId, done) : undefined,
        failures.length > 0 ? failJobs(db, workerId, failures) : undefined,
        interrupted.length > 0 ? releaseJobs(db, workerId, interrupted) : undefined,
      ])
      for (const { job } of ended) this.#unreported.delete(job.id)
      return 'done'
    } catch {
      this.#ended.push(...ended)
      return 'away'
    }
  }

  async #claim(asked: readonly PoolRequest[]): Promise<'done' | 'away'> {
    if (asked.length === 0) return 'done'
    const { db, workerId } = this.#options
    let batches: Batch[]
    try {
      const requests = asked.map(({ request }) => request)
      batches = await claimJobs(db, workerId, requests)
    } catch {
      for (const { pool, request } of asked) pool.answered(request, null)
      return 'away'
    }
    if (this.#isStopping) {
      const ids = batches.flatMap(({ jobs }) => jobs.map(({ id }) => id)).filter((id) => !this.has(id))
      // What cannot be given back is reclaimed when this worker's heartbeat ends.
      if (ids.length > 0) await releaseJobs(db, workerId, ids).catch(() => {})
      return 'done'
    }
    for (const [index, { pool, request }] of asked.entries()) {
      pool.answered(request, batches[index]?.found ?? null)
      for (const job of batches[index]?.jobs ?? []) this.#start(pool, job)
    }
    return 'done'
  }

  #start(pool: WorkerPool, job: ClaimedJob): void {
    // Reclaimed as a dead worker's while the heartbeat was lost, and claimed again: it is being done.
    if (this.has(job.id)) return
    pool.running.set(job.id, organizationOf(job))
    const done = this.#doAndEnd(pool, job).finally(() => this.#doing.delete(done))
    this.#doing.add(done)
  }

  async #doAndEnd(pool: WorkerPool, job: ClaimedJob): Promise<void> {
    let how: Ended['how'] = 'done'
    try {
      await pool.work.get(job.task)?.(job.payload)
    } catch (error) {
      if (error instanceof Interrupted) how = 'interrupted'
      else {
        how = { id: job.id, message: messageOf(error), isPassing: isPassing(error) }
        this.#options.onFailure(job, error)
      }
    }
    pool.running.delete(job.id)
    this.#unreported.add(job.id)
    this.#ended.push({ pool, job, how })
    this.#begin()
  }
}

function requestOf(pool: WorkerPool): PoolRequest[] {
  const request = pool.nextRequest()
  return request ? [{ pool, request }] : []
}

/** Every payload is an object of ids; of the installation's own jobs none is an organization's. */
const organizationOf = ({ payload }: ClaimedJob): string | null =>
  (payload as { organizationId?: string }).organizationId ?? null

/** What takes too long would do so again: it counts, and waits longer each time. */
const isPassing = (error: unknown): boolean => isUnavailable(error) && !isTimedOut(error)

/** PostgreSQL takes neither NUL nor half a character. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').toWellFormed()
