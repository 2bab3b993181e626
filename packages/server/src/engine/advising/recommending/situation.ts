import { sumOfUnits, UNITS_PER_VALUE } from '../../scoring/answer-value.ts'
import { addingCells, type Cell } from '../../scoring/cells.ts'
import { composite, countedWeights, promptMeans, weightOf, type PlatformMeans } from '../../scoring/prompt-means.ts'
import { PROVISIONAL_BELOW, score, type Sample } from '../../scoring/score.ts'
import type { AskedPrompt, Market, Named } from './market.ts'

/** A market made ready for detectors. */
export type Situation = Market & {
  /** Composite of the brand, 0–1, not rounded. */
  mean: number
  means: readonly PlatformMeans[]
  /** Cells with valid answers on platforms that weigh something, ordered by platform, then prompt. */
  measured: readonly MeasuredCell[]
  cell(promptId: string, platform: string): MeasuredCell | undefined
  previousCell(promptId: string, platform: string): MeasuredCell | undefined
  prompt(id: string): AskedPrompt
  rival(id: string): Named
  /** Minima are multiplied by it, maxima divided: 1, or less where known advice is looked for once more. */
  slack: number
}

/** One prompt on one platform in one window. */
export type MeasuredCell = {
  promptId: string
  platform: string
  answers: number
  /** What a mean value of 1 in this cell adds to the composite, in points. */
  weight: number
  counts: Cell['entities']
}

/** The steps to it; null where too little was measured to draw advice from. */
export function* situationInSteps(market: Market): Generator<undefined, Situation | null> {
  const { brand } = market
  // The days are added up first: they are looked at many times.
  const cells = yield* addingCells(market.cells)
  const previousCells = yield* addingCells(market.previousCells)
  const scored = score(cells, brand.id, { weights: market.weights })
  const means = promptMeans(cells, brand.id)
  const weights = countedWeights(means, market.weights)
  const mean = composite(means, weights)
  if (!scored || mean === null || isTooSmall(scored.sample)) return null
  const measured = measuredCells(cells, means, { ...market, weights })
  const previous = measuredCells(previousCells, promptMeans(previousCells, brand.id), { ...market, weights })
  const byKey = new Map(measured.map((cell) => [keyOf(cell), cell]))
  const previousByKey = new Map(previous.map((cell) => [keyOf(cell), cell]))
  const prompts = new Map(market.prompts.map((prompt) => [prompt.id, prompt]))
  const rivals = new Map(market.rivals.map((rival) => [rival.id, rival]))
  return {
    ...inOneOrder(market),
    weights,
    mean,
    means,
    measured,
    cell: (promptId, platform) => byKey.get(keyOf({ promptId, platform })),
    previousCell: (promptId, platform) => previousByKey.get(keyOf({ promptId, platform })),
    prompt: (id) => prompts.get(id) ?? { id, text: '', topic: null, country: null, language: null },
    rival: (id) => rivals.get(id) ?? { id, name: id },
    slack: 1,
  }
}

const isTooSmall = ({ prompts, answers }: Sample): boolean =>
  prompts < PROVISIONAL_BELOW.prompts || answers < PROVISIONAL_BELOW.answers

/** So that what is told, and sums of floats, do not depend on how it was read. */
function inOneOrder(market: Market): Market {
  return {
    ...market,
    rivals: ordered(market.rivals, ({ id }) => id),
    prompts: ordered(market.prompts, ({ id }) => id),
    sources: ordered(market.sources, (use) => `${use.site} ${keyOf(use)} ${use.isPrevious}`),
    ownPages: ordered(market.ownPages, (use) => `${use.url ?? use.domain} ${keyOf(use)}`),
    entityPages: ordered(market.entityPages, (use) => `${use.entityId} ${keyOf(use)}`),
    searches: ordered(market.searches, (use) => `${keyOf(use)} ${use.search}`),
    findings: ordered(market.findings, ({ subject }) => subject),
  }
}

const ordered = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  items
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ item }) => item)

/** @param cells one a prompt and platform, ordered by platform, then prompt */
function measuredCells(
  cells: readonly Cell[],
  means: readonly PlatformMeans[],
  { weights, prompts }: Market,
): MeasuredCell[] {
  const panel = new Set(prompts.map(({ id }) => id))
  const weighing = means.filter(({ platform }) => weightOf(weights, platform) > 0)
  const total = weighing.reduce((sum, { platform }) => sum + weightOf(weights, platform), 0)
  const weightByPlatform = new Map(
    weighing.map(({ platform, prompts }) => [platform, (100 * weightOf(weights, platform)) / total / prompts.length]),
  )
  return cells.flatMap(({ promptId, platform, outcomes, entities }) => {
    const weight = weightByPlatform.get(platform)
    if (weight === undefined || outcomes.ok === 0 || !panel.has(promptId)) return []
    return [{ promptId, platform, answers: outcomes.ok, weight, counts: entities }]
  })
}

export const keyOf = ({ promptId, platform }: { promptId: string; platform: string }): string =>
  `${platform} ${promptId}`

/** Mean value 0–1 of an entity in a cell. */
export const valueIn = ({ counts, answers }: MeasuredCell, entityId: string): number =>
  sumOfUnits(counts[entityId]?.places ?? []) / (UNITS_PER_VALUE * answers)

/** Answers that name it as something known. */
export const namedIn = ({ counts }: Pick<MeasuredCell, 'counts'>, entityId: string): number => {
  const count = counts[entityId]
  return count === undefined ? 0 : count.named - count.acknowledgedAbsent
}

export const sumOf = <Item>(items: readonly Item[], term: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + term(item), 0)

export const answersOf = (cells: readonly MeasuredCell[]): number => sumOf(cells, ({ answers }) => answers)

/** Share 0–1 of the cells' answers that name it; 0 without answers. */
export function rateOf(cells: readonly MeasuredCell[], entityId: string): number {
  const answers = answersOf(cells)
  return answers === 0 ? 0 : sumOf(cells, (cell) => namedIn(cell, entityId)) / answers
}

/** Rivals that at least this share of the cells' answers name, by id. */
export const rivalsNamed = ({ rivals, slack }: Situation, cells: readonly MeasuredCell[], share: number): string[] =>
  rivals.map(({ id }) => id).filter((id) => rateOf(cells, id) >= share * slack)

/** How many of the cells' answers name each; most first, then by id. */
export const mostNamed = (cells: readonly MeasuredCell[], ids: readonly string[]): { id: string; named: number }[] =>
  ids
    .map((id) => ({ id, named: sumOf(cells, (cell) => namedIn(cell, id)) }))
    .toSorted((one, other) => other.named - one.named || (one.id < other.id ? -1 : 1))

/** Of an even number the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  if (sorted.length === 0) return 0
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
