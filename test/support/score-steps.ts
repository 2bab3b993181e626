import { setTimeout as sleep } from 'node:timers/promises'
import type { SightlineEvent } from '@sightline/sdk'
import { jobsIn } from './queue.ts'
import { runEnd, type Tenant, type TestApp } from './test-app.ts'

/** A brand whose score is set step by step, each in a week of its own. */
export type Steps = {
  brandId: string
  competitorId: string
  /** Makes the composite `100 × named ÷ total`, and waits until it is scored. */
  to(named: number, total: number): Promise<void>
}

const FIRST_DAY_MS = Date.UTC(2025, 0, 6)
const WEEK_MS = 7 * 86_400_000

/** The same share of each prompt's answers names the brand, at the first place: with many prompts no chance is in a change. */
export async function scoreSteps(
  house: TestApp,
  { client }: Tenant,
  { name = 'Fernhold', prompts = 1 }: { name?: string; prompts?: number } = {},
): Promise<Steps> {
  const { id } = await client.createBrand({ body: { name } })
  const competitor = await client.addCompetitor({ params: { id }, body: { name: `Rival of ${name}` } })
  let week = 0
  return {
    brandId: id,
    competitorId: competitor.id,
    to: async (named, total) => {
      const collectedAt = new Date(FIRST_DAY_MS + week * WEEK_MS).toISOString()
      week += 1
      const answers = Array.from({ length: prompts }, (_, number) => `question ${number}`).flatMap((prompt) =>
        Array.from({ length: total }, (_, index) => ({
          prompt,
          platform: 'chatgpt',
          text: index < named ? `1. ${name} is one of the tools.` : 'Nothing comes to mind.',
          collectedAt,
        })),
      )
      for (let from = 0; from < answers.length; from += 1_000) {
        const batch = answers.slice(from, from + 1_000)
        const { runId } = await client.importAnswers({ params: { id }, body: { answers: batch } })
        await runEnd(client, runId ?? '')
      }
      await settled(house, id)
    },
  }
}

const STEPS = ['extract', 're-extract', 'score']

/** Waits until nothing that could change a brand's score is left to do. */
async function settled(house: TestApp, brandId: string): Promise<void> {
  for (;;) {
    const left = (await jobsIn(house.app.database)).filter(
      ({ task, payload }) => STEPS.includes(task) && (payload['brandId'] ?? brandId) === brandId,
    )
    if (left.length === 0) return
    await sleep(20)
  }
}

/** What a subscription was told, first one first. */
export async function toldTo({ client }: Tenant, webhookId: string): Promise<SightlineEvent[]> {
  const { data } = await client.listDeliveries({ params: { id: webhookId }, query: { limit: 200 } })
  const bodies = await Promise.all(data.toReversed().map(({ id }) => client.getDelivery({ params: { id } })))
  return bodies.map(({ body }) => JSON.parse(body) as SightlineEvent)
}

/** The same as from → to. */
export const changesTold = (events: SightlineEvent[]): string[] =>
  events.flatMap(({ type, data }) => (type === 'score.changed' ? [`${data.previous} → ${data.current}`] : []))
