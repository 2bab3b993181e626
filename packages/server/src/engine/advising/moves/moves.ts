import type { EventContent } from '@sightline/sdk'
import { rounded } from '../../scoring/report.ts'
import { score, shown } from '../../scoring/score.ts'
import { isSimulated } from '../../scoring/span-score.ts'
import { changesOf, comparing, type Change } from './changes.ts'
import type { Entrant, MoveMarket, MoveMemory, Situation, CompetitorRank } from './market.ts'
import { leadOf, orderStep, type Lead, type Turn } from './order.ts'
import { situationSteps } from './situations.ts'

/** The window that is compared with the one before it. */
export const MOVES_WINDOW = '7d'

type CompetitorAlert = Extract<EventContent, { type: 'competitor.alert' }>['data']

/** A notable move, as it is told but for the answers that show it, which `evidence` says where to find. */
export type Move = { alert: Omit<CompetitorAlert, 'answerIds'>; evidence: Evidence }

/** The answers themselves, or answers to these prompts in which an entity stands best, or worst. */
export type Evidence = { answerIds: string[] } | { entityId: string; stands: 'best' | 'worst'; promptIds: string[] }

/** `standings`, `situations`: what is to be kept of this look, beside what is known. */
export type Moves = { moves: Move[]; standings: CompetitorRank[]; situations: Situation[] }

/** What is seen of the competitors, whatever was told of them before. */
export type MeasuredMoves = { changes: Change[]; leads: ReadonlyMap<string, Lead | null> }

/** Measures one competitor after the other, some milliseconds each; yields between them, so that others have their turn. */
export function* measureMoves(market: MoveMarket): Generator<undefined, MeasuredMoves> {
  const compared = yield* comparing(market)
  const changes: Change[] = []
  const leads = new Map<string, Lead | null>()
  for (const competitor of market.competitors) {
    yield
    changes.push(...changesOf(compared, competitor))
    leads.set(competitor.id, leadOf(market, competitor.id))
  }
  return { changes, leads }
}

/** What the competitors did that is worth telling and was not told: docs/moves.md. */
export const findMoves = (market: MoveMarket, { changes, leads }: MeasuredMoves, memory: MoveMemory): Moves => {
  const { told, situations } = situationSteps(market, changes, memory.situations)
  const orders = market.competitors.map((competitor) => ({
    competitor,
    ...orderStep(
      market,
      competitor.id,
      leads.get(competitor.id) ?? null,
      memory.standings.find(({ competitorId }) => competitorId === competitor.id),
    ),
  }))
  const around = aroundOf(market)
  return {
    moves: [
      ...told.map(({ change, situation }) => changeMove(around, change, situation)),
      ...orders.flatMap(({ competitor, turn }) => {
        const change = changes.find(({ move, competitor: { id } }) => move === 'score_moved' && id === competitor.id)
        return turn && change ? [orderMove(around, change, turn, market.asOf)] : []
      }),
      ...market.entrants.map((entrant) => entrantMove(around, entrant)),
    ],
    standings: orders.flatMap(({ standing }) => (standing ? [standing] : [])),
    situations,
  }
}

/** An untracked name's situation: it is told once, whenever. */
export const entrantFingerprint = (key: string): string => `new_entrant:${key}`

type Around = Pick<CompetitorAlert, 'brandId' | 'window' | 'brandScore' | 'simulated'> & { answers: number }

const aroundOf = ({ brandId, current, weights }: MoveMarket): Around => {
  const own = score(current, brandId, { weights })
  return {
    brandId,
    window: MOVES_WINDOW,
    brandScore: own && shown(own.composite),
    simulated: isSimulated(current),
    answers: current.reduce((sum, { outcomes }) => sum + outcomes.ok, 0),
  }
}

const changeMove = (around: Around, change: Change, { fingerprint }: Situation): Move => ({
  alert: {
    ...around,
    ...measuredOf(change),
    move: change.move,
    measure: change.move === 'score_moved' ? 'score' : 'share_of_voice',
    significant: change.significant,
    fingerprint,
  },
  evidence: {
    entityId: change.competitor.id,
    stands: change.delta < 0 ? 'worst' : 'best',
    promptIds: change.promptIds,
  },
})

const orderMove = (around: Around, change: Change, { order, significant, promptIds }: Turn, asOf: string): Move => {
  const move = order === 'above' ? 'overtook' : 'fell_behind'
  return {
    alert: {
      ...around,
      ...measuredOf(change),
      move,
      measure: 'score',
      significant,
      fingerprint: `${move}:${change.competitor.id}:${asOf}`,
    },
    evidence: {
      entityId: change.competitor.id,
      stands: order === 'above' ? 'best' : 'worst',
      promptIds,
    },
  }
}

const measuredOf = ({ competitor, previous, current, delta, interval, platformWide, answers }: Change) => ({
  competitorId: competitor.id,
  name: competitor.name,
  previous,
  current,
  delta,
  interval: rounded(interval),
  platformWide,
  answers,
})

const entrantMove = (
  around: Around,
  { key, name, answers, previousAnswers, significant, answerIds }: Entrant,
): Move => ({
  alert: {
    ...around,
    competitorId: null,
    name,
    move: 'new_entrant',
    measure: 'answers',
    previous: previousAnswers,
    current: answers,
    delta: answers,
    // Counted, not sampled: there is no interval of it.
    interval: null,
    significant,
    platformWide: false,
    fingerprint: entrantFingerprint(key),
  },
  evidence: { answerIds },
})
