const dayMs = 86_400_000

/** A UTC day as `YYYY-MM-DD`. */
export type Day = string

/** Whole days since 1970-01-01. Throws on anything that is not a real `YYYY-MM-DD`. */
export const dayNumber = (day: Day): number => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) throw new RangeError(`Not a day: ${day}`)
  return ms / dayMs
}

const dayOf = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10)

export const addDays = (day: Day, days: number): Day => dayOf(dayNumber(day) + days)

/** Both ends included; empty when `to` lies before `from`. */
export const daysBetween = (from: Day, to: Day): Day[] => {
  const first = dayNumber(from)
  return Array.from({ length: Math.max(0, dayNumber(to) - first + 1) }, (_, index) => dayOf(first + index))
}
