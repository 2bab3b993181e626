const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Before each attempt, counted from the one before (W12; the example schedule of Standard Webhooks). */
const DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
const LAST_DELAY_MS = DELAYS_MS.at(-1) ?? 0
/** A share of the delay, in both directions: what failed together is not tried together. */
const JITTER = 0.2
/** The schedule in its shortest form takes 60.5 hours. */
const SHORTEST_LIFE_MS = 60 * HOUR_MS

export type FailedAttempt = {
  /** Attempts made, this one included. */
  attempts: number
  /** When the delivery was due for the first time. */
  createdAt: Date
  failedAt: Date
  /** What the receiver asked for; null: nothing. */
  retryAfterMs: number | null
}

/**
 * When a delivery is tried again: null when it had its ten attempts. Attempts that came before their time (asked for by
 * hand, or after an outage) do not use it up: it lives for its schedule's time at least.
 * @param chance in [0, 1)
 */
export function nextAttemptAt(
  { attempts, createdAt, failedAt, retryAfterMs }: FailedAttempt,
  chance: () => number,
): Date | null {
  const age = failedAt.getTime() - createdAt.getTime()
  if (attempts >= DELAYS_MS.length && age >= SHORTEST_LIFE_MS) return null
  const scheduledMs = (DELAYS_MS[attempts] ?? LAST_DELAY_MS) * (1 - JITTER + 2 * JITTER * chance())
  const delayMs = Math.min(Math.max(retryAfterMs ?? 0, scheduledMs), 2 * scheduledMs)
  return new Date(failedAt.getTime() + Math.round(delayMs))
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** How long a receiver wants to be left alone, from `Retry-After`: seconds or a date; null for anything else. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
