import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Delivery } from '@sightline/sdk'
import { createAuthority, type Authority } from './support/authority.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { isVerified, openWebhookReceiver, type Receiver, type ReceiverOptions } from './support/receivers.ts'
import { deliveriesOf, happen, settled, subscriber, type Subscriber } from './support/webhooks.ts'

const generous = { timeout: 60_000 }

describe('deliveries', generous, () => {
  let house: TestApp
  let authority: Authority
  const receivers: Receiver[] = []

  before(async () => {
    authority = await createAuthority()
    house = await openTestApp({
      works: true,
      outbound: {
        allowsLoopbackHttp: true,
        resolve: async () => ['127.0.0.1'],
        allowedNetworks: ['127.0.0.0/8'],
        allowsAnyPort: true,
        ca: authority.ca,
      },
    })
  })
  after(async () => {
    await house.close()
    for (const receiver of receivers) await receiver.close()
  })

  async function receiverOf(options: ReceiverOptions = {}): Promise<Receiver> {
    const receiver = await openWebhookReceiver(options)
    receivers.push(receiver)
    return receiver
  }
  async function subscribed(options: ReceiverOptions = {}): Promise<{ receiver: Receiver; to: Subscriber }> {
    const receiver = await receiverOf(options)
    return { receiver, to: await subscriber(house, receiver.url) }
  }
  const read = (to: Subscriber, { id }: Delivery) => to.tenant.client.getDelivery({ params: { id } })
  async function onlyDelivery(to: Subscriber): Promise<Delivery> {
    const [delivery, ...others] = await deliveriesOf(to)
    assert.ok(delivery)
    assert.equal(others.length, 0)
    return delivery
  }

  test('W1 each kind of event arrives over HTTPS, and the official library verifies it', async () => {
    const host = 'receiver.example'
    const receiver = await receiverOf({ tls: { host, ...(await authority.issue(host)) } })
    const to = await subscriber(house, receiver.url, {
      events: ['score.changed', 'recommendation.new', 'competitor.alert'],
    })
    for (const type of ['score.changed', 'recommendation.new', 'competitor.alert'] as const)
      await to.tenant.client.testWebhook({ params: { id: to.webhookId }, body: { type } })
    await happen(house, to, 1, 'recommendation.new')
    await happen(house, to, 1, 'competitor.alert')
    const arrivals = await receiver.got(5)
    for (const arrival of arrivals) {
      assert.equal(isVerified(to.secret, arrival), true)
      assert.equal(arrival.headers['content-type'], 'application/json')
      assert.match(arrival.headers['user-agent'] ?? '', /^Sightline\/\S+ \(webhooks\)$/)
      assert.match(arrival.id, /^[A-Za-z0-9_]+$/)
      assert.equal((JSON.parse(arrival.body) as { id: string }).id, arrival.id)
    }
    assert.deepEqual([...new Set(arrivals.map(({ body }) => (JSON.parse(body) as { type: string }).type))].toSorted(), [
      'competitor.alert',
      'recommendation.new',
      'score.changed',
    ])
    await settled(house, to)
    for (const { status } of await deliveriesOf(to)) assert.equal(status, 'delivered')
  })

  test('W2 the official library refuses every tampering', async () => {
    const { receiver, to } = await subscribed()
    await happen(house, to)
    const [arrival] = await receiver.got(1)
    assert.ok(arrival)
    const changed = (name: string, value: string) => ({ ...arrival, headers: { ...arrival.headers, [name]: value } })
    const signature = arrival.headers['webhook-signature'] ?? ''
    const timestamp = Number(arrival.headers['webhook-timestamp'])
    const without = (name: string) => ({
      ...arrival,
      headers: Object.fromEntries(Object.entries(arrival.headers).filter(([key]) => key !== name)),
    })
    const tampered = [
      { ...arrival, body: JSON.stringify(JSON.parse(arrival.body), null, 1) },
      { ...arrival, body: `${arrival.body} ` },
      { ...arrival, body: arrival.body.replace('52', '53').replace('"delta":8', '"delta":9') },
      { ...arrival, body: '' },
      changed('webhook-id', 'evt_other'),
      changed('webhook-timestamp', String(timestamp + 1)),
      changed('webhook-timestamp', String(timestamp * 1_000)),
      changed('webhook-timestamp', 'now'),
      changed('webhook-signature', signature.replace('v1,', 'v2,')),
      changed('webhook-signature', signature.slice(0, -5)),
      changed('webhook-signature', `v1,${Buffer.alloc(32).toString('base64')}`),
      changed('webhook-signature', signature.replace('v1,', '')),
      changed('webhook-signature', ''),
      ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(without),
    ]
    assert.equal(isVerified(to.secret, arrival), true)
    for (const [index, one] of tampered.entries()) assert.equal(isVerified(to.secret, one), false, String(index))
    const other = await subscriber(house, receiver.url)
    assert.equal(isVerified(other.secret, arrival), false)
  })

  test('W3 what is sent again five minutes later is refused by its age', async () => {
    const { receiver, to } = await subscribed()
    await happen(house, to)
    const [arrival] = await receiver.got(1)
    assert.ok(arrival)
    const at = (seconds: number) => {
      const old = { ...arrival.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) + seconds) }
      const timestamp = new Date(Number(old['webhook-timestamp']) * 1_000)
      return {
        ...arrival,
        headers: { ...old, 'webhook-signature': new Webhook(to.secret).sign(arrival.id, timestamp, arrival.body) },
      }
    }
    assert.equal(isVerified(to.secret, at(-290)), true)
    assert.equal(isVerified(to.secret, at(-302)), false)
    assert.equal(isVerified(to.secret, at(302)), false)
  })

  test('W5 while a secret is rotated, both sign, the new one first', async () => {
    const { receiver, to } = await subscribed()
    const { secret } = await to.tenant.client.rotateWebhookSecret({ params: { id: to.webhookId } })
    await happen(house, to)
    const [arrival] = await receiver.got(1)
    assert.ok(arrival)
    const [first = '', second, ...rest] = (arrival.headers['webhook-signature'] ?? '').split(' ')
    assert.ok(second)
    assert.equal(rest.length, 0)
    const signedBy = (signature: string) => ({
      ...arrival,
      headers: { ...arrival.headers, 'webhook-signature': signature },
    })
    assert.equal(isVerified(secret, signedBy(first)), true)
    assert.equal(isVerified(to.secret, signedBy(second)), true)
    for (const one of [secret, to.secret]) assert.equal(isVerified(one, arrival), true)
    // A day later the old one is gone.
    await asOwner(
      house,
      `update webhook_secret set expires_at = now() - interval '1 second' where expires_at is not null and webhook_id = $1`,
      [to.webhookId],
    )
    await happen(house, to)
    const later = (await receiver.got(2))[1]
    assert.ok(later)
    assert.equal(isVerified(to.secret, later), false)
    assert.equal(isVerified(secret, later), true)
  })

  test('W9 2xx is success, whatever its number; all else is tried again, and no redirect is followed', async () => {
    const target = await receiverOf()
    for (const [status, reason] of [
      [200, null],
      [201, null],
      [204, null],
      [299, null],
      [301, 'redirect_not_followed'],
      [302, 'redirect_not_followed'],
      [307, 'redirect_not_followed'],
      [308, 'redirect_not_followed'],
      [404, 'unsuccessful_status'],
      [500, 'unsuccessful_status'],
      [999, 'unsuccessful_status'],
    ] as const) {
      const { to } = await subscribed({ answer: () => ({ status, headers: { location: target.url } }) })
      await happen(house, to)
      await settled(house, to)
      const delivery = await onlyDelivery(to)
      assert.equal(delivery.status, reason === null ? 'delivered' : 'pending', String(status))
      assert.equal(delivery.attempts, 1)
      const { durationMs: _, at: __, ...last } = delivery.lastAttempt ?? assert.fail('an attempt')
      assert.deepEqual(last, { status, reason })
    }
    assert.equal(target.arrivals.length, 0)
  })

  test('W10 410 disables at once; what waited is cancelled, and its owner finds why', async () => {
    const { receiver, to } = await subscribed({ answer: (_arrival, number) => ({ status: number === 0 ? 500 : 410 }) })
    await happen(house, to)
    await settled(house, to)
    await happen(house, to, 30)
    await settled(house, to)
    const webhook = await to.tenant.client.getWebhook({ params: { id: to.webhookId } })
    assert.deepEqual([webhook.status, webhook.statusReason], ['disabled', 'gone'])
    const statuses = Map.groupBy(await deliveriesOf(to), ({ status }) => status)
    assert.equal(statuses.get('failed')?.length, receiver.arrivals.length - 1)
    assert.equal(statuses.get('cancelled')?.length, 31 - (receiver.arrivals.length - 1))
    const before = receiver.arrivals.length
    await happen(house, to)
    await settled(house, to)
    assert.equal(receiver.arrivals.length, before)
    const audit = await asOwner(
      house,
      `select action, detail->>'reason' as reason from audit_entry where subject = $1 and action = 'webhook.disable'`,
      [to.webhookId],
    )
    assert.deepEqual(audit, [{ action: 'webhook.disable', reason: 'gone' }])
  })

  test('the log tells what was sent and answered; the answer’s text is cut, and mended where it is none', async () => {
    const { receiver, to } = await subscribed({
      answer: () => ({
        status: 500,
        headers: { 'content-type': 'text/html', 'x-internal': 'secret', server: 's'.repeat(2_000) },
        body: `a\0b${'ä'.repeat(9_000)}`,
      }),
    })
    await happen(house, to)
    const [arrival] = await receiver.got(1)
    await settled(house, to)
    const { body, log } = await read(to, await onlyDelivery(to))
    assert.equal(body, arrival?.body)
    const [attempt, ...others] = log
    assert.equal(others.length, 0)
    const sent = attempt?.request.headers ?? {}
    assert.deepEqual(Object.keys(sent).toSorted(), [
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ])
    for (const [name, value] of Object.entries(sent)) assert.equal(arrival?.headers[name], value)
    const { headers, untrustedStart } = attempt?.response ?? assert.fail('an answer')
    assert.equal(headers['content-type'], 'text/html')
    assert.equal(headers['x-internal'], undefined)
    assert.equal(headers['server']?.length, 500)
    assert.match(untrustedStart ?? '', /^a\ufffdbä+$/)
    const bytes = Buffer.byteLength(untrustedStart ?? '')
    assert.ok(bytes <= 4_096 && bytes > 4_090, `${bytes}`)
    assert.equal(JSON.stringify(house.log).includes(to.secret), false)
  })

  test('W20 when no answer comes, the log says why, in a code', async () => {
    const { receiver, to } = await subscribed()
    await receiver.close()
    receivers.splice(receivers.indexOf(receiver), 1)
    await happen(house, to)
    await settled(house, to)
    const { log } = await read(to, await onlyDelivery(to))
    const { durationMs: _, at: __, request: ___, ...told } = log[0] ?? assert.fail('an attempt')
    assert.deepEqual(told, { number: 1, status: null, reason: 'connection_refused', response: null })
  })

  test('W32 an address that leads inside since it was saved is not contacted, and all such look alike', async () => {
    const { receiver, to } = await subscribed()
    const told: unknown[] = []
    for (const url of [
      'https://127.0.0.1/',
      'https://169.254.169.254/',
      'http://10.0.0.1/',
      'https://localhost:5432/',
      `https://u:p@receiver.example:${receiver.port}/`,
    ]) {
      await asOwner(house, `update webhook set url = $1, failing_since = null where id = $2`, [url, to.webhookId])
      await happen(house, to)
      await settled(house, to)
      const [newest] = await deliveriesOf(to)
      const { log } = await read(to, newest ?? assert.fail('a delivery'))
      const { at: _, request: __, ...attempt } = log[0] ?? assert.fail('an attempt')
      told.push(attempt)
    }
    for (const one of told)
      assert.deepEqual(one, { number: 1, status: null, reason: 'address_not_allowed', durationMs: 0, response: null })
    assert.equal(receiver.arrivals.length, 0)
  })

  test('W25 order may change when one fails; the sequence tells it', async () => {
    const { receiver, to } = await subscribed({ answer: (_arrival, number) => ({ status: number === 0 ? 503 : 200 }) })
    await happen(house, to)
    await settled(house, to)
    await happen(house, to)
    const arrivals = await receiver.got(3)
    const sequenceOf = ({ body }: { body: string }): number => (JSON.parse(body) as { sequence: number }).sequence
    assert.deepEqual(
      arrivals.map(sequenceOf).toSorted((one, other) => one - other),
      [1, 1, 2],
    )
    await settled(house, to)
    assert.deepEqual(
      (await deliveriesOf(to)).map(({ status }) => status),
      ['delivered', 'delivered'],
    )
  })

  test('a test event is sent once, in the same form, and judges nobody', async () => {
    const { receiver, to } = await subscribed({ answer: () => ({ status: 500 }) })
    await to.tenant.client.testWebhook({ params: { id: to.webhookId }, body: {} })
    const [arrival] = await receiver.got(1)
    assert.equal(isVerified(to.secret, arrival ?? assert.fail('an arrival')), true)
    await settled(house, to)
    const delivery = await onlyDelivery(to)
    assert.deepEqual([delivery.test, delivery.status, delivery.attempts], [true, 'failed', 1])
    const webhook = await to.tenant.client.getWebhook({ params: { id: to.webhookId } })
    assert.equal(webhook.failingSince, null)
  })
})
