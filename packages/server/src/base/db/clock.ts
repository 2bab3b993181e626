import type { Pool } from 'pg'

export type DatabaseClock = {
  /** The database's time, whatever this machine's clock says. */
  now(): Date
  /** Resolves when it was set for the first time, or could not be: then this machine's clock is used until it can. */
  isSet: Promise<void>
  close(): void
}

const SET_EVERY_MS = 2_000
/** Of some readings the quickest is the most exact: its answer was made at most half its time away from the middle. */
const READINGS = 3
/** How far two good counters part: an old reading is worth less. */
const DRIFT = 1e-4

/**
 * One clock for all processes: months and expiries end at the same instant in each, and a clock that is wrong, or set
 * while the process runs, moves none of them. Between two readings the processor's own counter runs, which nobody sets.
 */
export function keepDatabaseClock(pool: Pool): DatabaseClock {
  let known: Reading = { offsetMs: Date.now() - performance.now(), errorMs: Number.POSITIVE_INFINITY, readAtMs: 0 }
  const timer = setInterval(() => void set(), SET_EVERY_MS)
  timer.unref()
  return {
    now: () => new Date(performance.now() + known.offsetMs),
    isSet: set(),
    close: () => clearInterval(timer),
  }

  async function set(): Promise<void> {
    try {
      for (let reading = 0; reading < READINGS; reading += 1) adopt(await read(pool))
    } catch {
      // Unreachable for now: the counter goes on from the last reading.
    }
  }

  /** A slower reading says nothing against a more exact one, unless it shows that it cannot be right. */
  function adopt(read: Reading): void {
    const errorMs = known.errorMs + (read.readAtMs - known.readAtMs) * DRIFT
    const isRefuted = Math.abs(read.offsetMs - known.offsetMs) > read.errorMs + errorMs
    if (read.errorMs <= errorMs || isRefuted) known = read
  }
}

/** How far the database's time is ahead of this process's counter, and how wrong that may be. */
type Reading = { offsetMs: number; errorMs: number; readAtMs: number }

async function read(pool: Pool): Promise<Reading> {
  const askedAtMs = performance.now()
  const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
  const readAtMs = performance.now()
  return {
    offsetMs: Number(rows[0]?.ms) - (askedAtMs + readAtMs) / 2,
    errorMs: (readAtMs - askedAtMs) / 2,
    readAtMs,
  }
}
