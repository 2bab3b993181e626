import type { Matcher } from '../names/matcher.ts'
import { asStored, findDoubtfulNames, findMentions } from '../names/mentions.ts'
import { passagesOf } from '../extraction/passages.ts'
import { readableOf } from '../text/readable.ts'
import { doubtfulSentiments } from '../extraction/sentiment.ts'
import { readStructure } from '../text/structure.ts'

/** A place of an answer that the rules left ambiguous. */
export type Doubt = {
  entityId: string
  /** `stored.slice(start, end)`; UTF-16 units, end exclusive. */
  surface: string
  start: number
  end: number
  /** Whether the rules counted it as a mention. */
  isCounted: boolean
  /** What is in doubt. */
  isNameDoubtful: boolean
  isSentimentDoubtful: boolean
}

/**
 * What the rules decided by the least there is, in reading order: names that one piece of evidence more or less would have
 * turned, and mentions of which words speak well and ill, or too weakly for a verdict. Pure: same answer, same doubts.
 */
export function doubtsOf(stored: string, matcher: Matcher): Doubt[] {
  const readable = readableOf(stored)
  const { text } = readable
  const structure = readStructure(text)
  const names = findDoubtfulNames(text, structure, matcher)
  const passages = passagesOf(text, structure, findMentions(text, structure, matcher))
  const sentiments = doubtfulSentiments(text, passages, matcher.sentiment)
  const isName = new Set(names.map(({ entityId, start }) => `${entityId} ${start}`))
  const counted = passages.map(({ mention: { entityId, surface, start, end } }, at) => ({
    entityId,
    surface,
    start,
    end,
    isCounted: true,
    isNameDoubtful: isName.has(`${entityId} ${start}`),
    isSentimentDoubtful: sentiments[at] ?? false,
  }))
  const passedOver = names
    .filter(({ isMention }) => !isMention)
    .map(({ isMention, ...place }) => ({
      ...place,
      isCounted: isMention,
      isNameDoubtful: true,
      isSentimentDoubtful: false,
    }))
  return [...counted, ...passedOver]
    .filter(({ isNameDoubtful, isSentimentDoubtful }) => isNameDoubtful || isSentimentDoubtful)
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map((doubt) => asStored(doubt, stored, readable))
}
