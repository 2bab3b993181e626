/** Days of the week as the API counts them, 0 = Sunday, in the order people read them. */
export const weekDays = [
  { day: 1, label: 'Monday' },
  { day: 2, label: 'Tuesday' },
  { day: 3, label: 'Wednesday' },
  { day: 4, label: 'Thursday' },
  { day: 5, label: 'Friday' },
  { day: 6, label: 'Saturday' },
  { day: 0, label: 'Sunday' },
] as const

const LOCAL = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })

/** `06:00 UTC (7:00 AM GMT+1)`: an hour of the day, and what it is for the reader now. */
export function hourText(hour: number, nowMs: number): string {
  const at = new Date(nowMs)
  at.setUTCHours(hour, 0, 0, 0)
  return `${String(hour).padStart(2, '0')}:00 UTC (${LOCAL.format(at)} here)`
}

/** Runs in an average month of so many days a week. */
export const runsAMonth = (daysAWeek: number): number => (daysAWeek * 365) / 7 / 12
