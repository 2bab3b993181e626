import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { EventContent } from '@sightline/sdk'
import { concerns } from '../engine/events/subscription.ts'
import { nameKey } from '../engine/discovery/discovery.ts'
import type { Entrant, MoveMarket } from '../engine/moves/market.ts'
import { findMoves, measureMoves, MOVES_WINDOW, type Evidence, type Move } from '../engine/moves/moves.ts'
import type { EntityNames } from '../engine/names/book.ts'
import { addCells } from '../engine/scoring/cells.ts'
import { within, type Span } from '../engine/scoring/span-score.ts'
import type { DatedCell } from '../engine/scoring/report.ts'
import { addDays, windowDays, type WindowDays } from '../engine/scoring/windows.ts'
import { movesJob, reExtractJob, renewJob, type Jobs } from '../jobs/kinds.ts'
import { lockBrand } from '../store/brands.ts'
import type { Db } from '../store/database.ts'
import { bestAndWorstAnswers } from '../store/evidence.ts'
import { addKnownNames, saveSituations, saveStandings, situationsSince, standingsOf } from '../store/moves.ts'
import { enqueue, isJobKept } from '../store/queue.ts'
import { lastDayOf, rollupsOf } from '../store/rollups.ts'
import { panelPromptIds, platformWeightsOf } from '../store/score-inputs.ts'
import { activeWebhooks } from '../store/webhooks.ts'
import { announce } from './announce.ts'
import type { Pipeline } from './context.ts'
import { readEntrants } from './entrants.ts'
import { inTurns } from './turns.ts'
import { brandEntities } from './names.ts'

/** Answers named with a move. */
const SHOWN_ANSWERS = 5

/**
 * Tells what a brand's competitors did. What takes time is read and worked out in a snapshot; the transaction that holds
 * the brand decides by what was told so far, keeps what is told now and writes its events: all of it or nothing.
 */
export async function tellMoves(pipeline: Pipeline, { organizationId, brandId }: Jobs['moves']): Promise<void> {
  const { database } = pipeline
  const seen = await database.snapshot(organizationId, (db) => look(db, organizationId, brandId))
  if (!seen) return
  if (seen === 'later')
    return database.transaction(organizationId, (db) =>
      enqueue(db, [{ ...movesJob({ organizationId, brandId }), delayMs: LATER_MS }]),
    )
  const measured = await inTurns(measureMoves({ ...seen, subscriptions: [] }))
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

/** `later`: half of the answers are still read with other names, or by an older detector. Undefined: there is nothing to look at. */
async function look(db: Db, organizationId: string, brandId: string): Promise<Seen | 'later' | undefined> {
  const entities = await brandEntities(db, organizationId, brandId)
  const asOf = await lastDayOf(db, organizationId, brandId)
  if (!entities || asOf === undefined) return undefined
  const readings = [
    reExtractJob({ organizationId, brandId, after: '' }),
    renewJob({ organizationId, brandId, version: 0 }),
  ]
  for (const reading of readings) if (await isJobKept(db, reading)) return 'later'
  const promptIds = await panelPromptIds(db, organizationId, brandId, null)
  const weights = (await platformWeightsOf(db, organizationId)) ?? {}
  const days = windowDays(MOVES_WINDOW, asOf)
  const earlier = windowDays(MOVES_WINDOW, addDays(days.previousFrom, -1))
  const rollups = await rollupsOf(db, organizationId, brandId, { from: earlier.previousFrom, to: asOf, promptIds })
  const current = windowCells(rollups, { from: days.from, to: days.to })
  const previous = windowCells(rollups, { from: days.previousFrom, to: days.previousTo })
  const [, ...competitors] = entities
  return {
    brandId,
    competitors: competitors.map(({ id, name }) => ({ id, name })),
    weights,
    asOf,
    days,
    current,
    previous,
    third: windowCells(rollups, { from: earlier.from, to: earlier.to }),
    fourth: windowCells(rollups, { from: earlier.previousFrom, to: earlier.previousTo }),
    panel: panelOf(entities, promptIds, weights, current),
    entrants: await readEntrants(db, organizationId, { brandId, entities, promptIds, days, current, previous }),
    entities,
  }
}

/** A window's days as one cell a prompt and platform: it is looked at many times. */
const windowCells = (rollups: readonly DatedCell[], span: Span): DatedCell[] => {
  const days = within(rollups, span)
  const simulated = new Set(days.flatMap((cell) => (cell.simulated > 0 ? [`${cell.platform} ${cell.promptId}`] : [])))
  return addCells(days).map((cell) => ({
    ...cell,
    day: span.to,
    simulated: simulated.has(`${cell.platform} ${cell.promptId}`) ? 1 : 0,
  }))
}

const panelOf = (
  entities: EntityNames[],
  promptIds: string[],
  weights: Record<string, number>,
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
  { from, to }: Span,
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
