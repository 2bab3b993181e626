import { answerValue } from './truth.ts'

/**
 * The place of each name in a Markdown answer, read independently of how it was composed: the order of first mention,
 * or the ordinal of the list item, heading or table row that names it first, if that is larger.
 */
export const readPlaces = (text: string, names: readonly string[]): Map<string, number> => {
  const found = names
    .map((name) => ({ name, at: text.search(new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'u')) }))
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => left.at - right.at)
  return new Map(found.map(({ name, at }, index) => [name, Math.max(index + 1, ordinalAt(text, at))]))
}

const ordinalAt = (text: string, at: number): number => {
  const lines = text.slice(0, at).split('\n')
  const line = (lines.at(-1) ?? '') + text.slice(at).split('\n')[0]
  const start = lines.findLastIndex((each) => each === '') + 1
  if (/^\d+\. /.test(line)) return Number.parseInt(line, 10)
  if (line.startsWith('- ')) return lines.slice(start).filter((each) => each.startsWith('- ')).length
  if (line.startsWith('### ')) return lines.filter((each) => each.startsWith('### ')).length
  return line.startsWith('| ') ? lines.slice(start).length - 2 : 0
}

export const readValue = (text: string, names: readonly string[], name: string): number => {
  const place = readPlaces(text, names).get(name)
  return place === undefined || isAbsent(text, name) ? 0 : answerValue(place)
}

export const isAbsent = (text: string, name: string): boolean =>
  new RegExp(`(couldn't find|unable to find|no reliable information).*${name}`).test(text)

export type Estimate = { mean: number; standardError: number }

export const estimate = (values: readonly number[]): Estimate => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return { mean, standardError: Math.sqrt(variance / values.length) }
}
