import { findMentions } from '../../reading/names/mentions.ts'
import type { Matcher } from '../../reading/names/matcher.ts'
import { passagesOf, type Passage } from '../../reading/extraction/passages.ts'
import { firstThat } from '../../reading/text/range-index.ts'
import { readableOf } from '../../reading/text/readable.ts'
import { sentimentOf } from '../../reading/extraction/sentiment.ts'
import { readStructure } from '../../reading/text/structure.ts'
import type { Range } from '../../reading/text/range.ts'

/** A part of an answer's text that speaks ill of an entity: offsets in it as it is stored, and as a reader sees it. */
export type CriticalPart = Range & { text: string }

/** Where one thought ends and the next begins: "fast, but dear" praises and blames. */
const boundaries =
  /[.!?;。！？\n|]+|\s[–—]\s|,?\s(?:but|although|though|however|while|whereas|yet|aber|jedoch|obwohl|während|mais|bien que|tandis que|pero|aunque|mientras que|но|хотя)\s/giu

/** The parts about an entity that blame it, in reading order; each once. */
export function criticalParts(stored: string, matcher: Matcher, entityId: string): CriticalPart[] {
  const { text, toStored } = readableOf(stored)
  const structure = readStructure(text)
  const passages = passagesOf(text, structure, findMentions(text, structure, matcher))
  const namesIn = namesAmong(passages)
  const judged = new Set<string>()
  const parts = new Map<number, CriticalPart>()
  for (const passage of passages)
    if (passage.mention.entityId === entityId)
      for (const range of thoughtsIn(text, passage)) {
        // Mentions of one sentence share their thoughts.
        const place = `${range.start} ${range.end}`
        if (judged.has(place)) continue
        judged.add(place)
        const part = text.slice(range.start, range.end)
        if (sentimentOf(part, namesIn(range), matcher.sentiment) === 'negative')
          parts.set(range.start, {
            start: toStored(range.start),
            end: toStored(range.end),
            text: part.trim(),
          })
      }
  return [...parts.values()].toSorted((one, other) => one.start - other.start)
}

function thoughtsIn(text: string, { about }: Passage): Range[] {
  const cuts = [...text.slice(about.start, about.end).matchAll(boundaries)]
  const ends = [...cuts.map(({ index }) => about.start + index), about.end]
  const starts = [about.start, ...cuts.map(({ index, 0: cut }) => about.start + index + cut.length)]
  return starts.flatMap((start, at) => {
    const end = ends[at] ?? about.end
    return end > start ? [{ start, end }] : []
  })
}

/** The mentions that stand whole in a range, at their offsets in it. */
function namesAmong(passages: readonly Passage[]): (range: Range) => Range[] {
  const mentions = passages.map(({ mention }) => mention).toSorted((one, other) => one.start - other.start)
  return ({ start, end }) => {
    const [first, next] = [start, end].map((place) => firstThat(mentions, (mention) => mention.start >= place))
    return mentions
      .slice(first, next)
      .flatMap((mention) => (mention.end <= end ? [{ start: mention.start - start, end: mention.end - start }] : []))
  }
}
