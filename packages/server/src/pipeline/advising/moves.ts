import { inSlices } from '../../base/event-loop.ts'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { EventContent } from '@sightline/sdk'
import { concerns } from '../../engine/notifying/events/subscription.ts'
import { nameKey } from '../../engine/measuring/discovery/discovery.ts'
import type { Entrant, MoveMarket } from '../../engine/advising/moves/market.ts'
import { findMoves, measureMoves, MOVES_WINDOW, type Evidence, type Move } from '../../engine/advising/moves/moves.ts'
import type { EntityNames } from '../../engine/reading/names/matcher.ts'
import { addingCells } from '../../engine/scoring/cells.ts'
import { countedWeights, promptMeans, type Weights } from '../../engine/scoring/prompt-means.ts'
import { within, type DayRange } from '../../engine/scoring/span-score.ts'
import type { DatedCell } from '../../engine/scoring/report.ts'
import { addDays, windowDays, type WindowDays } from '../../engine/scoring/windows.ts'
import { movesJob, reExtractJob, renewJob, type Jobs } from '../../jobs/kinds.ts'
import { lockBrand } from '../../store/measuring/brands.ts'
import type { Db } from '../../base/db/db.ts'
import { bestAndWorstAnswers } from '../../store/advising/evidence.ts'
import {
  addKnownNames,
  saveSituations,
  saveStandings,
  situationsSince,
  standingsOf,
} from '../../store/advising/moves.ts'
import { enqueue, isQueued } from '../../base/queue/jobs.ts'
import type { PanelAnswer } from '../../store/measuring/answer-samples.ts'
import { lastDayOf, rollupsOf } from '../../store/scoring/rollups.ts'
import { panelPromptIds, platformWeightsOf } from '../../store/scoring/score-inputs.ts'
import { activeWebhooks } from '../../store/notifying/webhooks.ts'
import { announce } from '../notifying/publish.ts'
import type { Pipeline } from '../context.ts'
import { readEntrants, sampleDays } from './entrants.ts'
import { brandEntities } from '../reading/names.ts'

/** Answers named with a move. */
const SHOWN_ANSWERS = 5

/**
 * Tells what a brand's competitors did. It is read in a snapshot and worked out outside of any transaction; the one that
 * holds the brand decides by what was told so far, keeps what is told now and writes its events: all of it or nothing.
 */
export async function tellMoves(pipeline: Pipeline, { organizationId, brandId }: Jobs['moves']): Promise<void> {
  const { database } = pipeline
  const looked = await database.snapshot(organizationId, (db) => look(db, organizationId, brandId))
  if (!looked) return
  if (looked === 'later')
    return database.transaction(organizationId, (db) =>
      enqueue(db, [{ ...movesJob({ organizationId, brandId }), delayMs: LATER_MS }]),
    )
  const market = await marketOf(brandId, looked)
  const seen: Seen = { ...market, entrants: await readEntrants(pipeline, organizationId, { ...market, ...looked }) }
  const measured = await inSlices(measureMoves({ ...seen, subscriptions: [] }))
  await database.transaction(organizationId, async (db) => {
    await lockBrand(db, organizationId, brandId)
    // Changed names are read anew and scored, which brings a look of its own.
    if (!isDeepStrictEqual(await brandEntities(db, organizationId, brandId), seen.entities)) return
    const { moves, standings, situations } = findMoves(await marketNow(db, organizationId, seen), measured, {
      standings: await standingsOf(db, organizationId, brandId),
      situations: await situationsSince(db, organizationId, brandId, addDays(seen.asOf, -WINDOW_DAYS)),
    })
    await saveStandings(db, organizationId, brandId, standings)
    await saveSituations(db, organizationId, brandId, situations)
    const news: News[] = []
    for (const move of moves) news.push(await newsOf(db, organizationId, brandId, move, seen.days))
    await announce(pipeline, db, organizationId, news)
  })
}

type News = Extract<EventContent, { type: 'competitor.alert' }>
const WINDOW_DAYS = 7
/** Reading a brand's answers anew takes about two seconds a thousand. */
const LATER_MS = 10_000

/** What is read before the brand is held. */
type Seen = Omit<MoveMarket, 'subscriptions'> & { days: WindowDays; entities: EntityNames[] }
type Looked = Pick<Seen, 'weights' | 'asOf' | 'days' | 'entities'> & {
  promptIds: string[]
  /** Of this window and the three before it, oldest last. */
  spans: DayRange[]
  rollups: DatedCell[]
  sampled: PanelAnswer[]
}

