import { addDays, daysOfWindow } from '../../shell/search.ts'

/** Two spans of whole days, the earlier first; each may be any. */
export type Periods = { a: Days; b: Days }
export type Days = { from: string; to: string }

/** What of it stands in the address. */
export type PeriodQuery = { [name in 'aFrom' | 'aTo' | 'bFrom' | 'bTo']?: string | undefined }

/** The days of the address; null where they do not say two spans. */
export function periodsOf({ aFrom, aTo, bFrom, bTo }: PeriodQuery): Periods | null {
  const days = [aFrom, aTo, bFrom, bTo]
  return days.every((day): day is string => day !== undefined && isDay(day))
    ? { a: { from: days[0] ?? '', to: days[1] ?? '' }, b: { from: days[2] ?? '', to: days[3] ?? '' } }
    : null
}

const isDay = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))

export const toAddress = ({ a, b }: Periods): Required<PeriodQuery> => ({
  aFrom: a.from,
  aTo: a.to,
  bFrom: b.from,
  bTo: b.to,
})

/** What is wrong with a span, in words; undefined where nothing is. */
export function faultOf({ from, to }: Days): string | undefined {
  if (from > to) return 'It must not end before it begins.'
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 >= 366 ? 'A period has at most 366 days.' : undefined
}

/** The days a window covers up to a day, and as many before them. */
export function windowAndBefore(window: string, last: string): Periods {
  const b = daysOfWindow(window, last)
  return { a: daysOfWindow(window, addDays(b.from, -1)), b }
}

/** The month of a day as far as it has gone, and the whole month before. */
export function monthAndBefore(last: string): Periods {
  const b = { from: `${last.slice(0, 7)}-01`, to: last }
  const endOfBefore = addDays(b.from, -1)
  return { a: { from: `${endOfBefore.slice(0, 7)}-01`, to: endOfBefore }, b }
}
