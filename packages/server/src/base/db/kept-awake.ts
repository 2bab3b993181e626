import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Well within what a transaction may be left idle (`dead-peer-detection.ts`). */
const EVERY_MS = 5_000

/**
 * Waits for work inside a transaction that has to stay open for it, as that of a long look at one moment: meanwhile the
 * server hears from this process, and does not take it for one that hangs. Never where the transaction holds locks.
 */
export async function keptAwake<Result>(db: Db, work: Promise<Result>, everyMs = EVERY_MS): Promise<Result> {
  // What it fails of is told to the statement after it.
  const timer = setInterval(() => void sql`select 1`.execute(db).catch(() => {}), everyMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
