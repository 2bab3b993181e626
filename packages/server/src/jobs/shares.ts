import type { WorkerEvents } from 'graphile-worker'

/**
 * Keeps one organization from taking all the places of a runner: whatever it asks for, one is left for the others, so that
 * their next job need not wait until one of its jobs ends (reliability.md B13). What waits for its turn stays in the queue.
 *
 * @returns what the runner asks before it takes a job: the flags of those who have their share. It lets one take after
 * another; otherwise several free places would all be given to the same organization at once.
 */
export function createShares(places: number, events: WorkerEvents): () => Promise<string[]> {
  const share = places - 1
  const running = new Map<string, number>()
  let turn = Promise.resolve()
  let endTurn = (): void => {}
  const count = (payload: unknown, more: 1 | -1): void => {
    const { organizationId } = payload as { organizationId?: string }
    if (organizationId === undefined) return
    const now = (running.get(organizationId) ?? 0) + more
    if (now > 0) running.set(organizationId, now)
    else running.delete(organizationId)
  }
  // Every taking ends in one of these three.
  events.on('job:start', ({ job }) => {
    count(job.payload, 1)
    endTurn()
  })
  events.on('worker:getJob:empty', () => endTurn())
  events.on('worker:getJob:error', () => endTurn())
  events.on('job:complete', ({ job }) => count(job.payload, -1))
  return async () => {
    const before = turn
    const { promise, resolve } = Promise.withResolvers<void>()
    turn = promise
    await before
    endTurn = resolve
    return [...running].flatMap(([organizationId, jobs]) => (jobs >= share ? [organizationId] : []))
  }
}
