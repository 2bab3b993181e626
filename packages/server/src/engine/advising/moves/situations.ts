import { daysBetween } from '../../scoring/windows.ts'
import type { Change } from './changes.ts'
import type { MoveMarket, Situation } from './market.ts'
import { beyondChance } from './probability.ts'

/** Points that a move has at least to be notable where no subscription says how many it takes. */
export const NOTABLE_POINTS = 3

/** Of the moves told at one look, at most this share is chance; where nothing changed, one is told with this probability. */
export const FALSE_RATE = 0.01

/** A move that is absent for the days of a window is over. */
const ABSENT_DAYS = 7

/** Two windows after it was told, both lie behind it: what still moves then moves anew. */
const OVER_AFTER_DAYS = 14

/** `told`: what is told now. `situations`: as they are to be kept, those that changed only. */
export type SituationSteps = { told: { change: Change; situation: Situation }[]; situations: Situation[] }

/**
 * Which changes are told. One is where it is notable, or as large as a subscription asks for; and once, as long as it
 * goes on: a jump is seen in each of the fourteen days in which one window knows it and the other does not.
 */
export const situationSteps = (
  market: MoveMarket,
  changes: readonly Change[],
  known: readonly Situation[],
): SituationSteps => {
  const isNotable = beyondChance(
    changes.map(({ probability }) => probability),
    FALSE_RATE,
  )
  const steps: SituationSteps = { told: [], situations: [] }
  for (const [index, change] of changes.entries()) {
    const isAsked = isAskedFor(change, market.subscriptions)
    const ongoing = known.find((situation) => isOf(situation, change) && isOn(situation, market.asOf))
    if (ongoing) {
      if (change.significant || isAsked) steps.situations.push({ ...ongoing, lastSeen: market.asOf })
    } else if (isAsked || (isNotable[index] && Math.abs(change.delta) >= NOTABLE_POINTS)) {
      const situation = begun(change, market.asOf)
      steps.told.push({ change, situation })
      steps.situations.push(situation)
    }
  }
  return steps
}

/** What a subscription without a threshold asks for is what is notable. */
const isAskedFor = ({ delta, significant }: Change, subscriptions: MoveMarket['subscriptions']): boolean =>
  subscriptions.some(
    ({ threshold, onlySignificant }) =>
      threshold > 0 && Math.abs(delta) >= threshold && (significant || !onlySignificant),
  )

const isOf = (situation: Situation, change: Change): boolean =>
  situation.move === change.move &&
  situation.competitorId === change.competitor.id &&
  situation.direction === directionOf(change)

const isOn = ({ began, lastSeen }: Situation, asOf: string): boolean =>
  daysBetween({ from: lastSeen, to: asOf }) < ABSENT_DAYS && daysBetween({ from: began, to: asOf }) < OVER_AFTER_DAYS

const begun = (change: Change, asOf: string): Situation => {
  const { move, competitor } = change
  const direction = directionOf(change)
  return {
    fingerprint: `${move}:${competitor.id}:${direction}:${asOf}`,
    move,
    competitorId: competitor.id,
    direction,
    began: asOf,
    lastSeen: asOf,
  }
}

const directionOf = ({ delta }: Change): 'up' | 'down' => (delta < 0 ? 'down' : 'up')
