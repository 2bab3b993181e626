import type { Client } from '@sightline/sdk'

/** What is read, how often it is worth measuring in one go, and how many of it each time. */
export type Read = [unit: string, times: number, work: () => Promise<number>]

/** The reads that a user's day is made of. */
export function readsOf(client: Client, brandId: string): Read[] {
  const params = { id: brandId }
  const once = (call: () => Promise<unknown>) => async () => (await call(), 1)
  return [
    ['a score read', 200, once(() => client.getBrandScore({ params }))],
    ['a score of 90 days', 5, once(() => client.getBrandScore({ params, query: { window: '90d' } }))],
    ['a page of 50 answers', 40, once(() => client.listAnswers({ params, query: { limit: 50 } }))],
    ['a list of prompts', 60, once(() => client.listPrompts({ params }))],
    ['share of voice', 20, once(() => client.getShareOfVoice({ params }))],
    ['platform results', 20, once(() => client.listPlatformResults({ params }))],
    ['a page of citations', 4, once(() => client.listCitations({ params }))],
    ['a page of events', 60, once(() => client.listEvents({ query: {} }))],
    ['an exported row', 3, async () => (await mentions(client)).data.length],
  ]
}

const mentions = (client: Client) => client.exportRows({ params: { dataset: 'mentions' }, query: { limit: 1_000 } })
