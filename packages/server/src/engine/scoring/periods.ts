import type { DayRange } from './span-score.ts'
import { addDays } from './windows.ts'

export type PeriodKind = 'day' | 'week' | 'month'

/**
 * The periods of a history that touch these days, oldest first, each in full: a period gives the same number whatever
 * days were asked for. `day`: the seven days that end with it, as the score of a `7d` window; `week`: Monday to Sunday
 * (ISO 8601); `month`: of the calendar.
 */
export const periodsOf = (kind: PeriodKind, { from, to }: DayRange): DayRange[] => {
  const periods: DayRange[] = []
  for (let period = periodOf(kind, from); startOf(kind, period) <= to; period = after(kind, period))
    periods.push(period)
  return periods
}

/** The period that a day belongs to. */
export const periodOf = (kind: PeriodKind, day: string): DayRange => {
  if (kind === 'day') return { from: addDays(day, 1 - DAYS_OF_A_POINT), to: day }
  if (kind === 'week') {
    const monday = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
    return { from: monday, to: addDays(monday, 6) }
  }
  const first = `${day.slice(0, 7)}-01`
  // 31 days after the first is always in the next month.
  return { from: first, to: addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1) }
}

/** The periods in parts whose days, together, are about as many as asked for: what is read at once. */
export const batchesOf = (periods: readonly DayRange[], days: number): { span: DayRange; periods: DayRange[] }[] => {
  const batches: { span: DayRange; periods: DayRange[] }[] = []
  for (const period of periods) {
    const batch = batches.at(-1)
    if (batch && period.to < addDays(batch.span.from, days)) {
      batch.periods.push(period)
      batch.span.to = period.to
    } else batches.push({ span: { ...period }, periods: [period] })
  }
  return batches
}

/** A day has too few answers for a score of its own; seven make each point the score of that day. */
const DAYS_OF_A_POINT = 7

const startOf = (kind: PeriodKind, period: DayRange): string => (kind === 'day' ? period.to : period.from)

const after = (kind: PeriodKind, period: DayRange): DayRange => periodOf(kind, addDays(period.to, 1))
