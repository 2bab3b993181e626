import type { CompetitorMove, EventContent, EventType } from '@sightline/sdk'

/** What a subscription asks to be told of. */
export type Subscription = {
  events: readonly EventType[]
  /** Points, 0–100. */
  threshold: number
  /** Null: all brands. */
  brandIds: readonly string[] | null
  onlySignificant: boolean
}

/** Whether a subscription is told of a recommendation or of a competitor's move; a score's change asks `engine/scoring/score-change.ts`. */
export function wants(subscription: Subscription, content: Exclude<EventContent, { type: 'score.changed' }>): boolean {
  if (!concerns(subscription, content.type, content.data.brandId)) return false
  switch (content.type) {
    case 'recommendation.new':
      return content.data.estimatedLift >= subscription.threshold
    case 'competitor.alert':
      return (
        isTold(subscription, content.data.significant) &&
        (isTurningPoint(content.data.move) || Math.abs(content.data.delta) >= subscription.threshold)
      )
  }
}

/** Whether it asks for this kind of event of this brand at all. */
export const concerns = ({ events, brandIds }: Subscription, type: EventType, brandId: string): boolean =>
  events.includes(type) && (brandIds === null || brandIds.includes(brandId))

/** A subscription may hold back what could be chance. */
export const isTold = ({ onlySignificant }: Subscription, isSignificant: boolean): boolean =>
  isSignificant || !onlySignificant

/** Moves that are told whatever their size. */
function isTurningPoint(move: CompetitorMove): boolean {
  switch (move) {
    case 'overtook':
    case 'fell_behind':
    case 'new_entrant':
      return true
    case 'score_moved':
    case 'sov_moved':
      return false
  }
}
