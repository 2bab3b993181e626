import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../store/database.ts'
import { isTimedOut, isUnavailable } from '../store/errors.ts'
import {
  endJobs,
  failJobs,
  returnJobs,
  takeJobs,
  type Failure,
  type Haul,
  type Look,
  type TakenJob,
} from '../store/taking.ts'
import { openLane, type Lane, type LaneOptions } from './lane.ts'

export type TakerOptions = {
  /** Statements are done in the order in which they are sent. */
  queue: Db
  /** What jobs are taken as. */
  workerId: string
  lanes: readonly LaneOptions[]
  onFailure(job: TakenJob, error: unknown): void
}

export type Taker = {
  /** Jobs of these tasks may be due; null: any. */
  wake(tasks: readonly string[] | null): void
  /** Whether a job is being done here, or is done and not yet reported. */
  has(jobId: string): boolean
  /** Takes no more, and lets running jobs end. */
  stop(): Promise<void>
}

type Ended = { lane: Lane; job: TakenJob; failure: Failure | null }

/** Between attempts while the database is away. */
const AWAY_MS = 200
/** Who holds a job that ends has it for one statement and its commit. */
const LEFT_MS = 5
/** Should the database be away when a process stops, the ends stay untold, and the jobs are done again. */
const LAST_REPORTS_MS = 2_000

/**
 * Takes jobs off the queue, does them, and reports their ends, for all lanes of a process together: whatever ends or is
 * waited for while one report and one look are under way goes into the next ones. A report that fails is made again until
 * it succeeds, so nothing that a restarting database does leaves a lane without work or a job with a worker that has ended it.
 */
export function createTaker({ queue, workerId, lanes: asked, onFailure }: TakerOptions): Taker {
  const lanes = asked.map(openLane)
  const doing = new Set<Promise<void>>()
  const ended: Ended[] = []
  const untold = new Set<string>()
  let atWork: Promise<void> | null = null
  let isStopping = false
  const givenUp = new AbortController()
  const has = (jobId: string): boolean => untold.has(jobId) || lanes.some(({ running }) => running.has(jobId))
  return {
    has,
    wake: (tasks) => {
      for (const lane of lanes) if (tasks?.some((task) => lane.work.has(task)) ?? true) lane.wake()
      begin()
    },
    stop: async () => {
      isStopping = true
      await Promise.all(doing)
      const timer = setTimeout(() => givenUp.abort(), LAST_REPORTS_MS)
      await atWork
      clearTimeout(timer)
    },
  }

  /** After one turn of the event loop, so that what ends together is reported together. */
  function begin(): void {
    atWork ??= new Promise((resolve) => setImmediate(() => void keepAtIt().then(resolve)))
  }

  /** Until there is nothing to report and nothing to look for. */
  async function keepAtIt(): Promise<void> {
    while (!givenUp.signal.aborted) {
      const telling = ended.splice(0)
      for (const { lane, job } of telling) if (job.isInQueue) lane.wake()
      const looking = isStopping ? [] : lanes.flatMap(lookOf)
      if (telling.length === 0 && looking.length === 0) break
      // The report first: the look is to find the queues open that it opens.
      const results = await Promise.all([report(telling), take(looking)])
      if (results.includes('away')) await sleep(AWAY_MS)
      else if (results.includes('left')) await sleep(LEFT_MS)
    }
    atWork = null
  }

  async function report(jobs: readonly Ended[]): Promise<'done' | 'left' | 'away'> {
    if (jobs.length === 0) return 'done'
    const done = jobs.flatMap(({ job, failure }) => (failure === null ? [job.id] : []))
    const failures = jobs.flatMap(({ failure }) => (failure === null ? [] : [failure]))
    try {
      const [left] = await Promise.all([
        done.length > 0 ? endJobs(queue, workerId, done) : ([] as string[]),
        failures.length > 0 ? failJobs(queue, workerId, failures) : undefined,
      ])
      for (const one of jobs)
        if (left.includes(one.job.id)) ended.push(one)
        else untold.delete(one.job.id)
      return left.length > 0 ? 'left' : 'done'
    } catch {
      ended.push(...jobs)
      return 'away'
    }
  }

  async function take(looking: readonly { lane: Lane; look: Look }[]): Promise<'done' | 'away'> {
    if (looking.length === 0) return 'done'
    let hauls: Haul[]
    try {
      hauls = await takeJobs(
        queue,
        workerId,
        looking.map(({ look }) => look),
      )
    } catch {
      for (const { lane, look } of looking) lane.looked(look, null)
      return 'away'
    }
    if (isStopping) {
      const ids = hauls.flatMap(({ jobs }) => jobs.map(({ id }) => id)).filter((id) => !has(id))
      // What cannot be put back is freed with this worker's sign of life.
      if (ids.length > 0) await returnJobs(queue, workerId, ids).catch(() => {})
      return 'done'
    }
    for (const [index, { lane, look }] of looking.entries()) {
      lane.looked(look, hauls[index]?.found ?? null)
      for (const job of hauls[index]?.jobs ?? []) start(lane, job)
    }
    return 'done'
  }

  function start(lane: Lane, job: TakenJob): void {
    // Taken for a dead worker's while the sign of life was lost, and taken again: it is being done.
    if (has(job.id)) return
    lane.running.set(job.id, organizationOf(job))
    const done = doAndEnd(lane, job).finally(() => doing.delete(done))
    doing.add(done)
  }

  async function doAndEnd(lane: Lane, job: TakenJob): Promise<void> {
    let failure: Failure | null = null
    try {
      await lane.work.get(job.task)?.(job.payload)
    } catch (error) {
      failure = { id: job.id, message: messageOf(error), isPassing: isPassing(error) }
      onFailure(job, error)
    }
    lane.running.delete(job.id)
    untold.add(job.id)
    ended.push({ lane, job, failure })
    begin()
  }
}

const lookOf = (lane: Lane): { lane: Lane; look: Look }[] => {
  const look = lane.nextLook()
  return look ? [{ lane, look }] : []
}

/** Every payload is an object of ids; of the installation's own jobs none is an organization's. */
const organizationOf = ({ payload }: TakenJob): string | null =>
  (payload as { organizationId?: string }).organizationId ?? null

/** A statement that takes too long would do so again. */
const isPassing = (error: unknown): boolean => isUnavailable(error) && !isTimedOut(error)

/** PostgreSQL takes neither NUL nor half a character. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').toWellFormed()
