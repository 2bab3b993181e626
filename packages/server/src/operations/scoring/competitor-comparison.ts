import { Problem, type Operations, type OutputOf } from '@sightline/sdk'
import { inSlices, mapInSlices, yieldToEventLoop } from '../../base/event-loop.ts'
import type { Cell } from '../../engine/scoring/cells.ts'
import { lead } from '../../engine/scoring/head-to-head.ts'
import { platformResults } from '../../engine/scoring/platform-results.ts'
import { labelOf, rounded, type DatedCell } from '../../engine/scoring/report.ts'
import { countedWeights, promptMeans, weightOf } from '../../engine/scoring/prompt-means.ts'
import { shown } from '../../engine/scoring/score.ts'
import { spanScore } from '../../engine/scoring/span-score.ts'
import { trend } from '../../engine/scoring/trend.ts'
import { meetings, type Meeting } from '../../store/advising/evidence.ts'
import { promptSubjects, type PromptSubject } from '../../store/measuring/prompts.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { cellsOf, entitiesOf, queryPanel, refused, standingOf, windowOf, type Panel } from './panel-query.ts'
import { differenceOf, leadParts } from './lead-parts.ts'
import { sharesOf } from './share-of-voice.ts'
import { organizationOf } from '../tenant.ts'

type Comparison = OutputOf<Operations['compareCompetitors']>
type Competitors = Panel['competitors']

const COMPARED = 20

export const competitorComparisonHandlers: Pick<Handlers, 'compareCompetitors'> = {
  compareCompetitors: async (context, { params, query }) => {
    const panel = await queryPanel(context, params.id, {})
    const competitors = choose(panel, query.competitorIds)
    const { current, previous } = windowOf(panel, query.window)
    const [cells, before, met, subjects] = await Promise.all([
      cellsOf(context, panel, current),
      cellsOf(context, panel, previous),
      meetings(context.db, organizationOf(context), panel.brand.id, {
        ...current,
        promptIds: panel.promptIds,
        competitorIds: competitors.map(({ id }) => id),
      }),
      query.include ? promptSubjects(context.db, organizationOf(context), panel.promptIds) : null,
    ])
    const measured = spanScore(cells, panel.brand.id, panel.weights)
    if (!measured) throw new Problem('score_not_available')
    return {
      ...standingOf(panel, cells),
      ...current,
      window: query.window,
      sample: measured.sample,
      provisional: measured.provisional,
      entries: await mapInSlices(await entriesOf(panel, competitors, cells, before), (entry) => ({
        ...entry,
        platforms: platformsOf(cells, entry.entityId),
      })),
      headToHead: await headToHead(panel, competitors, { cells, met, subjects }),
    }
  },
}

/** One after the other, so that others have their turn between two of them. */
async function headToHead(
  { brand, weights }: Panel,
  competitors: Competitors,
  { cells, met, subjects }: { cells: DatedCell[]; met: Meeting[]; subjects: Map<string, PromptSubject> | null },
): Promise<Comparison['headToHead']> {
  const compared: Comparison['headToHead'] = []
  for (const { id, name } of competitors) {
    await yieldToEventLoop()
    compared.push({
      competitorId: id,
      name,
      lead: differenceOf(lead(cells, brand.id, id, weights))!,
      answers: countsOf(met.find(({ competitorId }) => competitorId === id)),
      parts: subjects && (await inSlices(leadParts(cells, { brandId: brand.id, rivalId: id }, weights, subjects))),
    })
  }
  return compared
}

type CompetitorNumbers = NonNullable<OutputOf<Operations['listCompetitors']>['data'][number]['measured']>

/** How each competitor stands in a window, by id; empty before the first answers. */
export async function standingsOf(
  context: Context,
  brandId: string,
  window: string,
): Promise<Map<string, CompetitorNumbers>> {
  const panel = await queryPanel(context, brandId, {}).catch(noneYet)
  if (!panel) return new Map()
  const { current, previous } = windowOf(panel, window)
  const [cells, before] = await Promise.all([cellsOf(context, panel, current), cellsOf(context, panel, previous)])
  if (!spanScore(cells, brandId, panel.weights)) return new Map()
  return new Map(
    (await entriesOf(panel, panel.competitors, cells, before)).map((entry) => {
      const { score, interval, shareOfVoice, named, trend: change } = entry
      return [entry.entityId, { ...current, score, interval, shareOfVoice, named, trend: change }]
    }),
  )
}

/** A list of names is no error before there is a score. */
function noneYet(error: unknown): null {
  if (error instanceof Problem && error.code === 'score_not_available') return null
  throw error
}

/** Those asked for, in that order. @throws Problem invalid_parameter for one that is not the brand's */
function choose({ competitors }: Panel, wanted: string[] | undefined): Competitors {
  if (!wanted) return competitors.slice(0, COMPARED)
  return wanted.map((id) => {
    const competitor = competitors.find((entry) => entry.id === id)
    if (!competitor) throw refused('competitorIds', 'unknown_competitor', `${id} is not a competitor of this brand.`)
    return competitor
  })
}

/** Of a hundred entities in a long window each takes tens of milliseconds: others have their turn between two. */
function entriesOf(
  panel: Panel,
  competitors: Competitors,
  cells: DatedCell[],
  before: DatedCell[],
): Promise<Omit<Comparison['entries'][number], 'platforms'>[]> {
  const shares = new Map(sharesOf(panel, cells).entries.map((entry) => [entry.entityId, entry]))
  const compared = new Set([panel.brand.id, ...competitors.map(({ id }) => id)])
  const order = [...compared]
  const weights = countedWeights(promptMeans(cells, panel.brand.id), panel.weights)
  const weighed = cells.filter(({ platform }) => weightOf(weights, platform) > 0)
  const entities = entitiesOf(panel)
    .filter(({ entityId }) => compared.has(entityId))
    .toSorted((one, other) => order.indexOf(one.entityId) - order.indexOf(other.entityId))
  return mapInSlices(entities, (entity) => {
    const { entityId } = entity
    // Not null: whether there is a score depends on the answers, not on the entity, and the brand has one.
    const measured = spanScore(cells, entityId, panel.weights)!
    return {
      ...entity,
      score: measured.score,
      interval: measured.interval,
      shareOfVoice: shares.get(entityId)?.score ?? 0,
      named: namedIn(weighed, entityId),
      trend: differenceOf(trend(cells, before, entityId, { weights: panel.weights })),
    }
  })
}

const platformsOf = (cells: DatedCell[], entityId: string): Comparison['entries'][number]['platforms'] =>
  platformResults(cells, entityId).flatMap(({ platform, score, interval, sample, named }) =>
    score === null
      ? []
      : [{ slug: platform, label: labelOf(platform), score: shown(score), interval: rounded(interval), sample, named }],
  )

const namedIn = (cells: readonly Cell[], entityId: string): number =>
  cells.reduce((sum, cell) => sum + (cell.entities[entityId]?.named ?? 0), 0)

const none: Meeting = {
  competitorId: '',
  both: 0,
  brandFirst: 0,
  competitorFirst: 0,
  level: 0,
  onlyBrand: 0,
  onlyCompetitor: 0,
  neither: 0,
}

function countsOf(meeting: Meeting = none): Comparison['headToHead'][number]['answers'] {
  const { competitorId: _competitorId, ...counts } = meeting
  return counts
}
