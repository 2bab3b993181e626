import type { Book } from './book.ts'
import { findCandidates, type Candidate } from './candidates.ts'
import { companyOf, hostsIn, NO_COMPANY } from './company.ts'
import { judge, NEEDED_POINTS } from './disambiguation.ts'
import type { Verdict } from './evidence.ts'
import { guessLanguage } from './lexicon.ts'
import { isLikeNothingElse } from './likeness.ts'
import { readableOf, type Readable } from '../reading/readable.ts'
import { readStructure, type Structure } from '../reading/structure.ts'
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
export function mentionsIn(stored: string, book: Book): Mention[] {
  const readable = readableOf(stored)
  return findMentions(readable.text, readStructure(readable.text), book).map((mention) =>
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

/** The same for a text that is readable already and its structure, at its own offsets. */
export function findMentions(text: string, structure: Structure, book: Book): Mention[] {
  const named = judgePlaces(text, structure, book).filter(({ verdict }) => verdict.isMention)
  return joinPieces(
    named.map(({ place, verdict }) => asMention(place, verdict)),
    text,
  )
}

/** A place whose name may mean something else. */
export type DoubtfulName = Pick<Mention, 'entityId' | 'surface' | 'start' | 'end'> & {
  /** What the rules made of it. */
  isMention: boolean
}

/** A point is the weight of the weakest evidence: one rule more or less would have turned the decision. */
const CLOSE_POINTS = [NEEDED_POINTS - 1, NEEDED_POINTS]

/** Places that the rules decided by the least there is, in reading order. */
export function findDoubtfulNames(text: string, structure: Structure, book: Book): DoubtfulName[] {
  return judgePlaces(text, structure, book)
    .filter(({ place, verdict }) => !isLikeNothingElse(place.form.likeness) && CLOSE_POINTS.includes(verdict.points))
    .map(({ place: { form, surface, start, end }, verdict }) => ({
      entityId: form.entity.id,
      surface,
      start,
      end,
      isMention: verdict.isMention,
    }))
}

function judgePlaces(text: string, structure: Structure, book: Book): Judged[] {
  const placed = findCandidates(text, structure, book).map((candidate) => ({
    ...candidate,
    surroundings: readSurroundings(text, candidate, structure),
  }))
  return placed.length === 0 ? [] : judgeAll(text, structure, book, placed)
}

type Placed = Candidate & { surroundings: Surroundings }
type Judged = { place: Placed; verdict: Verdict }

/** Rounds after which a chain of support ("Away, July, Monos") is long enough. */
const ROUNDS = 3

/** Names that are like nothing else first; each round those already certain support the doubtful ones. */
function judgeAll(text: string, structure: Structure, book: Book, placed: Placed[]): Judged[] {
  const { lexicon } = book
  const isCertainName = ({ form }: Placed) => isLikeNothingElse(form.likeness)
  const judgePlain = (place: Placed): Judged => ({
    place,
    verdict: judge({ ...place, text, language: 'en', lexicon, company: NO_COMPANY }),
  })
  const plainOnes = placed.filter(isCertainName).map(judgePlain)
  const doubtful = placed.filter((place) => !isCertainName(place))
  const certain = plainOnes.filter(({ verdict }) => verdict.isMention).map(({ place }) => place)
  const judged = doubtful.length === 0 ? [] : judgeDoubtful(text, structure, book, doubtful, certain)
  return [...plainOnes, ...judged].toSorted((a, b) => a.place.start - b.place.start || b.place.end - a.place.end)
}

function judgeDoubtful(text: string, structure: Structure, book: Book, doubtful: Placed[], plain: Placed[]): Judged[] {
  const language = guessLanguage(text)
  const hosts = hostsIn(text, structure)
  const small = ({ form: { entity } }: Placed) =>
    doubtful.filter(({ form, surface }) => form.entity === entity && surface === surface.toLowerCase()).length
  let certain = plain
  let judged: Judged[] = []
  for (let round = 0; round < ROUNDS; round++) {
    judged = doubtful.map((place) => {
      const company = companyOf(place, { certain, doubtful }, text, hosts, small(place))
      return { place, verdict: judge({ ...place, text, language, lexicon: book.lexicon, company }) }
    })
    const accepted = judged.filter(({ verdict }) => verdict.isMention).map(({ place }) => place)
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
