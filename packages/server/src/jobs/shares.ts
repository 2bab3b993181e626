import type { WorkerEvents } from 'graphile-worker'

/** What may be taken into some places now. */
export type Room = {
  /** Jobs, whosever they are. */
  atMost: number
  /** Organizations of whose jobs none may be taken. */
  exceptOf: string[]
}

/**
 * Keeps the last free place for an organization that has none, however many others ask for everything, so that the next job
 * of a newcomer need not wait until one of theirs ends (reliability.md B13). One alone has all places but one. Who is next
 * is the queue's to know (`store/queue.ts`).
 * @param running the organization of each job that has a place; null: nobody's
 */
export function roomIn(places: number, running: readonly (string | null)[]): Room {
  const free = places - running.length
  // With one place there is nothing to be left.
  if (places === 1) return { atMost: free, exceptOf: [] }
  if (free > 1) return { atMost: free - 1, exceptOf: [] }
  return { atMost: free, exceptOf: [...new Set(running.filter((organizationId) => organizationId !== null))] }
}

/**
 * @returns what the runner asks before it takes a job: the flags of those who may take none now. It lets one take after
 * another; otherwise several free places would all be given to the same organization at once.
 */
export function createShares(places: number, events: WorkerEvents): () => Promise<string[]> {
  const running = new Map<string, string | null>()
  let turn = Promise.resolve()
  let endTurn = (): void => {}
  // Every taking ends in one of these three.
  events.on('job:start', ({ job }) => {
    running.set(job.id, (job.payload as { organizationId?: string }).organizationId ?? null)
    endTurn()
  })
  events.on('worker:getJob:empty', () => endTurn())
  events.on('worker:getJob:error', () => endTurn())
  events.on('job:complete', ({ job }) => running.delete(job.id))
  return async () => {
    const before = turn
    const { promise, resolve } = Promise.withResolvers<void>()
    turn = promise
    await before
    endTurn = resolve
    return roomIn(places, [...running.values()]).exceptOf
  }
}
