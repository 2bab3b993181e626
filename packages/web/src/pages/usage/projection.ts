import { DAY_MS } from '../../format/times.ts'

/**
 * Where the period will end at the pace so far, in whole calls; null in its first day, when a pace says nothing.
 * Instants in ISO 8601.
 */
export function projected(used: number, start: string, end: string, nowMs: number): number | null {
  const began = Date.parse(start)
  const elapsed = Math.min(nowMs, Date.parse(end)) - began
  return elapsed < DAY_MS ? null : Math.round((used * (Date.parse(end) - began)) / elapsed)
}
