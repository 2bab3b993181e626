import { findMentions } from '../names/mentions.ts'
import type { Book } from '../names/book.ts'
import { passagesOf, type Passage } from '../reading/passages.ts'
import { readableOf } from '../reading/readable.ts'
import { sentimentOf } from '../reading/sentiment.ts'
import { readStructure, type Range } from '../reading/structure.ts'

/** A part of an answer's text that speaks ill of an entity: offsets in it as it is stored, and as a reader sees it. */
export type CriticalPart = Range & { text: string }

/** Where one thought ends and the next begins: "fast, but dear" praises and blames. */
const boundaries =
  /[.!?;。！？\n|]+|\s[–—]\s|,?\s(?:but|although|though|however|while|whereas|yet|aber|jedoch|obwohl|während|mais|bien que|tandis que|pero|aunque|mientras que|но|хотя)\s/giu

/** The parts about an entity that blame it, in reading order; each once. */
export function criticalParts(stored: string, book: Book, entityId: string): CriticalPart[] {
  const { text, toStored } = readableOf(stored)
  const structure = readStructure(text)
  const passages = passagesOf(text, structure, findMentions(text, structure, book))
  const parts = new Map<number, CriticalPart>()
  for (const passage of passages)
    if (passage.mention.entityId === entityId)
      for (const range of thoughtsIn(text, passage)) {
        const part = text.slice(range.start, range.end)
        const judged = sentimentOf(part, namesIn(passages, range), book.judging)
        if (judged === 'negative')
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

const namesIn = (passages: readonly Passage[], range: Range): Range[] =>
  passages.flatMap(({ mention: { start, end } }) =>
    start >= range.start && end <= range.end ? [{ start: start - range.start, end: end - range.start }] : [],
  )
