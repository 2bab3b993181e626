/** A day in UTC: always this long. */
export const DAY_MS = 86_400_000
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const DAY_AND_YEAR = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const INSTANT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `Nov 22` of a day `2026-11-22`; days are UTC, whatever the reader's zone. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))
export const dayAndYear = (day: string): string => DAY_AND_YEAR.format(new Date(`${day}T00:00:00Z`))
export const spanText = (from: string, to: string): string => `${dayText(from)} – ${dayAndYear(to)}`

/** `Nov 22, 2026, 9:15 AM` in the reader's zone. */
export const instantText = (instant: string): string => INSTANT.format(new Date(instant))

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** `3 hours ago`, `in 2 days`. */
export function agoText(instant: string, nowMs: number): string {
  const seconds = (new Date(instant).getTime() - nowMs) / 1_000
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.trunc(seconds / size), unit)
  return 'just now'
}
