import { type FoundCitation, listedOnly, mergeCitations } from './citations.ts'
import { cut } from './cut.ts'
import type { Citation, Source } from './platform.ts'
import { sentencesBefore } from './sentences.ts'

/** More than any answer has; keeps the work on a hostile one bounded. */
const maxMarkers = 2000

const thoughtPattern = /<think>[\s\S]*?(?:<\/think>|$)/g

/**
 * Reads text with numbered markers `[1]`, `[2, 3]` (Perplexity; N2, N10). A number that stands for no known page stays in
 * the text as it is; thoughts in `<think>` go. Pages without a marker are listed (N18).
 */
export function readMarkers(
  text: string,
  sources: Map<number, Source>,
): { text: string; citations: Citation[]; listed: Source[] } {
  const thoughts = [...text.matchAll(thoughtPattern)].map(rangeOf)
  const spoken = text.replace(thoughtPattern, (thought) => ' '.repeat(thought.length))
  const markers = [...spoken.matchAll(/\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g)]
    .slice(0, maxMarkers)
    .flatMap((match) => {
      const pages = (match[1] ?? '').split(',').map((number) => sources.get(Number(number)))
      const known = pages.filter((page) => page !== undefined)
      return known.length < pages.length ? [] : [{ ...rangeOf(match), pages: known }]
    })
  const clean = cut(text, [...thoughts, ...markers])
  const claims = sentencesBefore(
    clean.text,
    markers.map((marker) => clean.at(marker.start)),
  )
  const found: FoundCitation[] = markers.flatMap((marker, index) =>
    marker.pages.map((source) => ({ source, span: claims[index] ?? null })),
  )
  const citations = mergeCitations(found)
  return { text: clean.text, citations, listed: listedOnly([...sources.values()], citations) }
}

const rangeOf = (match: RegExpExecArray): { start: number; end: number } => ({
  start: match.index,
  end: match.index + match[0].length,
})
