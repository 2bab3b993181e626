import type { Reader } from './growth.ts'

/** As many numbers from 0 on; whole. */
export const range = (count: number): number[] => Array.from({ length: Math.floor(count) }, (_, at) => at)

/** What a text is made of for readers of lists, of which only its length counts. */
export const ENTRY = 'x'

/** Readers of something that grows by entries, as `measureGrowth` takes them: as many entries as the text is long. */
export const listsGrowing = (works: Record<string, (entries: number) => unknown>): Reader[] =>
  Object.entries(works).map(([name, work]) => ({ name, makeFor: () => (text) => work(text.length) }))
