import { planted } from './gap-market.ts'
import { seedBrand, runEnd, startedRun, type Tenant, type TestApp } from './test-app.ts'

export const anyWebhook = { url: 'https://hooks.example.com/sightline', events: ['score.changed' as const] }

/** Everything a tenant has that an address can name. */
export type BasicFixture = Tenant & {
  baseUrl: string
  brandId: string
  secondBrandId: string
  competitorIds: string[]
  promptIds: string[]
  runId: string
  answerId: string
  webhookId: string
  deliveryId: string
  recommendationId: string
}

/** A tenant with something under every kind of id. */
export async function basicFixture(house: TestApp, name: string): Promise<BasicFixture> {
  const tenant = await house.tenant({ name })
  const { brandId, promptIds, competitorIds } = await seedBrand(tenant.client, house.lab, 2)
  const { id: secondBrandId } = await tenant.client.createBrand({ body: { name: `Second of ${name}` } })
  await tenant.client.setSchedule({ params: { id: brandId }, body: { hour: 3, days: [1] } })
  const first = await startedRun(tenant.client, brandId, { platforms: ['chatgpt', 'perplexity'] })
  const run = await runEnd(tenant.client, first.id)
  await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { platforms: ['chatgpt'] })).id)
  const { data } = await tenant.client.listAnswers({ params: { id: brandId } })
  const webhook = await tenant.client.createWebhook({ body: anyWebhook })
  const delivery = await tenant.client.testWebhook({ params: { id: webhook.id }, body: {} })
  // So that nothing is sent while the tests compare what they see.
  await tenant.client.updateWebhook({ params: { id: webhook.id }, body: { status: 'paused' } })
  return {
    ...tenant,
    baseUrl: house.baseUrl,
    brandId,
    secondBrandId,
    promptIds,
    competitorIds,
    runId: run.id,
    answerId: data[0]!.id,
    webhookId: webhook.id,
    deliveryId: delivery.id,
    recommendationId: await planted(house, tenant, brandId),
  }
}

/** Everything of a settled tenant that a caller from outside might have changed. */
export async function everythingOf({ client, brandId, runId, answerId, webhookId }: BasicFixture): Promise<unknown> {
  const params = { id: brandId }
  return Promise.all([
    client.listBrands(),
    client.listCompetitors({ params }),
    client.listPrompts({ params }),
    client.getSchedule({ params }),
    client.listRuns(),
    client.getRun({ params: { id: runId } }),
    client.getAnswer({ params: { id: answerId } }),
    client.listWebhooks(),
    client.listDeliveries({ params: { id: webhookId } }),
    client.listEvents(),
    client.listSuggestions({ params, query: { status: 'all' } }),
  ])
}
