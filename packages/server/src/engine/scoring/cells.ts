import { PLACE_BUCKETS, placeBucket } from './answer-value.ts'

/**
 * A cell is what one prompt got from one platform over some days, as exact integers: sums of cells do not depend on
 * order, so that rollups and a recomputation from raw answers agree to the last digit.
 */
export type Cell = {
  promptId: string
  platform: string
  outcomes: Outcomes
  /** By entity id; an entity that no answer names is missing. */
  entities: Record<string, EntityCount>
}

/** Answers by outcome; only `ok` is measured. */
export type Outcomes = {
  ok: number
  notTriggered: number
  refused: number
  empty: number
  failed: number
  /** The platform answered, and what it said could not be read: nobody knows whether it names anybody. */
  unreadable: number
}

export type EntityCount = {
  /** `ok` answers that name the entity, `acknowledgedAbsent` ones included. */
  named: number
  /** `ok` answers that name it only to say that nothing is known of it: value 0. */
  acknowledgedAbsent: number
  /** Answers by place: index 0 = place 1 … index 9 = place 10 or later. Its sum is `named − acknowledgedAbsent`. */
  places: number[]
  /** Sum of the places, for the mean place. */
  placeSum: number
  /** `ok` answers that offer it as an option (a listed item). */
  listed: number
  /** `ok` answers that cite a page of the entity's own domains, whether or not they name it. */
  cited: number
  sentiment: { positive: number; neutral: number; negative: number; mixed: number }
}

/** One stored answer, extracted: what a cell is counted from. */
export type Observation = {
  promptId: string
  platform: string
  outcome: keyof Outcomes
  entities: ObservedEntity[]
}

export type ObservedEntity = {
  entityId: string
  isNamed: boolean
  isAcknowledgedAbsent: boolean
  /** 1-based; null when not named or acknowledged absent. */
  place: number | null
  isListed: boolean
  isCited: boolean
  sentiment: Sentiment | null
}

export type Sentiment = 'positive' | 'neutral' | 'negative' | 'mixed'

/** The cells of these answers, one a prompt and platform, in the order of `addCells`. */
export const countCells = (observations: readonly Observation[]): Cell[] => addCells(observations.map(cellOfOne))

/** Cells of several days or runs as one cell a prompt and platform, ordered by platform, then prompt. */
export const addCells = (cells: readonly Cell[]): Cell[] => drained(addingCells(cells))

/** Added between two stops: some milliseconds, where each cell has a hundred entities. */
const CELLS_AT_A_STRETCH = 100

/** The steps of `addCells`, for more cells than anybody should have to wait for. */
export function* addingCells(cells: readonly Cell[]): Generator<undefined, Cell[]> {
  const sums = new Map<string, Map<string, Sum>>()
  for (const [index, cell] of cells.entries()) {
    if (index % CELLS_AT_A_STRETCH === CELLS_AT_A_STRETCH - 1) yield
    const ofPlatform = getOrMake(sums, cell.platform, () => new Map<string, Sum>())
    const sum = getOrMake(ofPlatform, cell.promptId, () => ({ outcomes: emptyOutcomes(), entities: new Map() }))
    addOutcomes(sum.outcomes, cell.outcomes)
    for (const [entityId, count] of Object.entries(cell.entities)) {
      addEntityCount(getOrMake(sum.entities, entityId, emptyEntityCount), count)
    }
  }
  return byKey(sums).flatMap(([platform, ofPlatform]) =>
    byKey(ofPlatform).map(([promptId, sum]) => ({
      promptId,
      platform,
      outcomes: sum.outcomes,
      entities: Object.fromEntries(byKey(sum.entities)),
    })),
  )
}

/** One entity's cells, one a prompt and platform: adding up a hundred others takes a hundred times as long. */
export const addCellsOf = (cells: readonly Cell[], entityId: string): Cell[] =>
  addCells(
    cells.map((cell) => {
      const count = cell.entities[entityId]
      return { ...cell, entities: count ? { [entityId]: count } : {} }
    }),
  )

/** What steps come to, all of them at once: where nobody waits meanwhile. */
export function drained<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

export const emptyOutcomes = (): Outcomes => ({
  ok: 0,
  notTriggered: 0,
  refused: 0,
  empty: 0,
  failed: 0,
  unreadable: 0,
})

export const emptyEntityCount = (): EntityCount => ({
  named: 0,
  acknowledgedAbsent: 0,
  places: Array.from({ length: PLACE_BUCKETS }, () => 0),
  placeSum: 0,
  listed: 0,
  cited: 0,
  sentiment: { positive: 0, neutral: 0, negative: 0, mixed: 0 },
})

/** Adds `more` to `sum` in place. */
export const addOutcomes = (sum: Outcomes, more: Outcomes): void => {
  for (const outcome of outcomeNames) sum[outcome] += more[outcome]
}

/** Adds `more` to `sum` in place. */
export const addEntityCount = (sum: EntityCount, more: EntityCount): void => {
  for (const key of ['named', 'acknowledgedAbsent', 'placeSum', 'listed', 'cited'] as const) sum[key] += more[key]
  for (let bucket = 0; bucket < PLACE_BUCKETS; bucket++) sum.places[bucket]! += more.places[bucket] ?? 0
  for (const sentiment of sentiments) sum.sentiment[sentiment] += more.sentiment[sentiment]
}

/** A map's entries in the order of its keys by code unit: the same on every machine, whatever the locale. */
export const byKey = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  Array.from(map).toSorted(([a], [b]) => (a < b ? -1 : 1))

type Sum = { outcomes: Outcomes; entities: Map<string, EntityCount> }

const outcomeNames = [
  'ok',
  'notTriggered',
  'refused',
  'empty',
  'failed',
  'unreadable',
] as const satisfies (keyof Outcomes)[]
const sentiments = ['positive', 'neutral', 'negative', 'mixed'] as const satisfies Sentiment[]

/** Only an `ok` answer is measured: what was found in another is not counted. */
const cellOfOne = ({ promptId, platform, outcome, entities }: Observation): Cell => ({
  promptId,
  platform,
  outcomes: { ...emptyOutcomes(), [outcome]: 1 },
  entities: Object.fromEntries(
    entities
      .filter((entity) => outcome === 'ok' && (entity.isNamed || entity.isCited))
      .map((entity) => [entity.entityId, countOfOne(entity)]),
  ),
})

const countOfOne = (entity: ObservedEntity): EntityCount => {
  const count = emptyEntityCount()
  if (entity.isCited) count.cited = 1
  if (!entity.isNamed) return count
  count.named = 1
  if (entity.isListed) count.listed = 1
  if (entity.sentiment !== null) count.sentiment[entity.sentiment] = 1
  if (entity.isAcknowledgedAbsent) count.acknowledgedAbsent = 1
  else if (entity.place !== null) {
    count.places[placeBucket(entity.place)] = 1
    count.placeSum = entity.place
  }
  return count
}

const getOrMake = <Value>(map: Map<string, Value>, key: string, make: () => Value): Value => {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
