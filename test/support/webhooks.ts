import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Delivery, EventType, InputOf, Operations } from '@sightline/sdk'
import { sampleContent } from '../../packages/server/src/engine/notifying/events/sample.ts'
import { deliverJob } from '../../packages/server/src/jobs/kinds.ts'
import { announce } from '../../packages/server/src/pipeline/notifying/publish.ts'
import { enqueue } from '../../packages/server/src/base/queue/jobs.ts'
import type { Tenant, TestApp } from './product.ts'
import { asOwner } from './owner.ts'

type Wanted = Partial<InputOf<Operations['createWebhook']>['body']>

/** An organization with a brand, subscribed to competitors' moves at an address. */
export type Subscriber = { tenant: Tenant; brandId: string; webhookId: string; secret: string }

export async function subscriber(house: TestApp, url: string, wanted: Wanted = {}): Promise<Subscriber> {
  const tenant = await house.tenant({ plan: 'agency' })
  await asOwner(house, 'update organization set calls_per_minute = 1000000 where organization_id = $1', [
    tenant.organizationId,
  ])
  const { id: brandId } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
  return { tenant, brandId, ...(await subscribe(tenant, url, wanted)) }
}

export async function subscribe(
  tenant: Tenant,
  url: string,
  wanted: Wanted = {},
): Promise<{ webhookId: string; secret: string }> {
  const { id, secret } = await tenant.client.createWebhook({ body: { url, events: ['competitor.alert'], ...wanted } })
  return { webhookId: id, secret }
}

const BATCH = 200

/** Makes things happen, as the pipeline does when it finds them: events, deliveries and jobs in one transaction. */
export async function happen(
  house: TestApp,
  { tenant: { organizationId }, brandId }: Pick<Subscriber, 'tenant' | 'brandId'>,
  count = 1,
  type: Exclude<EventType, 'score.changed'> = 'competitor.alert',
): Promise<void> {
  const { services, database } = house.app
  for (let left = count; left > 0; left -= BATCH) {
    const contents = Array.from({ length: Math.min(left, BATCH) }, () =>
      sampleContent(type, {
        brandId,
        competitorId: services.newId('competitor'),
        recommendationId: services.newId('recommendation'),
        threshold: 0,
      }),
    ).filter((content) => content.type !== 'score.changed')
    await database.transaction(organizationId, (db) => announce(services, db, organizationId, contents))
  }
}

/** Lets a subscription's sender look again: its appointments are in the test's time, the queue wakes it by its own. */
export async function knock(house: TestApp, { tenant: { organizationId }, webhookId }: Subscriber): Promise<void> {
  await house.app.database.transaction(organizationId, (db) => enqueue(db, [deliverJob({ organizationId, webhookId })]))
}

export async function deliveriesOf({ tenant, webhookId }: Subscriber): Promise<Delivery[]> {
  const { data } = await tenant.client.listDeliveries({ params: { id: webhookId }, query: { limit: 200 } })
  return data
}

/** Waits until no delivery of the subscription is being sent, or due at the test's time and to be sent. */
export async function settled(house: TestApp, { tenant, webhookId }: Subscriber): Promise<void> {
  for (;;) {
    const [row] = await ask<{ busy: number }>(
      house,
      `select (select count(*)::int from delivery join webhook on webhook.id = delivery.webhook_id
          where delivery.organization_id = $1 and webhook_id = $2 and delivery.status = 'pending'
            and (next_attempt_at <= $3 and webhook.status = 'active' or claimed_until is not null)) +
        (select count(*)::int from job where claimed_by is not null) as busy`,
      [tenant.organizationId, webhookId, house.app.services.now()],
    )
    if (row?.busy === 0) return
    await sleep(5)
  }
}

/** When the subscription's next attempt is due, in milliseconds; null: nothing waits. */
export async function nextAttemptMs(house: TestApp, { webhookId }: Subscriber): Promise<number | null> {
  const [row] = await ask<{ at: Date | null }>(
    house,
    `select min(next_attempt_at) as at from delivery where webhook_id = $1 and status = 'pending'`,
    [webhookId],
  )
  return row?.at?.getTime() ?? null
}

/** One connection a house: these questions are asked again and again. */
const connections = new WeakMap<TestApp, Client>()

async function ask<Row extends object>(house: TestApp, statement: string, values: unknown[]): Promise<Row[]> {
  let client = connections.get(house)
  if (!client) {
    client = new Client({ connectionString: house.database.ownerUrl })
    // It ends with the database.
    client.on('error', () => {})
    connections.set(house, client)
    await client.connect()
  }
  return (await client.query<Row>(statement, values)).rows
}
