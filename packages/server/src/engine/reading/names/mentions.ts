import type { Matcher } from './matcher.ts'
import { findCandidates, findHits, type Candidate } from './candidates.ts'
import { coMentionsReader, areSameCoMentions, NO_CO_MENTIONS } from './co-mentions.ts'
import { neighboursOf, type Placed } from './crowd.ts'
import { judge, NEEDED_POINTS } from './disambiguation.ts'
import type { CoMentions, Verdict } from './evidence.ts'
import { guessLanguage } from './lexicon.ts'
import { isUnambiguous } from './ambiguity.ts'
import { readableOf, type Readable } from '../text/readable.ts'
import { readStructure } from '../text/structure.ts'
import type { Structure } from '../text/block.ts'
import { layOut } from './layout.ts'
import { readSurroundings, type Surroundings } from './surroundings.ts'

/** One place in an answer's text where an entity is named. */
export type Mention = {
  entityId: string
  /** `text.slice(start, end)`; UTF-16 units, end exclusive. */
  surface: string
  start: number
  end: number
  /** Why it counts, in words a reader understands: "exact name", "list item 2", "alias", "bold". */
  evidence: string[]
}

/** Where the entities of a book are named in a text as it is stored, in reading order. */
export function mentionsIn(stored: string, matcher: Matcher): Mention[] {
  const readable = readableOf(stored)
  return findMentions(readable.text, readStructure(readable.text), matcher).map((mention) =>
    asStored(mention, stored, readable),
  )
}

/** A place of the readable text, at its offsets in the stored one. */
export function asStored<Place extends Pick<Mention, 'surface' | 'start' | 'end'>>(
  place: Place,
  stored: string,
  { text, toStored }: Readable,
): Place {
  if (text === stored) return place
  const [start, end] = [toStored(place.start), toStored(place.end)]
  return { ...place, start, end, surface: stored.slice(start, end) }
}

/**
 * How many occurrences of one entity's names are judged in an answer: sixteen times as many as the answer of 856 real
 * ones that repeats itself most has. More make no brand more visible; they only cost time and storage.
 */
export const MOST_JUDGED_OCCURRENCES = 500

/**
 * How many of all entities together. It bounds what one answer costs to store and to tell: with a hundred competitors the
 * ceiling of each alone would leave 20,000 occurrences in one text, 8 MB of JSON.
 */
export const MOST_JUDGED_IN_ANSWER = 2_000

export type JudgedCeilings = { ofEntity: number; ofAnswer: number }
export const JUDGED_CEILINGS: JudgedCeilings = { ofEntity: MOST_JUDGED_OCCURRENCES, ofAnswer: MOST_JUDGED_IN_ANSWER }

/** Occurrences of an entity's names beyond those that are judged: found, and looked at no further. */
export type Unjudged = { entityId: string; occurrences: number }

/** The same for a text that is readable already and its structure, at its own offsets. */
export function findMentions(text: string, structure: Structure, matcher: Matcher): Mention[] {
  return readMentions(text, structure, matcher).mentions
}

/** With what was found beyond the ceilings, by entity id. */
export function readMentions(
  text: string,
  structure: Structure,
  matcher: Matcher,
  ceilings = JUDGED_CEILINGS,
): { mentions: Mention[]; unjudged: Unjudged[] } {
  const { judged, unjudged } = judgePlaces(text, structure, matcher, ceilings)
  const named = judged.filter(({ verdict }) => verdict.isMention)
  const mentions = joinPieces(
    named.map(({ place, verdict }) => asMention(place, verdict)),
    text,
  )
  return { mentions, unjudged }
}

/** A place whose name may mean something else. */
export type DoubtfulName = Pick<Mention, 'entityId' | 'surface' | 'start' | 'end'> & {
  /** What the rules made of it. */
  isMention: boolean
}

/** A point is the weight of the weakest evidence: one rule more or less would have turned the decision. */
const CLOSE_POINTS = [NEEDED_POINTS - 1, NEEDED_POINTS]

/** Places that the rules decided by the least there is, in reading order. */
export function findDoubtfulNames(text: string, structure: Structure, matcher: Matcher): DoubtfulName[] {
  return judgePlaces(text, structure, matcher, JUDGED_CEILINGS)
    .judged.filter(({ place, verdict }) => !isUnambiguous(place.form.likeness) && CLOSE_POINTS.includes(verdict.points))
    .map(({ place: { form, surface, start, end }, verdict }) => ({
      entityId: form.entity.id,
      surface,
      start,
      end,
      isMention: verdict.isMention,
    }))
}

function judgePlaces(text: string, structure: Structure, matcher: Matcher, ceilings: JudgedCeilings) {
  const hits = findHits(text, matcher)
  if (hits.length === 0) return { judged: [], unjudged: [] }
  const layout = layOut(structure)
  const { kept, unjudged } = upTo(ceilings, findCandidates(text, hits, layout, matcher))
  const placed = kept.map((candidate) => ({
    ...candidate,
    surroundings: readSurroundings(text, candidate, layout),
  }))
  return { judged: placed.length === 0 ? [] : judgeAll(text, structure, matcher, placed), unjudged }
}

