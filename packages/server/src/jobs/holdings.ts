import type { WorkerEvents } from 'graphile-worker'
import type { Db } from '../store/database.ts'
import { giveBack, jobsHeldBy } from '../store/presence.ts'

/** The jobs that this process knows to have. */
export type Holdings = {
  /** From now on knows what the runner of these events takes and ends. */
  follow(events: WorkerEvents): void
  /** A runner that ends holds nothing any more. */
  forget(poolIds: readonly string[]): void
  /** Gives back what the queue says this process has, though it does not. @returns how many jobs */
  settle(db: Db): Promise<number>
}

/**
 * A connection that breaks while a job is taken or its end reported leaves it with a worker that lives and does not have
 * it: the library learns of neither, and would wait for four hours. Nobody else can tell it from a job that takes long.
 */
export function createHoldings(): Holdings {
  const pools = new Set<string>()
  const jobs = new Set<string>()
  return {
    follow: (events) => {
      events.on('pool:create', ({ workerPool }) => pools.add(workerPool.id))
      events.on('localQueue:getJobs:complete', (taken) => taken.jobs.forEach(({ id }) => jobs.add(id)))
      events.on('localQueue:returnJobs', (returned) => returned.jobs.forEach(({ id }) => jobs.delete(id)))
      events.on('job:start', ({ job }) => jobs.add(job.id))
      events.on('job:complete', ({ job }) => jobs.delete(job.id))
    },
    forget: (poolIds) => poolIds.forEach((id) => pools.delete(id)),
    settle: async (db) => {
      const held = await jobsHeldBy(db, [...pools])
      // Looked up now, not before: what a connection had not told yet when the question went out, it has told by its answer.
      const unknown = held.filter((id) => !jobs.has(id))
      return unknown.length === 0 ? 0 : giveBack(db, [...pools], unknown)
    },
  }
}
