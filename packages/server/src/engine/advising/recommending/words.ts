import { mostNamed, type MeasuredCell, type Situation } from './situation.ts'

/** A question in quotes, cut where it is long. */
export const quoted = (text: string, length = 80): string => `“${cut(text, length)}”`

/** At most so many characters, cut at a word. */
export function cut(text: string, length: number): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const characters = Array.from(plain)
  if (characters.length <= length) return plain
  const start = characters.slice(0, length - 1).join('')
  return `${start.slice(0, start.lastIndexOf(' ') > length / 2 ? start.lastIndexOf(' ') : start.length)}…`
}

/** "A, B and 3 others". */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most)
  const rest = names.length - shown.length
  const parts = rest > 0 ? [...shown, `${rest} other${rest === 1 ? '' : 's'}`] : shown
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export const namesOf = (situation: Situation, ids: readonly string[]): string =>
  listed(ids.map((id) => situation.rival(id).name))

/** "Quorvane (8) and Taskmoor (5)": how many of the cells' answers name each, most first. */
export const namedTimes = (situation: Situation, ids: readonly string[], cells: readonly MeasuredCell[]): string =>
  listed(mostNamed(cells, ids).map(({ id, named }) => `${situation.rival(id).name} (${named})`))

/** "1 answer", "12 answers". */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

export const during = ({ days }: Situation): string => `From ${days.from} to ${days.to}`