/** The first candidates of each entity, and how many there were beyond. */
function upTo(ceilings: JudgedCeilings, candidates: Candidate[]): { kept: Candidate[]; unjudged: Unjudged[] } {
  const counts = new Map<string, number>()
  for (const { form } of candidates) counts.set(form.entity.id, (counts.get(form.entity.id) ?? 0) + 1)
  const most = mostOfEach(ceilings, [...counts.values()])
  const seen = new Map<string, number>()
  const kept = candidates.filter(({ form: { entity } }) => {
    const count = (seen.get(entity.id) ?? 0) + 1
    seen.set(entity.id, count)
    return count <= most
  })
  const unjudged = [...counts]
    .filter(([, count]) => count > most)
    .map(([entityId, count]) => ({ entityId, occurrences: count - most }))
    .toSorted((a, b) => (a.entityId < b.entityId ? -1 : 1))
  return { kept, unjudged }
}

/**
 * The same for every entity, so that none is left out because others are named first; the largest with which all stay below
 * the answer's ceiling. One at least: whoever is named has a place.
 */
function mostOfEach({ ofEntity, ofAnswer }: JudgedCeilings, counts: number[]): number {
  const keptWith = (most: number) => counts.reduce((sum, count) => sum + Math.min(count, most), 0)
  if (keptWith(ofEntity) <= ofAnswer) return ofEntity
  let [enough, tooMany] = [1, ofEntity]
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2)
    if (keptWith(middle) <= ofAnswer) enough = middle
    else tooMany = middle
  }
  return enough
}

type Judged = { place: Placed; verdict: Verdict }

/** Rounds after which a chain of support ("Away, July, Monos") is long enough. */
const ROUNDS = 3

/** Names that are like nothing else first; each round those already certain support the doubtful ones. */
function judgeAll(text: string, structure: Structure, matcher: Matcher, placed: Placed[]): Judged[] {
  const { lexicon } = matcher
  const isCertainName = ({ form }: Placed) => isUnambiguous(form.likeness)
  const judgePlain = (place: Placed): Judged => ({
    place,
    verdict: judge({ ...place, text, language: 'en', lexicon, company: NO_CO_MENTIONS }),
  })
  const plainOnes = placed.filter(isCertainName).map(judgePlain)
  const doubtful = placed.filter((place) => !isCertainName(place))
  const certain = plainOnes.filter(({ verdict }) => verdict.isMention).map(({ place }) => place)
  const judged = doubtful.length === 0 ? [] : judgeDoubtful(text, structure, matcher, doubtful, certain)
  return [...plainOnes, ...judged].toSorted((a, b) => a.place.start - b.place.start || b.place.end - a.place.end)
}

function judgeDoubtful(
  text: string,
  structure: Structure,
  matcher: Matcher,
  doubtful: Placed[],
  plain: Placed[],
): Judged[] {
  const language = guessLanguage(text)
  const neighbours = neighboursOf(doubtful, text)
  const companyAmong = coMentionsReader(text, structure, neighbours)
  let certain = neighboursOf(plain, text)
  let judged: (Judged & { company: CoMentions })[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const companyOf = companyAmong(certain)
    judged = doubtful.map((place, at) => {
      const company = companyOf(neighbours[at]!)
      const known = judged[at]
      // The rest of what is judged by does not change.
      if (known !== undefined && areSameCoMentions(known.company, company)) return known
      return { place, company, verdict: judge({ ...place, text, language, lexicon: matcher.lexicon, company }) }
    })
    const accepted = neighbours.filter((_, at) => judged[at]?.verdict.isMention)
    const before = certain.length
    certain = [...new Set([...certain, ...accepted])]
    if (certain.length === before) break
  }
  return judged
}

function asMention(place: Placed, { reasons }: Verdict): Mention {
  const { form, surface, start, end, surroundings } = place
  return {
    entityId: form.entity.id,
    surface,
    start,
    end,
    evidence: [nameKind(place), ...whereabouts(surroundings), ...reasons],
  }
}

function nameKind({ form, surface }: Placed): string {
  if (surface === form.entity.name) return 'exact name'
  if (form.role === 'domain') return 'domain as name'
  if (form.role === 'alias') return surface === form.entered ? 'alias' : 'other spelling of an alias'
  return 'other spelling'
}

function whereabouts({ block, bold, link }: Surroundings): string[] {
  const where: string[] = []
  if (block?.kind === 'item') where.push(block.ordinal === null ? 'list item' : `list item ${block.ordinal}`)
  if (block?.kind === 'row') where.push(block.ordinal === null ? 'table' : `table row ${block.ordinal}`)
  if (block?.kind === 'heading') where.push('heading')
  if (bold !== null) where.push('bold')
  if (link !== null) where.push('link text')
  return where
}

/** Neighbouring pieces of one entity are one mention: "Sony PlayStation". */
function joinPieces(mentions: Mention[], text: string): Mention[] {
  const joined: Mention[] = []
  for (const mention of mentions) {
    const last = joined.at(-1)
    const isPiece = last?.entityId === mention.entityId && text.slice(last.end, mention.start) === ' '
    if (last === undefined || !isPiece) joined.push(mention)
    else joined[joined.length - 1] = { ...last, end: mention.end, surface: text.slice(last.start, mention.end) }
  }
  return joined
}
