import { buildBook, type EntityNames } from '../names/book.ts'
import { makeLexicon } from '../names/lexicon.ts'
import { mentionsIn } from '../names/mentions.ts'
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
/** After so many answers, about 20 ms of work, the caller gets a turn. */
const ANSWERS_A_TURN = 20

/**
 * Finds the untracked names that answers set out, and counts in how many they stand, as a tracked name is counted: found
 * by the same rules, anywhere in the text. Most frequent first, then by name. About 1 ms an answer; yields now and then,
 * so that a caller may let others have their turn.
 */
export function* untrackedNames(
  answers: readonly DiscoverableAnswer[],
  tracked: readonly EntityNames[],
): Generator<undefined, UntrackedName[]> {
  const discovery = startDiscovery(tracked, makeLexicon())
  for (const [at, answer] of answers.entries()) {
    if (at % ANSWERS_A_TURN === 0) yield
    discovery.read(answer)
  }
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
): Generator<undefined, UntrackedName[]> {
  const entities = names.map((name) => asEntity(name))
  const book = buildBook([...tracked, ...entities])
  const found = new Map<string, UntrackedName>(
    entities.map(({ id, name }) => [id, { key: nameKey(name), name, answerIds: [] }]),
  )
  for (const [at, { id, text }] of answers.entries()) {
    if (at % ANSWERS_A_TURN === 0) yield
    const named = new Set(mentionsIn(text, book).map(({ entityId }) => entityId))
    for (const entityId of named) found.get(entityId)?.answerIds.push(id)
  }
  return [...found.values()]
    .filter(({ answerIds }) => answerIds.length > 0)
    .toSorted((one, other) => other.answerIds.length - one.answerIds.length || (one.name < other.name ? -1 : 1))
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