/** `later`: half of the answers are still read with other names, or by an older detector. Undefined: there is nothing to look at. */
async function look(db: Db, organizationId: string, brandId: string): Promise<Looked | 'later' | undefined> {
  const entities = await brandEntities(db, organizationId, brandId)
  const asOf = await lastDayOf(db, organizationId, brandId)
  if (!entities || asOf === undefined) return undefined
  const readings = [
    reExtractJob({ organizationId, brandId, after: '' }),
    renewJob({ organizationId, brandId, version: 0 }),
  ]
  for (const reading of readings) if (await isQueued(db, reading)) return 'later'
  const promptIds = await panelPromptIds(db, organizationId, brandId, null)
  const weights = (await platformWeightsOf(db, organizationId)) ?? {}
  const days = windowDays(MOVES_WINDOW, asOf)
  const earlier = windowDays(MOVES_WINDOW, addDays(days.previousFrom, -1))
  const spans = [days, earlier].flatMap(({ from, to, previousFrom, previousTo }) => [
    { from, to },
    { from: previousFrom, to: previousTo },
  ])
  return {
    weights,
    asOf,
    days,
    entities,
    promptIds,
    spans,
    rollups: await rollupsOf(db, organizationId, brandId, { from: earlier.previousFrom, to: asOf, promptIds }),
    sampled: await sampleDays(db, organizationId, brandId, { from: days.from, to: days.to, promptIds }),
  }
}

/** Counted outside of the snapshot: half a second a window of 200 prompts whose answers name a hundred competitors. */
async function marketOf(brandId: string, looked: Looked): Promise<Omit<Seen, 'entrants'>> {
  const { asOf, days, entities, promptIds, spans, rollups } = looked
  const windows: DatedCell[][] = []
  for (const span of spans) windows.push(await inSlices(windowCells(rollups, span)))
  const [current = [], previous = [], third = [], fourth = []] = windows
  const [, ...competitors] = entities
  const weights = countedWeights(promptMeans(current, brandId), looked.weights)
  return {
    brandId,
    competitors: competitors.map(({ id, name }) => ({ id, name })),
    weights,
    asOf,
    days,
    current,
    previous,
    third,
    fourth,
    panel: panelOf(entities, promptIds, weights, current),
    entities,
  }
}

/** A window's days as one cell a prompt and platform: it is looked at many times. */
function* windowCells(rollups: readonly DatedCell[], span: DayRange): Generator<undefined, DatedCell[]> {
  const days = within(rollups, span)
  const simulated = new Set(days.flatMap((cell) => (cell.simulated > 0 ? [`${cell.platform} ${cell.promptId}`] : [])))
  const cells = yield* addingCells(days)
  return cells.map((cell) => ({
    ...cell,
    day: span.to,
    simulated: simulated.has(`${cell.platform} ${cell.promptId}`) ? 1 : 0,
  }))
}

const panelOf = (
  entities: EntityNames[],
  promptIds: string[],
  weights: Weights,
  cells: readonly DatedCell[],
): string => {
  const platforms = [...new Set(cells.map(({ platform }) => platform))].toSorted()
  return createHash('sha256')
    .update(JSON.stringify([entities, promptIds, weights, platforms]))
    .digest('hex')
}

const keysOf = (entities: EntityNames[]): string[] =>
  entities.flatMap(({ name, aliases }) => [name, ...aliases].map(nameKey)).filter((key) => key !== '')

/** With what may have changed since it was read: who is told, and which names are news. */
async function marketNow(db: Db, organizationId: string, { entities, ...seen }: Seen): Promise<MoveMarket> {
  const { brandId, asOf } = seen
  const webhooks = await activeWebhooks(db, organizationId)
  // A name that is tracked is no news when one day it no longer is.
  await addKnownNames(db, organizationId, brandId, keysOf(entities), asOf)
  const keys = seen.entrants.map(({ key }) => key)
  const fresh = new Set(await addKnownNames(db, organizationId, brandId, keys, asOf))
  return {
    ...seen,
    entrants: seen.entrants.filter(({ key }: Entrant) => fresh.has(key)),
    subscriptions: webhooks.filter((webhook) => concerns(webhook, 'competitor.alert', brandId)),
  }
}

async function newsOf(
  db: Db,
  organizationId: string,
  brandId: string,
  { alert, evidence }: Move,
  days: WindowDays,
): Promise<News> {
  const answerIds = await answersOf(db, organizationId, brandId, evidence, days)
  return { type: 'competitor.alert', data: { ...alert, answerIds: answerIds.slice(0, SHOWN_ANSWERS) } }
}

/** Newest first: ids begin with their instant. */
async function answersOf(
  db: Db,
  organizationId: string,
  brandId: string,
  evidence: Evidence,
  { from, to }: DayRange,
): Promise<string[]> {
  if ('answerIds' in evidence) return evidence.answerIds
  const { entityId, promptIds, stands } = evidence
  const filter = { from, to, promptIds, platform: null, entityId, each: 1 }
  const rows = await bestAndWorstAnswers(db, organizationId, brandId, filter)
  const ofPair = Map.groupBy(rows, ({ platform, promptId }) => `${platform} ${promptId}`)
  return [...ofPair.values()]
    .flatMap((pair) => {
      const [best, worst] = [pair[0], pair.at(-1)]
      if (stands === 'worst') return worst ? [worst.answerId] : []
      return best && best.place !== null ? [best.answerId] : []
    })
    .toSorted()
    .toReversed()
}
