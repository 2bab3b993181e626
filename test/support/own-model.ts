import type { Client } from '@sightline/sdk'
import type { Tenant, TestApp } from './test-app.ts'
import type { Answering, Asked, ModelServer } from './model-server.ts'
import { liftMinuteLimit } from './owner.ts'
import { join, type Person } from './people.ts'

export const OWN_KEY = 'sk-own-key-of-the-organization-7f3a'

/** An organization with a brand, a competitor whose name is a word too, and an admin. */
export type Market = { tenant: Tenant; admin: Person; client: Client; params: { id: string } }

export async function market(house: TestApp): Promise<Market> {
  const tenant = await house.tenant()
  await liftMinuteLimit(house, tenant)
  const { client } = tenant
  const params = { id: (await client.createBrand({ body: { name: 'Fernhold', domains: ['fernhold.test'] } })).id }
  await client.addCompetitor({ params, body: { name: 'Gap' } })
  return { tenant, admin: await join(house, tenant, 'admin'), client, params }
}

/** What the model is asked while something is done. */
export async function callsDuring(
  model: ModelServer,
  answering: Answering,
  work: () => Promise<unknown>,
): Promise<Asked[]> {
  const before = model.asked.length
  model.answers(answering)
  await work()
  return model.asked.slice(before)
}
