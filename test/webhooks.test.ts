import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sightlineEvent, type Webhook } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { ask, assertErrorShape } from './support/http.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { refusalOf } from './support/pipeline.ts'

const url = 'https://hooks.example.com/sightline'
const events = ['score.changed' as const]

describe('webhooks', () => {
  let house: TestApp
  let tenant: Tenant
  let client: Tenant['client']

  before(async () => {
    house = await openTestApp({ now: () => new Date('2026-11-21T08:00:00.000Z') })
    tenant = await house.tenant()
    client = tenant.client
    await liftMinuteLimit(house, tenant)
  })
  after(() => house.close())

  const create = (body: Record<string, unknown>) =>
    ask(`${house.baseUrl}/webhooks`, { method: 'POST', key: tenant.key, body })
  const fields = (text: string): string[] =>
    (JSON.parse(text) as { error: { details: { path: string }[] } }).error.details.map(({ path }) => path)

  describe('the specification’s request', () => {
    test('makes a subscription and answers 201 with its id at the top level and its secret', async () => {
      const reply = await create({ url, events: ['score.changed', 'competitor.alert'], threshold: 5.0 })
      assert.equal(reply.status, 201)
      const { secret, ...webhook } = JSON.parse(reply.text) as Webhook & { secret: string }
      assert.match(webhook.id, /^whk_[a-z0-9]+$/)
      assert.match(secret, /^whsec_/)
      assert.deepEqual(webhook, {
        id: webhook.id,
        url,
        events: ['score.changed', 'competitor.alert'],
        threshold: 5,
        brandIds: null,
        format: 'event',
        onlySignificant: false,
        description: null,
        isChannel: false,
        status: 'active',
        statusReason: null,
        failingSince: null,
        lastSuccessAt: null,
        lastFailureAt: null,
        createdAt: '2026-11-21T08:00:00.000Z',
        updatedAt: '2026-11-21T08:00:00.000Z',
      })
    })

    test('W27 a threshold that is negative, too large, no number or beyond all numbers is refused by its name; absent means 0', async () => {
      for (const threshold of [-1, 101, '5', '', null, true, [5]]) {
        const reply = await create({ url, events, threshold })
        assertErrorShape(reply, 422, 'validation_failed')
        assert.deepEqual(fields(reply.text), ['threshold'], JSON.stringify(threshold))
      }
      const beyond = await ask(`${house.baseUrl}/webhooks`, {
        method: 'POST',
        key: tenant.key,
        body: `{"url":"${url}","events":["score.changed"],"threshold":1e400}`,
      })
      assertErrorShape(beyond, 422, 'validation_failed')
      assert.deepEqual(fields(beyond.text), ['threshold'])
      assert.equal((await client.createWebhook({ body: { url, events } })).threshold, 0)
      assert.equal((await client.createWebhook({ body: { url, events, threshold: 2.5 } })).threshold, 2.5)
    })

    test('W28 events that are empty, unknown or a hundred are refused by their name; twice the same is once', async () => {
      const wrong = [
        [],
        ['score.exploded'],
        ['score.changed', 7],
        Array.from({ length: 100 }, () => 'score.changed'),
        'score.changed',
        {},
      ]
      for (const sent of wrong) {
        const reply = await create({ url, events: sent })
        assertErrorShape(reply, 422, 'validation_failed')
        for (const path of fields(reply.text)) assert.match(path, /^events/)
      }
      const twice = await client.createWebhook({
        body: { url, events: ['competitor.alert', 'score.changed', 'score.changed', 'competitor.alert'] },
      })
      assert.deepEqual(twice.events, ['score.changed', 'competitor.alert'])
    })

    test('an address that may not receive webhooks is refused with what is wrong with it, at create and at change', async () => {
      const { id } = await client.createWebhook({ body: { url, events } })
      const wrong = [
        'http://example.com/',
        'https://127.0.0.1/',
        'https://localhost/x',
        'https://user@example.com/',
        'https://example.com:22/',
        'https://example.com/#a',
        'ftp://example.com',
        'nonsense',
      ]
      for (const target of wrong) {
        const error = assertErrorShape(await create({ url: target, events }), 422, 'webhook_url_not_allowed')
        assert.deepEqual(
          error.details.map(({ path }) => path),
          ['url'],
          target,
        )
        assert.equal(
          (await refusalOf(client.updateWebhook({ params: { id }, body: { url: target } }))).code,
          'webhook_url_not_allowed',
        )
      }
      for (const target of ['', 7, null, `https://example.com/${'x'.repeat(2_048)}`])
        assertErrorShape(await create({ url: target, events }), 422, 'validation_failed')
      assert.equal((await client.getWebhook({ params: { id } })).url, url)
    })

    test('the format follows the host unless it is given', async () => {
      const formats = {
        'https://hooks.slack.com/services/T0/B0/x': 'slack',
        'https://discord.com/api/webhooks/1/x': 'discord',
        'https://contoso.webhook.office.com/webhookb2/x': 'teams',
        'https://prod-1.westeurope.logic.azure.com/workflows/x': 'teams',
        'https://x.environment.api.powerplatform.com/workflows/x': 'teams',
        'https://chat.googleapis.com/v1/spaces/x/messages': 'googlechat',
        'https://discord.com/elsewhere': 'event',
        [url]: 'event',
      }
      const many = await house.tenant()
      await liftMinuteLimit(house, many)
      for (const [target, format] of Object.entries(formats))
        assert.equal((await many.client.createWebhook({ body: { url: target, events } })).format, format, target)
      const given = await many.client.createWebhook({
        body: { url: 'https://hooks.slack.com/x', events, format: 'event' },
      })
      assert.equal(given.format, 'event')
    })
  })

  describe('Zapier’s contract', () => {
    test('subscribe; an omitted field sent as an empty string is refused by its name; unsubscribe with JSON, twice', async () => {
      const target = 'https://hooks.zapier.com/hooks/standard/1/x/'
      for (const field of ['threshold', 'description', 'format'])
        assert.deepEqual(fields((await create({ url: target, events, [field]: '' })).text), [field])
      const subscribed = await create({ url: target, events })
      const { id } = JSON.parse(subscribed.text) as Webhook
      assert.deepEqual([subscribed.status, typeof id], [201, 'string'])
      for (const _time of ['first', 'second']) {
        const gone = await ask(`${house.baseUrl}/webhooks/${id}`, { method: 'DELETE', key: tenant.key })
        assert.deepEqual([gone.status, JSON.parse(gone.text)], [200, { id, deleted: true }])
        assert.equal(gone.headers.get('content-type'), 'application/json; charset=utf-8')
      }
      assert.equal((await refusalOf(client.getWebhook({ params: { id } }))).code, 'resource_not_found')
    })
  })

  describe('a test event', () => {
    test('has the documented shape of the kind asked for, is marked, and is no event', async () => {
      const { id } = await client.createWebhook({
        body: { url, events: ['score.changed', 'recommendation.new', 'competitor.alert'] },
      })
      for (const type of [undefined, 'score.changed', 'recommendation.new', 'competitor.alert'] as const) {
        const {
          id: deliveryId,
          eventType,
          test: isTest,
        } = await client.testWebhook({ params: { id }, body: { ...(type && { type }) } })
        const { body, eventId } = await client.getDelivery({ params: { id: deliveryId } })
        const event = sightlineEvent.parse(JSON.parse(body))
        assert.deepEqual(event, JSON.parse(body))
        assert.deepEqual([event.id, event.type, event.test, isTest], [eventId, type ?? 'score.changed', true, true])
        assert.equal(eventType, event.type)
        assert.match(event.id, /^[A-Za-z0-9_]+$/, 'W8')
        assert.equal(event.data.simulated, true)
      }
      assert.deepEqual((await client.listEvents()).data, [])
    })

    test('is a message that says so in each chat format', async () => {
      for (const format of ['slack', 'discord', 'teams', 'googlechat'] as const) {
        const { id } = await client.createWebhook({ body: { url, events, format } })
        const { id: deliveryId } = await client.testWebhook({ params: { id }, body: {} })
        const { body } = await client.getDelivery({ params: { id: deliveryId } })
        assert.match(body, /This is a test message/)
        assert.ok(!('apiVersion' in (JSON.parse(body) as object)), format)
      }
    })

    test('is refused to a webhook that is not active, which says how to make it so', async () => {
      const { id } = await client.createWebhook({ body: { url, events } })
      const paused = await client.updateWebhook({ params: { id }, body: { status: 'paused' } })
      assert.deepEqual([paused.status, paused.statusReason], ['paused', 'owner'])
      const refused = await refusalOf(client.testWebhook({ params: { id }, body: {} }))
      assert.deepEqual([refused.status, refused.code], [409, 'conflict'])
      assert.match(refused.message, /status to active/)
    })
  })
})
