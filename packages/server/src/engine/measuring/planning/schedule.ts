/** `hour` 0–23 in UTC; `days` of the week, 0 = Sunday, at least one. */
export type ScheduleTimes = { hour: number; days: readonly number[] }

/** The first instant strictly after `after` at which the schedule is due. Throws RangeError when it never is. */
export const nextRunAt = ({ hour, days }: ScheduleTimes, after: Date): Date => {
  // Eight days: today's hour may be over and today the only day.
  for (let ahead = 0; ahead <= 7; ahead++) {
    const due = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate() + ahead, hour))
    if (due.getTime() > after.getTime() && days.includes(due.getUTCDay())) return due
  }
  throw new RangeError('A schedule has at least one day of the week, 0 to 6.')
}
