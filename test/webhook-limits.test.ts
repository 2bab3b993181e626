import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, plans, scopes } from '@sightline/sdk'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { ask, assertErrorShape } from './support/http.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { refusalOf } from './support/pipeline.ts'

const url = 'https://hooks.example.com/sightline'
const events = ['score.changed' as const]

describe('what limits webhooks', () => {
  let house: TestApp

  before(async () => {
    house = await openTestApp()
  })
  after(() => house.close())

  const create = (body: Record<string, unknown>, key: string) =>
    ask(`${house.baseUrl}/webhooks`, { method: 'POST', key, body })

  test('C7 of twenty made at once for a plan’s last place exactly one passes', async () => {
    for (const plan of ['free', 'pro'] as const) {
      const limited = await house.tenant({ plan })
      await liftMinuteLimit(house, limited)
      const full = plans[plan].webhooks - 1
      for (let made = 0; made < full; made += 1) await limited.client.createWebhook({ body: { url, events } })
      const replies = await Promise.all(Array.from({ length: 20 }, () => create({ url, events }, limited.key)))
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((one, other) => one - other),
        [201, ...Array.from({ length: 19 }, () => 403)],
      )
      const refused = replies.find(({ status }) => status === 403)!
      const error = assertErrorShape(refused, 403, 'plan_limit_reached')
      assert.deepEqual([error.limit, error.current], [plans[plan].webhooks, plans[plan].webhooks])
      const { data } = await limited.client.listWebhooks()
      await limited.client.deleteWebhook({ params: { id: data[0]!.id } })
      await limited.client.createWebhook({ body: { url, events } })
    }
  })

  test('C10 a key that is limited to some brands makes and sees only webhooks of those', async () => {
    const all = await house.tenant()
    const [one, other] = [
      await all.client.createBrand({ body: { name: 'One' } }),
      await all.client.createBrand({ body: { name: 'Other' } }),
    ]
    const foreign = await all.client.createWebhook({ body: { url, events, brandIds: [other.id, one.id] } })
    const everything = await all.client.createWebhook({ body: { url, events } })
    const narrow = createClient({ baseUrl: house.baseUrl, apiKey: await all.newKey([...scopes], [one.id]) })
    const own = await narrow.createWebhook({ body: { url, events } })
    assert.deepEqual(own.brandIds, [one.id])
    assert.deepEqual(
      (await narrow.listWebhooks()).data.map(({ id }) => id),
      [own.id],
    )
    for (const { id } of [foreign, everything]) {
      const params = { id }
      const delivery = await all.client.testWebhook({ params, body: {} })
      const refused = [
        () => narrow.getWebhook({ params }),
        () => narrow.updateWebhook({ params, body: { threshold: 1 } }),
        () => narrow.rotateWebhookSecret({ params }),
        () => narrow.testWebhook({ params, body: {} }),
        () => narrow.listDeliveries({ params }),
        () => narrow.recoverDeliveries({ params, body: { since: '2026-01-01T00:00:00Z' } }),
        () => narrow.getDelivery({ params: { id: delivery.id } }),
        () => narrow.resendDelivery({ params: { id: delivery.id } }),
      ]
      for (const call of refused) assert.equal((await refusalOf(call())).code, 'resource_not_found')
      await narrow.deleteWebhook({ params })
      assert.equal((await all.client.getWebhook({ params })).id, id, 'not deleted')
    }
    const wider = await refusalOf(
      narrow.updateWebhook({ params: { id: own.id }, body: { brandIds: [one.id, other.id] } }),
    )
    assert.equal(wider.code, 'validation_failed')
    const widest = await narrow.updateWebhook({ params: { id: own.id }, body: { brandIds: null } })
    assert.deepEqual(widest.brandIds, [one.id])
  })

  test('the dedicated channel is Agency’s, one, in a chat format and of all brands', async () => {
    const slack = 'https://hooks.slack.com/services/T0/B0/x'
    const agency = await house.tenant()
    const brand = await agency.client.createBrand({ body: { name: 'One' } })
    const made = await agency.client.createWebhook({ body: { url: slack, events, isChannel: true } })
    assert.deepEqual([made.isChannel, made.format], [true, 'slack'])
    const params = { id: made.id }
    const business = await house.tenant({ plan: 'business' })
    const refusals = [
      [() => agency.client.createWebhook({ body: { url: slack, events, isChannel: true } }), 'conflict'],
      [() => agency.client.createWebhook({ body: { url, events, isChannel: true } }), 'validation_failed'],
      [
        () => agency.client.createWebhook({ body: { url: slack, events, isChannel: true, brandIds: [brand.id] } }),
        'validation_failed',
      ],
      [() => agency.client.updateWebhook({ params, body: { format: 'event' } }), 'validation_failed'],
      [() => agency.client.updateWebhook({ params, body: { brandIds: [brand.id] } }), 'validation_failed'],
      [
        () =>
          business.client.createWebhook({
            body: { url: slack, events, isChannel: true },
          }),
        'plan_feature_unavailable',
      ],
    ] as const
    for (const [call, code] of refusals) assert.equal((await refusalOf(call())).code, code)
    await agency.client.updateWebhook({ params, body: { threshold: 3 } })
  })
})
