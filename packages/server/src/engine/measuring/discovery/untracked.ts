import { findHits } from '../../reading/names/candidates.ts'
import { buildMatcher, type EntityNames, type Matcher } from '../../reading/names/matcher.ts'
import { makeLexicon } from '../../reading/names/lexicon.ts'
import { mentionsIn } from '../../reading/names/mentions.ts'
import { readableOf } from '../../reading/text/readable.ts'
import { nameKey, startDiscovery, type DiscoverableAnswer } from './discovery.ts'

/** A name that nobody tracks, and the answers that name it anywhere in their text. */
export type UntrackedName = {
  /** The same for all writings of the name. */
  key: string
  /** In its commonest writing. */
  name: string
  /** In the order given; each once, however often it names it. */
  answerIds: string[]
}

/** Names of one answer are as often fragments as names. */
const MIN_ANSWERS = 2
/** What stands beyond the two hundred commonest names is in next to no answer. */
const NAMES = 200
/** Yielded before what is about all answers. */
const WHOLE_CALL = -1

/**
 * Finds the untracked names that answers set out, and counts in how many they stand, as a tracked name is counted: found
 * by the same rules, anywhere in the text. Most frequent first, then by name. About 1 ms an answer; yields the number of
 * each answer before it reads it, so that whoever runs it knows what takes long.
 */
export function* untrackedNames(
  answers: readonly DiscoverableAnswer[],
  tracked: readonly EntityNames[],
): Generator<number, UntrackedName[]> {
  const discovery = startDiscovery(tracked, makeLexicon())
  for (const [at, answer] of answers.entries()) {
    yield at
    discovery.read(answer)
  }
  yield WHOLE_CALL
  const names = discovery.names(MIN_ANSWERS).slice(0, NAMES)
  return yield* answersNaming(
    names.map(({ name }) => name),
    answers,
    tracked,
  )
}

/** In how many answers these names stand; a tracked name that they are a part of comes first. */
export function* answersNaming(
  names: readonly string[],
  answers: readonly DiscoverableAnswer[],
  tracked: readonly EntityNames[],
): Generator<number, UntrackedName[]> {
  if (names.length === 0) return []
  yield WHOLE_CALL
  const entities = names.map((name) => asEntity(name))
  const matcher = buildMatcher([...tracked, ...entities])
  const found = new Map<string, UntrackedName>(
    entities.map(({ id, name }) => [id, { key: nameKey(name), name, answerIds: [] }]),
  )
  const isWrittenIn = writtenTest(matcher, found)
  for (const [at, { id, text }] of answers.entries()) {
    yield at
    // Most answers write none of them; judging where the tracked names stand is what takes time.
    if (!isWrittenIn(text)) continue
    const named = new Set(mentionsIn(text, matcher).map(({ entityId }) => entityId))
    for (const entityId of named) found.get(entityId)?.answerIds.push(id)
  }
  return [...found.values()]
    .filter(({ answerIds }) => answerIds.length > 0)
    .toSorted((one, other) => other.answerIds.length - one.answerIds.length || (one.name < other.name ? -1 : 1))
}

/** Whether a text may name any of these entities: whether one of their names is written in it. */
function writtenTest(matcher: Matcher, entities: ReadonlyMap<string, unknown>): (stored: string) => boolean {
  const areTheirs = matcher.forms.map((forms) => forms.some(({ entity }) => entities.has(entity.id)))
  return (stored) => {
    const hits = findHits(readableOf(stored).text, matcher)
    // Start, end and key of each.
    for (let at = 2; at < hits.length; at += 3) if (areTheirs[hits[at] ?? -1]) return true
    return false
  }
}

const asEntity = (name: string): EntityNames => ({
  id: `untracked ${name}`,
  kind: 'competitor',
  name,
  aliases: [],
  excludedNames: [],
  domains: [],
  caseSensitive: false,
})
