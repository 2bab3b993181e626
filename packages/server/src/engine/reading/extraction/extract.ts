import { absencesOf } from './absence.ts'
import type { AbsenceRule } from './absence-phrase.ts'
import type { Matcher, EntityNames } from '../names/matcher.ts'
import type { ObservedEntity, Sentiment } from '../../scoring/cells.ts'
import { ownerOf, ownersOf, type Ownership } from './ownership.ts'
import { listingsOf, type ListingRule } from './listed.ts'
import { JUDGED_CEILINGS, type JudgedCeilings, type Unjudged } from '../names/judged-places.ts'
import { asStored, readMentions, type Mention } from '../names/mentions.ts'
import { passagesOf } from './passages.ts'
import { placesOf, type Place } from './place.ts'
import { readableOf } from '../text/readable.ts'
import { sentimentsOf } from './sentiment.ts'
import type { Weight } from '../text/sentiment-lexicon.ts'
import { readStructure } from '../text/structure.ts'

/** Raised whenever `extract` changes its result for the same answer; stored with each result. */
export const EXTRACTION_VERSION = 7

/** A page as the platforms' readers give it: `domain` without `www.`, IDN as Unicode. */
export type CitedPage = { url: string; domain: string; title: string | null }

export type ExtractableAnswer<Citation extends CitedPage = CitedPage, Source extends CitedPage = CitedPage> = {
  outcome: 'ok' | 'not_triggered' | 'refused' | 'empty' | 'failed'
  text: string
  /** Pages that the text points at. */
  citations: Citation[]
  /** Pages that were shown or consulted only. */
  listed: Source[]
}

export type ExtractedMention = Mention & {
  isListed: boolean
  listingRule: ListingRule | 'absent'
  sentiment: Sentiment
  /** What made the sentiment. */
  weight: Weight
}

export type Extraction<Citation extends CitedPage = CitedPage, Source extends CitedPage = CitedPage> = {
  outcome: ExtractableAnswer['outcome']
  /** In reading order. */
  mentions: ExtractedMention[]
  /** Occurrences of names beyond the ceilings, by entity id; none in any ordinary answer. */
  unjudged: Unjudged[]
  /** Of the entities that are named and not acknowledged absent. */
  places: Place[]
  absences: { entityId: string; rule: AbsenceRule; start: number; end: number }[]
  citations: (Citation & Ownership)[]
  listed: (Source & Ownership)[]
  /** Every entity that is named or cited, by id; what cells are counted from. */
  entities: ObservedEntity[]
  extractionVersion: number
}

/**
 * What one answer says of the entities of a book. Only an `ok` answer is measured: any other has no mentions, places
 * or entities. `discovered` are untracked names, which take part in the order only. Pure: same answer, same result.
 * Linear in the length of the text, whatever it holds. Occurrences beyond the ceilings are not judged.
 */
export function extract<Citation extends CitedPage, Source extends CitedPage>(
  answer: ExtractableAnswer<Citation, Source>,
  matcher: Matcher,
  entities: EntityNames[],
  discovered: Mention[] = [],
  ceilings = JUDGED_CEILINGS,
): Extraction<Citation, Source> {
  const owners = ownersOf(entities)
  const owned = <Page extends CitedPage>(page: Page): Page & Ownership => ({
    ...page,
    ...ownerOf(page.domain || page.url, owners),
  })
  const citations = answer.citations.map(owned)
  const listed = answer.listed.map(owned)
  const nothing = { mentions: [], unjudged: [], places: [], absences: [], entities: [] }
  const found = answer.outcome === 'ok' ? judge(answer.text, matcher, { discovered, citations, ceilings }) : nothing
  return { outcome: answer.outcome, ...found, citations, listed, extractionVersion: EXTRACTION_VERSION }
}

type Given = { discovered: Mention[]; citations: Ownership[]; ceilings: JudgedCeilings }

function judge(stored: string, matcher: Matcher, { discovered, citations, ceilings }: Given) {
  const readable = readableOf(stored)
  const { text, toStored, fromStored } = readable
  const structure = readStructure(text)
  const { mentions: found, unjudged } = readMentions(text, structure, matcher, ceilings)
  const passages = passagesOf(text, structure, found)
  const listings = listingsOf(text, structure, passages)
  const sentiments = sentimentsOf(text, passages, matcher.sentiment)
  const isEntry = (entityId: string) => ['entry', 'label'].includes(listings.entities.get(entityId)?.rule ?? '')
  const absences = absencesOf(text, passages, isEntry)
  const absent = new Set(absences.map(({ entityId }) => entityId))
  const mentions = passages.map(({ mention }, at): ExtractedMention => {
    const listing = listings.mentions[at] ?? { isListed: false, rule: 'named' }
    const isAbsent = absent.has(mention.entityId)
    return {
      ...mention,
      isListed: listing.isListed && !isAbsent,
      listingRule: isAbsent ? 'absent' : listing.rule,
      sentiment: sentiments.mentions[at] ?? 'neutral',
      weight: sentiments.weights[at] ?? { praise: 0, blame: 0 },
    }
  })
  const present = mentions.filter(({ entityId }) => !absent.has(entityId))
  const untracked = discovered.map(({ start, end, ...name }) => ({
    ...name,
    start: fromStored(start),
    end: fromStored(end),
  }))
  const places = placesOf(present, structure, untracked)
  return {
    mentions: mentions.map((mention) => asStored(mention, stored, readable)),
    unjudged,
    places,
    absences: absences.map((absence) => ({
      ...absence,
      start: toStored(absence.start),
      end: toStored(absence.end),
    })),
    entities: observe(mentions, places, absent, sentiments.entities, citations),
  }
}

/** In order of id, so that the result does not depend on the order of the book. */
function observe(
  mentions: ExtractedMention[],
  places: Place[],
  absent: Set<string>,
  sentiments: Map<string, Sentiment>,
  citations: Ownership[],
): ObservedEntity[] {
  const placeOf = new Map(places.map(({ entityId, place }) => [entityId, place]))
  const named = new Set(mentions.map(({ entityId }) => entityId))
  const listed = new Set(mentions.filter(({ isListed }) => isListed).map(({ entityId }) => entityId))
  const cited = new Set(citations.flatMap(({ entityId }) => entityId ?? []))
  return [...new Set([...named, ...cited])].toSorted().map((entityId) => ({
    entityId,
    isNamed: named.has(entityId),
    isAcknowledgedAbsent: absent.has(entityId),
    place: placeOf.get(entityId) ?? null,
    isListed: listed.has(entityId),
    isCited: cited.has(entityId),
    sentiment: absent.has(entityId) ? null : (sentiments.get(entityId) ?? null),
  }))
}
