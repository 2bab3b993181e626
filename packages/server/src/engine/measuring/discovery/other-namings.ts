import type { UntrackedName } from './untracked.ts'
import type { DatedCell } from '../../scoring/report.ts'

/** Of one day: answers that were read for untracked names, and how many namings of such names they hold. */
export type ReadDay = { read: number; namings: number }

/** By day, from the answers that were read; an answer that names three of the names holds three namings. */
export const readDays = (
  read: readonly { id: string; day: string }[],
  names: readonly Pick<UntrackedName, 'answerIds'>[],
): Map<string, ReadDay> => {
  const namings = new Map<string, number>()
  for (const id of names.flatMap(({ answerIds }) => answerIds)) namings.set(id, (namings.get(id) ?? 0) + 1)
  const days = new Map<string, ReadDay>()
  for (const { id, day } of read) {
    const sum = days.get(day) ?? { read: 0, namings: 0 }
    days.set(day, sum)
    sum.read++
    sum.namings += namings.get(id) ?? 0
  }
  return days
}

/** Namings of untracked names in the cells' answers: what was read of a day stands for all of the day. */
export const otherNamings = (cells: readonly DatedCell[], days: ReadonlyMap<string, ReadDay>): number => {
  const answers = new Map<string, number>()
  for (const { day, outcomes } of cells) answers.set(day, (answers.get(day) ?? 0) + outcomes.ok)
  let namings = 0
  for (const [day, count] of answers) {
    const read = days.get(day)
    if (read && read.read > 0) namings += (read.namings * count) / read.read
  }
  return Math.round(namings)
}
