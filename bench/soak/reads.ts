import type { CallOptions, Client } from '@sightline/sdk'
import type { Visitor } from './visitor.ts'

type Read = {
  weight: number
  ask(client: Client, visitor: Visitor, brandId: string, options: CallOptions): Promise<unknown>
}

/** What people and their tools look at; scores most. */
export const READS: readonly Read[] = [
  { weight: 30, ask: (client, _, id, options) => client.getBrandScore({ params: { id } }, options) },
  { weight: 4, ask: (client, _, brandId, options) => client.getVisibilityScores({ query: { brandId } }, options) },
  { weight: 4, ask: (client, _, id, options) => client.getScoreHistory({ params: { id } }, options) },
  { weight: 3, ask: (client, _, id, options) => client.explainScore({ params: { id } }, options) },
  { weight: 3, ask: (client, _, id, options) => client.getShareOfVoice({ params: { id } }, options) },
  {
    weight: 6,
    ask: (client, _, id, options) => client.listAnswers({ params: { id }, query: { include: 'text' } }, options),
  },
  { weight: 4, ask: (client, _, id, options) => client.listPrompts({ params: { id } }, options) },
  {
    weight: 3,
    ask: (client, _, id, options) => client.listCompetitors({ params: { id }, query: { window: '7d' } }, options),
  },
  { weight: 3, ask: (client, _, id, options) => client.listSuggestions({ params: { id } }, options) },
  { weight: 3, ask: (client, _, id, options) => client.listPlatformResults({ params: { id } }, options) },
  { weight: 3, ask: (client, _, id, options) => client.listCitations({ params: { id } }, options) },
  { weight: 4, ask: (client, _, brandId, options) => client.listRuns({ query: { brandId } }, options) },
  { weight: 4, ask: (client, _, __, options) => client.listEvents({}, options) },
  {
    weight: 3,
    ask: (client, { guest }, _, options) => client.listDeliveries({ params: { id: guest.webhookId } }, options),
  },
  {
    weight: 2,
    ask: (client, { guest }, _, options) => client.getWebhook({ params: { id: guest.webhookId } }, options),
  },
]

/** Not scored yet, not planted yet. */
const EXPECTED = ['score_not_available']

export async function read(visitor: Visitor, { ask }: Read): Promise<void> {
  const brandId = visitor.current?.brandId ?? visitor.guest.scheduledId
  await visitor.caller.call((client, options) => ask(client, visitor, brandId, options), { expected: EXPECTED })
}

/** Free of charge. */
export async function readUsage({ caller }: Visitor): Promise<void> {
  await caller.call((client, options) => client.getUsage({}, options), { isFree: true })
}
