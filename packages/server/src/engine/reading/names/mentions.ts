import type { Matcher } from './matcher.ts'
import type { Placed } from './crowd.ts'
import type { Verdict } from './evidence.ts'
import { JUDGED_CEILINGS, judgePlaces, type Unjudged } from './judged-places.ts'
import { readableOf, type Readable } from '../text/readable.ts'
import { readStructure } from '../text/structure.ts'
import type { Structure } from '../text/block.ts'
import type { Surroundings } from './surroundings.ts'

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
  /** What the detector made of it. */
  isMention: boolean
  /** That the entity is meant, 0 to 1. */
  probability: number
}

/** What is said to be as likely as that holds 8 % of the places and 69 % of the errors (cross-validation). */
const [UNLIKELY, LIKELY] = [0.2, 0.8]

/** Places that may as well be mentions as not, in reading order. */
export function findDoubtfulNames(text: string, structure: Structure, matcher: Matcher): DoubtfulName[] {
  return judgePlaces(text, structure, matcher, JUDGED_CEILINGS)
    .judged.filter(({ verdict: { probability } }) => probability >= UNLIKELY && probability <= LIKELY)
    .map(({ place: { form, surface, start, end }, verdict }) => ({
      entityId: form.entity.id,
      surface,
      start,
      end,
      isMention: verdict.isMention,
      probability: verdict.probability,
    }))
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
