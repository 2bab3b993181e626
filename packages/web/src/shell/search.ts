import { DAY_MS } from '../format/times.ts'

/** What every page of a brand can be asked for; it stands in the address, so that a link shows the same. */
export type Filters = {
  /** Trailing span of whole days. */
  window?: Window | undefined
  platform?: string | undefined
  topic?: string | undefined
}

export type Window = '7d' | '28d' | '90d'
export const DEFAULT_WINDOW: Window = '7d'

/** The days of a window that ends with a day; both in UTC, both inclusive. */
export function daysOfWindow(window: string, to: string): { from: string; to: string } {
  const days = Number.parseInt(window, 10) * (window.endsWith('w') ? 7 : 1)
  return { from: addDays(to, 1 - days), to }
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export const windowWords: Record<Window, string> = { '7d': '7 days', '28d': '28 days', '90d': '90 days' }

/** `7 days` of `7d`. */
export const windowText = (window: string): string => {
  const known = knownOf(windowWords, window)
  return known === undefined ? window : windowWords[known]
}

export function readFilters(search: Record<string, unknown>): Filters {
  const window = knownOf(windowWords, textOf(search['window']))
  const platform = textOf(search['platform'])
  const topic = textOf(search['topic'])
  return {
    ...(window && window !== DEFAULT_WINDOW && { window }),
    ...(platform !== undefined && { platform }),
    ...(topic !== undefined && { topic }),
  }
}

/** A word of the address, if it is one. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined

/** A word of the address, if it is one of those known. */
export const knownOf = <Known extends string>(words: Record<Known, unknown>, word: string | undefined) =>
  // Own keys only, so that `constructor` is none.
  (word !== undefined && Object.hasOwn(words, word) ? word : undefined) as Known | undefined
