import { DAY_MS } from './day.ts'

/** A billing period: from its start, inclusive, to its end, exclusive; both in UTC. */
export type Period = { start: Date; end: Date }

/**
 * The period that an instant lies in, counted in months from the organization's anchor. Months that are too short clamp
 * (31st → 30th → 31st again): each boundary is computed from the anchor, never from the one before, so none drifts.
 */
export function periodOf(anchor: Date, at: Date): Period {
  let months = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth()
  if (boundary(anchor, months) > at) months -= 1
  return { start: boundary(anchor, months), end: boundary(anchor, months + 1) }
}

function boundary(anchor: Date, months: number): Date {
  const month = anchor.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const timeOfDayMs = anchor.getTime() % DAY_MS
  const midnight = Date.UTC(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), lastDay))
  return new Date(midnight + ((timeOfDayMs + DAY_MS) % DAY_MS))
}
