/** What can happen that a webhook subscription may ask for. */
export const eventTypes = [
  { type: 'score.changed', description: 'A brand’s visibility score changes.' },
  { type: 'recommendation.new', description: 'A new recommendation is generated.' },
  { type: 'competitor.alert', description: 'A competitor makes a notable move.' },
] as const
export type EventType = (typeof eventTypes)[number]['type']
