import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations, sessionOperations, type Operation } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { createMeter } from '../packages/server/src/operations/accounts/metering.ts'
import { insideCaller } from '../packages/server/src/operations/measuring/scheduled.ts'
import { applyDeliveryRetention } from '../packages/server/src/pipeline/notifying/delivery-retention.ts'
import { advice, announced } from './support/announced.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { refusalOf } from './support/pipeline.ts'
import { jobsIn } from './support/queue.ts'

const DAY_MS = 86_400_000
const url = 'https://hooks.example.com/sightline'
const events = ['recommendation.new' as const]

describe('events of webhooks count against a Free month', () => {
  let house: TestApp
  let tenant: Tenant
  let client: Tenant['client']
  let brandId: string
  let now: number

  before(async () => {
    house = await openTestApp({ now: () => new Date(now) })
  })
  after(() => house.close())

  /** A Free organization with two webhooks for everything, and so many calls left in its month. */
  async function basicFixture(callsLeft: number): Promise<{ first: string; second: string }> {
    now = Date.parse('2026-11-21T08:00:00.000Z')
    tenant = await house.tenant({ plan: 'free' })
    client = tenant.client
    brandId = (await client.createBrand({ body: { name: 'Fernhold' } })).id
    const [{ id: first }, { id: second }] = [
      await client.createWebhook({ body: { url, events } }),
      await client.createWebhook({ body: { url, events } }),
    ]
    await asOwner(house, 'update usage_period set calls = $2 where organization_id = $1', [
      tenant.organizationId,
      100 - callsLeft,
    ])
    return { first, second }
  }
  const used = async (): Promise<number> => (await client.getUsage()).calls.used
  const happens = (...titles: string[]): Promise<void> =>
    announced(house, tenant, ...titles.map((title) => advice(brandId, title)))
  /** As the owner sees them, because reading them by the API would count. */
  const statuses = async (webhookId: string): Promise<string[]> =>
    (
      (await asOwner(house, 'select status from delivery where webhook_id = $1 order by id', [webhookId])) as {
        status: string
      }[]
    ).map(({ status }) => status)
  const deliveryIds = async (webhookId: string): Promise<string[]> =>
    (
      (await asOwner(house, 'select id from delivery where webhook_id = $1 order by id', [webhookId])) as {
        id: string
      }[]
    ).map(({ id }) => id)

  test('W29 one call an event, however many webhooks are told of it; at the ceiling it is kept back, and told once', async () => {
    const { first, second } = await basicFixture(2)
    await happens('fits', 'fits too', 'kept back')
    assert.equal(await used(), 100)
    for (const webhookId of [first, second])
      assert.deepEqual(await statuses(webhookId), ['pending', 'pending', 'suppressed_quota'])
    now += 1
    await happens('kept back as well')
    assert.deepEqual(await statuses(first), ['pending', 'pending', 'suppressed_quota', 'suppressed_quota'])
    const usage = await client.getUsage()
    assert.deepEqual([usage.calls.used, usage.webhooks.countedEvents], [100, 2])
    assert.deepEqual(
      usage.byEndpoint.filter(({ operation }) => operation === 'recommendation.new'),
      [{ operation: 'recommendation.new', calls: 2 }],
    )
    assert.equal(usage.notices.filter(({ kind }) => kind === 'calls_100').length, 1)
    const rows = await asOwner(house, 'select 1 from event where organization_id = $1', [tenant.organizationId])
    assert.equal(rows.length, 4, 'never lost: the events are there')
  })

  test('W29 after the reset one that was kept back is sent by a resend, counted once for its event', async () => {
    const { first, second } = await basicFixture(0)
    await happens('one', 'two')
    const [one] = await deliveryIds(first)
    assert.equal((await refusalOf(client.resendDelivery({ params: { id: one! } }))).code, 'quota_exceeded')
    now += 31 * DAY_MS
    assert.equal(await used(), 0)
    const resent = await client.resendDelivery({ params: { id: one! } })
    assert.deepEqual([resent.status, resent.nextAttemptAt], ['pending', new Date(now).toISOString()])
    assert.deepEqual(
      [await statuses(first), await statuses(second)],
      [
        ['pending', 'suppressed_quota'],
        ['pending', 'suppressed_quota'],
      ],
    )
    // The call itself, and the event.
    assert.equal(await used(), 2)
    const [alsoOne] = await deliveryIds(second)
    await client.resendDelivery({ params: { id: alsoOne! } })
    assert.equal(await used(), 3, 'its event was counted already')
  })

  test('W29 a resend that no longer fits is refused with the reset’s time, and counts nothing', async () => {
    const { first } = await basicFixture(0)
    await happens('one')
    now += 31 * DAY_MS
    await client.getBrand({ params: { id: brandId } })
    // One call is left: the request takes it, its event has none.
    await asOwner(house, `update usage_period set calls = 99 where organization_id = $1 and calls = 1`, [
      tenant.organizationId,
    ])
    const [one] = await deliveryIds(first)
    const refused = await refusalOf(client.resendDelivery({ params: { id: one! } }))
    assert.deepEqual([refused.code, refused.body?.limit], ['quota_exceeded', 100])
    assert.ok((refused.body?.retryAfterSeconds ?? 0) > 0)
    assert.deepEqual([await statuses(first), await used()], [['suppressed_quota'], 99])
  })

  test('W29 all that was kept back since an instant is sent as far as the month goes, oldest first', async () => {
    const { first, second } = await basicFixture(0)
    await happens('a', 'b', 'c', 'd')
    now += 31 * DAY_MS
    await client.getBrand({ params: { id: brandId } })
    await asOwner(house, `update usage_period set calls = 96 where organization_id = $1 and calls = 1`, [
      tenant.organizationId,
    ])
    const since = '2026-01-01T00:00:00Z'
    const told = await client.recoverDeliveries({ params: { id: first }, body: { since } })
    assert.deepEqual(told, { id: first, recovered: 3, suppressed: 1 })
    for (const webhookId of [first, second])
      assert.deepEqual(await statuses(webhookId), ['pending', 'pending', 'pending', 'suppressed_quota'])
    assert.equal(await used(), 100)
  })

  test('W29 an upgrade sends all that was kept back, and counts none of it', async () => {
    const { first, second } = await basicFixture(0)
    await happens('a', 'b')
    const before = await used()
    await operate(house.app, tenant.organizationId, sessionOperations.changePlan, { body: { plan: 'pro' } })
    const [appointed] = await jobsIn(house.app.database, { key: `tend-webhooks:${tenant.organizationId}` })
    assert.ok(appointed && appointed.runAt <= new Date())
    await applyDeliveryRetention(house.app.services, { organizationId: tenant.organizationId })
    for (const webhookId of [first, second]) assert.deepEqual(await statuses(webhookId), ['pending', 'pending'])
    assert.equal(await used(), before)
    await happens('c')
    assert.deepEqual([await used(), (await statuses(first)).length], [before, 3])
  })

  test('what nobody is told of counts nothing, and neither does what is rolled back', async () => {
    const { first, second } = await basicFixture(50)
    await asOwner(house, `update webhook set threshold = 5 where id = any($1)`, [[first, second]])
    await happens('below the threshold')
    await assert.rejects(
      house.app.database.transaction(tenant.organizationId, async (db) => {
        const { announce } = await import('../packages/server/src/pipeline/notifying/publish.ts')
        await announce(house.app.services, db, tenant.organizationId, [advice(brandId, 'large', 9)])
        throw new Error('rolled back')
      }),
      /rolled back/,
    )
    assert.equal(await used(), 50)
    await announced(house, tenant, advice(brandId, 'large', 9))
    assert.equal(await used(), 51)
  })

  test('D1 calls and events at once never exceed the ceiling, and all below it are used', async () => {
    const { first } = await basicFixture(20)
    const { organizationId } = tenant
    const caller = await house.app.database.transaction(organizationId, (db) =>
      insideCaller(db, organizationId, { kind: 'system' }),
    )
    const meter = createMeter(house.app.services)
    const [admitted] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, () => meter.admit(caller, operations.getBrand as Operation))),
      Promise.all(Array.from({ length: 15 }, (_, number) => happens(`${number} a`, `${number} b`))),
    ])
    const calls = admitted.filter((quota) => quota !== null).length
    const sent = (await statuses(first)).filter((status) => status === 'pending').length
    assert.deepEqual([calls + sent, await used(), (await statuses(first)).length], [20, 100, 30])
  })

  test('on a plan that does not count events none is kept back', async () => {
    await basicFixture(0)
    await asOwner(house, `update organization set plan = 'pro' where organization_id = $1`, [tenant.organizationId])
    await asOwner(house, `update usage_period set calls = 2500 where organization_id = $1`, [tenant.organizationId])
    await happens('told')
    const rows = await asOwner(house, 'select distinct status from delivery where organization_id = $1', [
      tenant.organizationId,
    ])
    assert.deepEqual(rows, [{ status: 'pending' }])
  })
})
