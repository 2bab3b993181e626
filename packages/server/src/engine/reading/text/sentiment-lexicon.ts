import { BLAME_FOREIGN, NEGATIONS_FOREIGN, PRAISE_FOREIGN } from './sentiment-words-foreign.ts'
import { BLAME, NEGATIONS, NO_JUDGEMENT, NOT_NEGATIONS, PRAISE, WEAK_BLAME, WEAK_PRAISE } from './sentiment-words.ts'

/** Words that judge, a weak one counted half. */
export type Weight = { praise: number; blame: number }
type Entry = { rest: string[]; weight: Weight }

/** The judging words made ready. */
export type SentimentLexicon = {
  words: Map<string, Entry[]>
  stems: Map<string, Entry[]>
  negations: Set<string>
  exceptions: Set<string>
}

let ready: SentimentLexicon | null = null

/** Made once a process: it takes longer than judging an answer. */
export const sentimentLexicon = (): SentimentLexicon => (ready ??= makeLexicon())

function makeLexicon(): SentimentLexicon {
  const lexicon: SentimentLexicon = {
    words: new Map(),
    stems: new Map(),
    negations: new Set([...entriesOf(NEGATIONS), ...entriesOf(NEGATIONS_FOREIGN)]),
    exceptions: new Set(entriesOf(NOT_NEGATIONS)),
  }
  const lists: [string, Weight][] = [
    [PRAISE, { praise: 1, blame: 0 }],
    [PRAISE_FOREIGN, { praise: 1, blame: 0 }],
    [WEAK_PRAISE, { praise: 0.5, blame: 0 }],
    [BLAME, { praise: 0, blame: 1 }],
    [BLAME_FOREIGN, { praise: 0, blame: 1 }],
    [WEAK_BLAME, { praise: 0, blame: 0.5 }],
    [NO_JUDGEMENT, { praise: 0, blame: 0 }],
  ]
  for (const [words, weight] of lists) {
    for (const phrase of entriesOf(words)) {
      const [first = '', ...rest] = phrase.split(' ')
      const stem = first.endsWith('*')
      const table = stem ? lexicon.stems : lexicon.words
      const key = stem ? first.slice(0, -1) : first
      table.set(key, [...(table.get(key) ?? []), { rest, weight }])
    }
  }
  return lexicon
}

/** The entries of a table of words. */
export function entriesOf(list: string): string[] {
  return list
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
