import type { Draw } from './draw.ts'
import type { LabPlatform } from './platforms.ts'

/** A page of the simulated web. */
export type Source = {
  url: string
  title: string
  /** Host without `www.`. */
  domain: string
  /** The name of the site, as search-results vendors show it. */
  site: string
  snippet: string
}

/** A sentence (or a table row's last cell) and the pages it leans on, as positions in `Answer.sources`. May hold `**bold**`. */
export type Sentence = { text: string; cites: readonly number[] }

export type Block =
  | { kind: 'paragraph'; sentences: Sentence[] }
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Item[] }
  | { kind: 'table'; header: string[]; rows: { cells: string[]; cites: readonly number[] }[] }

/** `points` are bullets of their own below the item. */
export type Item = { sentences: Sentence[]; points: string[] }

/** One composed answer, before any platform's wire format. */
export type LabAnswer = {
  platform: LabPlatform
  prompt: string
  day: string
  sample: number
  draw: Draw
  blocks: Block[]
  /** All pages consulted; those that no sentence cites were only looked at. */
  sources: Source[]
  /** What the platform searched for. */
  searches: string[]
  /** The model in force on that day: see `Market.model`. */
  model: { name: string | null; generation: number }
}

export const plain = (text: string): string => text.replaceAll('**', '')

/** Positions in `sources` that some sentence points at, ascending. */
export const citedSources = (answer: LabAnswer): number[] => {
  const cited = new Set<number>()
  for (const block of answer.blocks) for (const index of citesOf(block)) cited.add(index)
  return [...cited].toSorted((left, right) => left - right)
}

export const citesOf = (block: Block): readonly number[] => {
  switch (block.kind) {
    case 'paragraph':
      return block.sentences.flatMap(({ cites }) => cites)
    case 'heading':
      return []
    case 'list':
      return block.items.flatMap(({ sentences }) => sentences.flatMap(({ cites }) => cites))
    case 'table':
      return block.rows.flatMap(({ cites }) => cites)
  }
}
