import { isUnambiguous } from './ambiguity.ts'
import { findCandidates, findHits, type Candidate } from './candidates.ts'
import { readCoMentions, NO_CO_MENTIONS } from './co-mentions.ts'
import { neighboursOf, type Neighbour } from './crowd.ts'
import { judge } from './disambiguation.ts'
import type { Occurrence, Verdict } from './evidence.ts'
import { layOut } from './layout.ts'
import { guessLanguage } from './lexicon.ts'
import type { Matcher } from './matcher.ts'
import { readSurroundings } from './surroundings.ts'
import { readFacts, type TextFacts } from './text-facts.ts'
import type { Structure } from '../text/block.ts'

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

export type Judged = { place: Occurrence; verdict: Verdict }

/** Where names are written in a text, in reading order, and what is made of each; and what was found beyond the ceilings. */
export function judgePlaces(
  text: string,
  structure: Structure,
  matcher: Matcher,
  ceilings: JudgedCeilings,
): { judged: Judged[]; facts: TextFacts | null; unjudged: Unjudged[] } {
  const hits = findHits(text, matcher)
  if (hits.length === 0) return { judged: [], facts: null, unjudged: [] }
  const layout = layOut(structure)
  const { kept, unjudged } = upTo(ceilings, findCandidates(text, hits, layout, matcher))
  if (kept.length === 0) return { judged: [], facts: null, unjudged }
  const placed = kept.map((candidate) => ({ ...candidate, surroundings: readSurroundings(text, candidate, layout) }))
  return { ...judgeAll(text, structure, matcher, neighboursOf(placed, text)), unjudged }
}

/** Names that are like nothing else first: those that count say something of the doubtful ones. */
function judgeAll(text: string, structure: Structure, { lexicon }: Matcher, neighbours: Neighbour[]) {
  const language = guessLanguage(text)
  const isPlain = ({ place }: Neighbour) => isUnambiguous(place.form.likeness)
  const doubtful = neighbours.filter((neighbour) => !isPlain(neighbour))
  const facts = readFacts(text, structure, language, lexicon)
  const judgeOne = ({ place, slots }: Neighbour, company: Occurrence['company']): Judged => {
    const occurrence = { ...place, text, language, lexicon, slots, company }
    return { place: occurrence, verdict: judge(occurrence, facts) }
  }
  const plain = neighbours.filter(isPlain).map((neighbour) => ({ neighbour, ...judgeOne(neighbour, NO_CO_MENTIONS) }))
  const certain = plain.filter(({ verdict }) => verdict.isMention).map(({ neighbour }) => neighbour)
  const companies = readCoMentions(text, structure, doubtful, certain, facts, lexicon)
  const judged = [...plain, ...doubtful.map((neighbour, at) => judgeOne(neighbour, companies[at]!))]
  return { judged: judged.toSorted((a, b) => a.place.start - b.place.start || b.place.end - a.place.end), facts }
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
