import type { RecommendationStatus } from '@sightline/sdk'

/** Where a person may move a recommendation to. What expires and what comes back is the evidence's to say. */
export const nextStatuses: Readonly<Record<RecommendationStatus, readonly RecommendationStatus[]>> = {
  new: ['accepted', 'dismissed'],
  accepted: ['in_progress', 'dismissed'],
  in_progress: ['done', 'dismissed'],
  // Its lift is being measured, or was: another try is another recommendation.
  done: [],
  dismissed: ['new'],
  expired: [],
}

/** Null where the step is allowed; else what to do instead, in words. */
export function refusalOf(from: RecommendationStatus, to: RecommendationStatus): string | null {
  const possible = nextStatuses[from]
  if (possible.includes(to)) return null
  if (possible.length > 0) return `From ${from} it may become ${possible.join(' or ')}, not ${to}.`
  return from === 'done'
    ? 'It is done, and stays so. Should the situation return, a new recommendation tells of it.'
    : 'It has expired: its evidence is gone. It comes back as new when the evidence does.'
}
