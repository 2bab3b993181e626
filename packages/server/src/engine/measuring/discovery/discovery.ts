import type { EntityNames } from '../../reading/names/matcher.ts'
import { nameKindOf, wordsIn, type Vocabulary } from './discovery-names.ts'
import { namePlaces, type NamePlace } from './discovery-places.ts'
import { countWords } from './discovery-words.ts'
import type { Lexicon } from '../../reading/names/lexicon.ts'
import { readableOf } from '../../reading/text/readable.ts'
import { readStructure } from '../../reading/text/structure.ts'

export type DiscoverableAnswer = { id: string; prompt: string; text: string }

/** A name that answers set out and nobody tracks. */
export type DiscoveredName = {
  /** In its commonest writing. */
  name: string
  /** Answers that set it out: in a list, a table, a heading or a bold lead. Each counts once. */
  answers: number
  /** By the place in which each answer sets it out first. */
  places: { item: number; row: number; heading: number }
  /** The answers, in the order given. */
  answerIds: string[]
  /** Up to three passages, of the first answers. */
  examples: { answerId: string; text: string }[]
}

/** Reads answers one by one, so that a caller may pause between them, and then tells the names. */
export type Discovery = {
  read(answer: DiscoverableAnswer): void
  /** Most often set out first, then by name. Names of one answer are as often fragments: `minAnswers` 2 is a good start. */
  names(minAnswers: number): DiscoveredName[]
}

/** Finds untracked names over many answers: the same names whatever the machine. About 0.5 ms an answer. */
export function startDiscovery(tracked: readonly EntityNames[], lexicon: Lexicon): Discovery {
  const words = countWords()
  const read: { answer: DiscoverableAnswer; places: NamePlace[] }[] = []
  return {
    read: (stored) => {
      const answer = { ...stored, text: readableOf(stored.text).text }
      const structure = readStructure(answer.text)
      words.read(answer.text, structure)
      read.push({ answer, places: namePlaces(answer.text, structure) })
    },
    names: (minAnswers) => {
      const isTracked = trackedTest(tracked)
      const finds = new Map<string, Find>()
      for (const { answer, places } of read) {
        const vocabulary = { lexicon, words, topic: topicOf(answer.prompt) }
        for (const { key, place } of namesAmong(places, vocabulary))
          if (!isTracked(key)) sight(finds, key, place, answer)
      }
      return joinLonger(finds)
        .filter(({ sightings }) => sightings.size >= minAnswers)
        .map(toDiscovered)
        .toSorted((one, other) => other.answers - one.answers || (one.name < other.name ? -1 : 1))
    },
  }
}

/** What a question asks about; what it writes with a capital may be a name that answers are to compare. */
const topicOf = (prompt: string): Set<string> =>
  new Set(prompt.split(/\s+/).flatMap((word) => (/^[^\p{L}]*\p{Lu}/u.test(word) ? [] : wordsIn(word))))

type Sighting = { kind: NamePlace['kind']; text: string }
type Find = { writings: Map<string, number>; sightings: Map<string, Sighting> }

function sight(finds: Map<string, Find>, key: string, place: NamePlace, answer: DiscoverableAnswer): void {
  const find = finds.get(key) ?? { writings: new Map<string, number>(), sightings: new Map<string, Sighting>() }
  finds.set(key, find)
  find.writings.set(place.words, (find.writings.get(place.words) ?? 0) + 1)
  if (!find.sightings.has(answer.id))
    find.sightings.set(answer.id, { kind: place.kind, text: passageAt(answer.text, place.start) })
}

/** Dictionary words count where at least half of their list's members are names without doubt. */
function namesAmong(places: NamePlace[], vocabulary: Vocabulary): { key: string; place: NamePlace }[] {
  const judged = places.map((place) => ({ place, kind: nameKindOf(place.words, vocabulary) }))
  const lists = Map.groupBy(judged, ({ place }) => place.listId)
  const listsOfNames = new Set(
    [...lists].flatMap(([listId, members]) => {
      const names = members.filter(({ kind }) => kind === 'name').length
      return listId !== null && names >= 2 && names * 2 >= members.length ? [listId] : []
    }),
  )
  return judged
    .filter(({ kind, place: { listId } }) => kind === 'name' || (kind === 'word' && listsOfNames.has(listId ?? -1)))
    .map(({ place }) => ({ key: nameKey(place.words), place }))
    .filter(({ key }) => key !== '')
}

/** What makes two writings one name: words folded, legal forms left out. Empty for what holds no word. */
export const nameKey = (words: string): string =>
  words
    .split(' ')
    .flatMap(wordsIn)
    .filter((word, at) => at === 0 || !LEGAL_FORMS.has(word.replaceAll('.', '')))
    .join(' ')

const LEGAL_FORMS = new Set(['inc', 'ltd', 'llc', 'gmbh', 'ag', 'corp', 'co', 'plc', 'sa', 'bv', 'oy', 'ab', 'kg'])

/** A name is tracked when a tracked one stands in it as words: "Acme Pro" for Acme. */
function trackedTest(tracked: readonly EntityNames[]): (key: string) => boolean {
  const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const written = tracked
    .flatMap(({ name, aliases, domains }) => [name, ...aliases, ...domains])
    .map((name) => bare(nameKey(name)))
    .filter((name) => name !== '')
  const apart = new Set(written)
  const together = new Set(written.map((name) => name.replaceAll(' ', '')))
  return (key) => {
    const words = bare(key)
    return together.has(words.replaceAll(' ', '')) || runsOf(words.split(' ')).some((run) => apart.has(run))
  }
}

/** Neighbouring words, of which a name has a few: "a b", "a" and "b" of "a b". */
const runsOf = (words: string[]): string[] =>
  words.flatMap((_, start) => words.slice(start).map((_, count) => words.slice(start, start + count + 1).join(' ')))

/** "HubSpot Sales Hub" belongs to "HubSpot" where that is set out by itself in as many answers. */
function joinLonger(finds: Map<string, Find>): Find[] {
  const keys = [...finds.keys()].toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
  const kept = new Map<string, Find>()
  for (const key of keys) {
    const find = finds.get(key) as Find
    const words = key.split(' ')
    const shorter = words
      .slice(1)
      .map((_, at) => kept.get(words.slice(0, words.length - 1 - at).join(' ')))
      .find((other) => other !== undefined && other.sightings.size >= find.sightings.size)
    if (shorter === undefined) kept.set(key, { writings: find.writings, sightings: new Map(find.sightings) })
    else
      for (const [id, sighting] of find.sightings) if (!shorter.sightings.has(id)) shorter.sightings.set(id, sighting)
  }
  return [...kept.values()]
}

function toDiscovered({ writings, sightings }: Find): DiscoveredName {
  const places = { item: 0, row: 0, heading: 0 }
  for (const { kind } of sightings.values()) places[kind]++
  const [commonest] = [...writings].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return {
    name: commonest?.[0] ?? '',
    answers: sightings.size,
    places,
    answerIds: [...sightings.keys()],
    examples: [...sightings].slice(0, 3).map(([answerId, { text }]) => ({ answerId, text })),
  }
}

/** The line from its start, at most 160 units, no half characters. */
const passageAt = (text: string, start: number): string =>
  (text.slice(start, start + 160).split('\n')[0] ?? '').trim().toWellFormed()
