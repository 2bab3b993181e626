import { Problem } from '@sightline/sdk'
import { createFairSemaphore, type Places, type Waiting } from './fair-semaphore.ts'

/**
 * Does a call's work on the database when there is a place for it.
 * @throws Problem service_unavailable when there was none for too long
 */
export type ConcurrencyLimiter = <Result>(organizationId: string, work: () => Promise<Result>) => Promise<Result>

/** A line in which nothing has ended for so long is stuck: who waits in it is told instead of kept (R8). */
const STUCK_MS = 2_000
/** As long as a statement may take: nobody waits longer, in a line that moves either. */
const LONGEST_WAIT_MS = 30_000

/** So many calls of one organization, and so many of all, work on the database at once, in this process. */
export function createConcurrencyLimiter(places: Places): ConcurrencyLimiter {
  const turns = createFairSemaphore(places)
  return async (organizationId, work) => {
    const waiting = turns.take(organizationId)
    if (waiting) await patiently(waiting)
    try {
      return await work()
    } finally {
      turns.leave(organizationId)
    }
  }
}

async function patiently(waiting: Waiting): Promise<void> {
  const beganAtMs = performance.now()
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const look = (): void => {
    const nowMs = performance.now()
    const leftMs = Math.min(
      Math.max(beganAtMs, waiting.movedAtMs()) + STUCK_MS - nowMs,
      beganAtMs + LONGEST_WAIT_MS - nowMs,
    )
    if (leftMs > 0) return void (timer = setTimeout(look, leftMs))
    waiting.giveUp()
    reject(
      new Problem('service_unavailable', {
        message: 'Calls that came before have not ended. Try again.',
        retryAfterSeconds: 1,
      }),
    )
  }
  let timer = setTimeout(look, STUCK_MS)
  try {
    await Promise.race([waiting.begun, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
