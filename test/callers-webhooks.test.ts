import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, scopes, type Client, type Delivery } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { refusalOf } from './support/pipeline.ts'
import { happen } from './support/webhooks.ts'

const wanted = { url: 'https://hooks.example.com/a', events: ['competitor.alert' as const] }

/** Nobody sends here: what waits stays as it is. */
describe('a webhook that told of several brands, and is now of the one that a key is limited to', () => {
  let house: TestApp
  let tenant: Tenant
  let own: string
  let other: string
  let limited: Client

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    own = (await tenant.client.createBrand({ body: { name: 'Own' } })).id
    other = (await tenant.client.createBrand({ body: { name: 'Other' } })).id
    const apiKey = await tenant.newKey([...scopes], [own])
    limited = createClient({ baseUrl: house.baseUrl, apiKey })
  })
  after(() => house.close())

  type Told = { id: string; ofOwn: Delivery; ofOther: Delivery; test: Delivery }

  /** @param before the brands it was of */
  async function narrowed(before: string[] | null): Promise<Told> {
    const { id } = await tenant.client.createWebhook({ body: { ...wanted, brandIds: before } })
    const params = { id }
    for (const brandId of [own, other]) await happen(house, { tenant, brandId })
    await tenant.client.updateWebhook({ params, body: { brandIds: [own] } })
    const [ofOther, ofOwn] = (await tenant.client.listDeliveries({ params })).data
    assert.ok(ofOwn && ofOther)
    return { id, ofOwn, ofOther, test: await tenant.client.testWebhook({ params, body: {} }) }
  }
  const bodyOf = async (client: Client, { id }: Delivery): Promise<string> =>
    (await client.getDelivery({ params: { id } })).body

  async function assertHidden(delivery: Delivery): Promise<void> {
    assert.ok((await bodyOf(tenant.client, delivery)).includes(other), 'there is something to hide')
    const params = { id: delivery.id }
    for (const call of [() => limited.getDelivery({ params }), () => limited.resendDelivery({ params })])
      assert.equal((await refusalOf(call())).code, 'resource_not_found')
    // Who may see it still cannot have it sent to where the webhook leads by now.
    assert.equal((await refusalOf(tenant.client.resendDelivery({ params }))).code, 'conflict')
  }

  test('its deliveries about other brands are not shown to that key', async () => {
    const told = await narrowed([other, own])
    const params = { id: told.id }
    const seen = (await limited.listDeliveries({ params })).data.map(({ id }) => id)
    assert.deepEqual(seen.toSorted(), [told.ofOwn.id, told.test.id].toSorted())
    const { deliveries } = (await limited.getWebhook({ params })).statistics
    assert.deepEqual([deliveries.pending, deliveries.cancelled], [1, 0])
    assert.ok((await bodyOf(limited, told.ofOwn)).includes(own))
    await assertHidden(told.ofOther)
  })

  test('nor is a test that was about another brand', async () => {
    const { id } = await tenant.client.createWebhook({ body: { ...wanted, brandIds: [other] } })
    const about = await tenant.client.testWebhook({ params: { id }, body: {} })
    await tenant.client.updateWebhook({ params: { id }, body: { brandIds: [own] } })
    assert.deepEqual((await limited.listDeliveries({ params: { id } })).data, [])
    await assertHidden(about)
  })

  for (const [what, brands] of [
    ['some brands', (): string[] => [other, own]],
    ['all', (): null => null],
  ] as const)
    test(`what waited about other brands is not sent to another address: it was of ${what}`, async () => {
      const { id, ofOwn, ofOther } = await narrowed(brands())
      const params = { id }
      await limited.updateWebhook({ params, body: { url: 'https://elsewhere.example.com/b' } })
      const statusOf = async ({ id: deliveryId }: Delivery) =>
        (await tenant.client.getDelivery({ params: { id: deliveryId } })).status
      assert.deepEqual([await statusOf(ofOther), await statusOf(ofOwn)], ['cancelled', 'pending'])
      await asOwner(house, `update delivery set status = 'failed', next_attempt_at = null where id = $1`, [ofOwn.id])
      for (const client of [limited, tenant.client]) {
        await client.recoverDeliveries({ params, body: { since: '2026-01-01T00:00:00Z' } })
        assert.deepEqual([await statusOf(ofOther), await statusOf(ofOwn)], ['cancelled', 'pending'])
      }
    })

  test('what was under way at that moment is not tried again, whatever its sender reports', async () => {
    const { id } = await tenant.client.createWebhook({ body: { ...wanted, brandIds: [other, own] } })
    await happen(house, { tenant, brandId: other })
    const claimed = `update delivery set claimed_until = now() + interval '1 hour', claimed_by = 'a sender', fence = 1
      where webhook_id = $1 returning id`
    await asOwner(house, claimed, [id])
    await tenant.client.updateWebhook({ params: { id }, body: { brandIds: [own] } })
    const rows = await asOwner(house, 'select status, fence, claimed_until from delivery where webhook_id = $1', [id])
    assert.deepEqual(rows, [{ status: 'cancelled', fence: 2, claimed_until: null }])
  })

  test('a delivery from before its brand was kept with it is told apart by its event', async () => {
    const { id, ofOwn, ofOther, test: tested } = await narrowed([other, own])
    await asOwner(house, 'update delivery set brand_id = null where webhook_id = $1', [id])
    const seen = (await limited.listDeliveries({ params: { id } })).data.map((delivery) => delivery.id)
    assert.deepEqual(seen, [ofOwn.id])
    const all = (await tenant.client.listDeliveries({ params: { id } })).data.map((delivery) => delivery.id)
    assert.deepEqual(all.toSorted(), [ofOwn, ofOther, tested].map((delivery) => delivery.id).toSorted())
  })
})
