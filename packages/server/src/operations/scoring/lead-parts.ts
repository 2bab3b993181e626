import type { LeadParts } from '@sightline/sdk'
import { lead } from '../../engine/scoring/head-to-head.ts'
import type { Weights } from '../../engine/scoring/prompt-means.ts'
import { labelOf, rounded, type DatedCell } from '../../engine/scoring/report.ts'
import type { Trend } from '../../engine/scoring/trend.ts'
import type { PromptSubject } from '../../store/measuring/prompts.ts'

/** More make a table nobody reads. */
const SHOWN_PROMPTS = 200

type Pair = { brandId: string; rivalId: string }
type LeadDifference = LeadParts['platforms'][number]['lead']
type Topics = LeadParts['topics']
type Prompts = LeadParts['prompts']

/** The steps to where a brand's lead over a rival comes from: the same difference, of the answers of each part alone. */
export function* leadParts(
  cells: readonly DatedCell[],
  { brandId, rivalId }: Pair,
  weights: Weights,
  subjects: ReadonlyMap<string, PromptSubject>,
): Generator<undefined, LeadParts> {
  const valid = cells.filter(({ outcomes, platform }) => outcomes.ok > 0 && weights[platform] !== 0)
  const prompts: Prompts = []
  for (const [promptId, own] of Map.groupBy(valid, ({ promptId }) => promptId)) {
    yield
    prompts.push({
      promptId,
      prompt: subjects.get(promptId)?.text ?? '',
      topic: subjects.get(promptId)?.topic ?? null,
      answers: sum(own, ({ outcomes }) => outcomes.ok),
      named: namedIn(own, brandId),
      competitorNamed: namedIn(own, rivalId),
      delta: lead(own, brandId, rivalId, weights).delta,
    })
  }
  const platforms = platformsOf(valid, { brandId, rivalId })
  yield
  return {
    platforms,
    topics: topicsOf(valid, { brandId, rivalId }, weights, subjects),
    prompts: prompts.toSorted(widestFirst).slice(0, SHOWN_PROMPTS),
    promptCount: prompts.length,
  }
}

const platformsOf = (cells: readonly DatedCell[], { brandId, rivalId }: Pair): LeadParts['platforms'] =>
  [...Map.groupBy(cells, ({ platform }) => platform)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([slug, own]) => {
      const difference = differenceOf(lead(own, brandId, rivalId, {}))
      return difference ? [{ slug, label: labelOf(slug), lead: difference }] : []
    })

function topicsOf(
  cells: readonly DatedCell[],
  { brandId, rivalId }: Pair,
  weights: Weights,
  subjects: ReadonlyMap<string, PromptSubject>,
): Topics {
  return [...Map.groupBy(cells, ({ promptId }) => subjects.get(promptId)?.topic ?? null)]
    .flatMap(([topic, own]) => {
      const difference = topic === null ? null : differenceOf(lead(own, brandId, rivalId, weights))
      if (topic === null || difference === null) return []
      return [{ topic, prompts: new Set(own.map(({ promptId }) => promptId)).size, lead: difference }]
    })
    .toSorted((one, other) => (one.topic < other.topic ? -1 : 1))
}

const widestFirst = (one: Prompts[number], other: Prompts[number]): number =>
  Math.abs(other.delta) - Math.abs(one.delta) || (one.promptId < other.promptId ? -1 : 1)

const namedIn = (cells: readonly DatedCell[], entityId: string): number =>
  sum(cells, ({ entities }) => entities[entityId]?.named ?? 0)

const sum = (cells: readonly DatedCell[], count: (cell: DatedCell) => number): number =>
  cells.reduce((total, cell) => total + count(cell), 0)

/** Null without a pair to make it from. */
export const differenceOf = ({ delta, interval, significant, pairs }: Trend): LeadDifference | null =>
  pairs === 0 ? null : { delta, interval: rounded(interval), significant, pairs }
