import { DatabaseError } from 'pg'

/** SQLSTATE 23505: a unique index refused a row. */
export const isUniqueViolation = (error: unknown): boolean => error instanceof DatabaseError && error.code === '23505'

/** SQLSTATE 23503: what a row belongs to is not there (any more). */
export const isMissingParent = (error: unknown): boolean => error instanceof DatabaseError && error.code === '23503'

/** A newer version gave a table a column: a statement that was prepared before, and did nothing now, has to be prepared anew. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/**
 * SQLSTATE class 40: the server rolled a transaction back to let another pass (a deadlock, mostly); the same transaction
 * done again is likely to pass.
 */
export const isRolledBack = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code?.startsWith('40') === true

/** SQLSTATE 53100: the server has no room for what it was to write. */
export const isDiskFull = (error: unknown): boolean => error instanceof DatabaseError && error.code === '53100'

/**
 * What was asked took longer than it may, and would do so again: a statement (SQLSTATE 57014, also where an operator ended
 * it), a transaction (25P04), or the work between two statements of one (25P03).
 */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(57014|25P03|25P04)$/.test(error.code ?? '')

/** The database cannot be used right now, as this process has found out itself; trying again helps. */
export class Unavailable extends Error {}

/**
 * Whether the database could not be reached or is restarting, so that trying again helps: connection exceptions (08),
 * transaction rollback (40), operator intervention (57), insufficient resources (53), a lock that was waited for too long
 * (55P03), a transaction that took or was left idle for too long (25P03, 25P04), and what the socket itself reports.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Unavailable) return true
  if (error instanceof DatabaseError) return /^(08|40|53|57|55P03|25P03|25P04)/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code) ||
    /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Client was closed|not queryable/.test(
      error.message,
    )
  )
}
