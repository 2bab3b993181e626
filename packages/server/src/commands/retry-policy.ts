import { setTimeout as sleep } from 'node:timers/promises'
import type { RetryPolicy } from '../wiring/installation.ts'
import type { Terminal } from './terminal.ts'

/** As long as a database of the same compose file or cluster takes to start; then the supervisor starts the process anew. */
const LONGEST_MS = 60_000
const EVERY_MS = 500

/** The process was told to stop while it waited: it has opened nothing. */
export class StoppedWaiting extends Error {
  override readonly name = 'StoppedWaiting'
}

/**
 * Waits for a database that is not there yet, and says so once.
 * @param stopped settles when the process is told to stop
 */
export function retryPolicyOf(terminal: Terminal, stopped: Promise<unknown>, longestMs = LONGEST_MS): RetryPolicy {
  let sinceMs: number | undefined
  return async (absence) => {
    if (sinceMs === undefined)
      terminal.err(`${absence.message} Waiting for it, ${longestMs / 1_000} seconds at most …\n`)
    sinceMs ??= performance.now()
    if (performance.now() - sinceMs > longestMs) throw absence
    const ended = new AbortController()
    const pause = sleep(EVERY_MS, undefined, { signal: ended.signal }).then(() => false)
    const isStopped = await Promise.race([pause, stopped.then(() => true)])
    ended.abort()
    pause.catch(() => {})
    if (isStopped) throw new StoppedWaiting(absence.message)
  }
}
