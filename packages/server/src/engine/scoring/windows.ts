import { DAY_MS } from '../measuring/planning/day.ts'

/** Days of the calendar in UTC, `YYYY-MM-DD`, all inclusive; the previous window is as long and ends the day before. */
export type WindowDays = { from: string; to: string; previousFrom: string; previousTo: string }

/**
 * The days of a trailing window that ends with `today`, and of the window before it. Today counts although it is not
 * over, so that the first answers give a score on the day they come. Throws RangeError where `parseWindow` gives null.
 */
export const windowDays = (window: string, today: string): WindowDays => {
  const days = parseWindow(window)
  if (days === null) throw new RangeError(`Not a window of 1 to ${MAX_WINDOW_DAYS} days: ${window}`)
  return {
    from: addDays(today, 1 - days),
    to: today,
    previousFrom: addDays(today, 1 - 2 * days),
    previousTo: addDays(today, -days),
  }
}

/** Number of days of a window such as `7d` or `4w`; null when it is none or not within 1–365 days. */
export const parseWindow = (window: string): number | null => {
  const match = /^([1-9]\d{0,2})([dw])$/.exec(window)
  if (match === null) return null
  const days = Number(match[1]) * (match[2] === 'w' ? 7 : 1)
  return days <= MAX_WINDOW_DAYS ? days : null
}

/** The day `days` after (before, when negative) this one. Throws RangeError for what is no day of the calendar. */
export const addDays = (day: string, days: number): string => {
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnightMs) || dayOf(midnightMs) !== day) throw new RangeError(`Not a day of the calendar: ${day}`)
  return dayOf(midnightMs + days * DAY_MS)
}

/** How many days a day lies after another: 0 for the same. */
export const daysBetween = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** The UTC day of an instant in milliseconds since 1970. */
export const dayOf = (instantMs: number): string => new Date(instantMs).toISOString().slice(0, 10)

export const MAX_WINDOW_DAYS = 365
export const DEFAULT_WINDOW = '7d'
