/** Receivers refuse signatures that are five minutes off; a minute is already a clock that nobody keeps. */
const MAX_SKEW_MS = 60_000
const SILENCE_MS = 600_000

/**
 * Watches that the database's clock, whose time is signed, and this machine's agree: which of them is wrong, its operator
 * must find.
 * @param report told the difference in milliseconds, at most every ten minutes
 */
export function createClockSkewMonitor(
  machineNowMs: () => number,
  report: (milliseconds: number) => void,
): (databaseNow: Date) => void {
  let silentUntilMs = Number.NEGATIVE_INFINITY
  return (databaseNow) => {
    const now = machineNowMs()
    const skewMs = Math.round(databaseNow.getTime() - now)
    if (Math.abs(skewMs) <= MAX_SKEW_MS || now < silentUntilMs) return
    silentUntilMs = now + SILENCE_MS
    report(skewMs)
  }
}
