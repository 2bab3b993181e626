import type { Citation, Source } from './platform.ts'

/** One pointer of the answer to a page, as often as it points. */
export type FoundCitation = { source: Source; span: { start: number; end: number } | null }

/** Of an answer: each is told with its page's address and title, and no answer has as many. `count` counts the others too. */
const MAX_SPANS = 2_000

/** N16: one citation a canonical URL with all its spans, by first position; those without a position last, as listed. */
export function mergeCitations(found: FoundCitation[]): Citation[] {
  const citations = new Map<string, Citation>()
  const known = new Set<string>()
  for (const { source, span } of found) {
    const key = comparisonKey(source)
    const citation = citations.get(key) ?? { ...source, spans: [], count: 0 }
    citations.set(key, citation)
    citation.count++
    citation.title ??= source.title
    if (span === null) continue
    const place = `${span.start} ${span.end} ${key}`
    if (!known.has(place) && known.size < MAX_SPANS) citation.spans.push({ start: span.start, end: span.end })
    known.add(place)
  }
  for (const citation of citations.values()) citation.spans = citation.spans.toSorted((a, b) => a.start - b.start)
  const firstPosition = (citation: Citation) => citation.spans[0]?.start ?? Number.MAX_SAFE_INTEGER
  return [...citations.values()].toSorted((a, b) => firstPosition(a) - firstPosition(b))
}

/** N18: the listed pages that the text does not point at, each once. */
export function listedOnly(listed: Source[], citations: Citation[]): Source[] {
  const cited = new Set(citations.map(comparisonKey))
  const sources = new Map<string, Source>()
  for (const source of listed) {
    const key = comparisonKey(source)
    if (cited.has(key)) continue
    const known = sources.get(key)
    if (!known) sources.set(key, { ...source })
    else known.title ??= source.title
  }
  return [...sources.values()]
}

/** N12: one trailing slash is dropped for comparison only. */
const comparisonKey = (source: Source): string => source.url.replace(/\/$/, '')
