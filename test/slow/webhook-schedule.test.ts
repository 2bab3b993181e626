import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../support/test-app.ts'
import { asOwner } from '../support/owner.ts'
import { openWebhookReceiver, type Receiver, type Reply } from '../support/receivers.ts'
import {
  deliveriesOf,
  happen,
  knock,
  nextAttemptMs,
  settled,
  subscriber,
  type Subscriber,
} from '../support/webhooks.ts'

const generous = { timeout: 240_000 }
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Everything here happens in the test's time: the queue wakes a sender by its own clock, so the test knocks instead. */
describe('deliveries in time', generous, () => {
  let house: TestApp
  let nowMs = Date.parse('2027-01-04T12:00:00.000Z')
  const receivers: Receiver[] = []

  before(async () => {
    house = await openTestApp({
      works: true,
      now: () => new Date(nowMs),
      deliveryBreathMs: 10,
      outbound: { allowsLoopbackHttp: true },
    })
  })
  after(async () => {
    await house.close()
    for (const receiver of receivers) await receiver.close()
  })

  async function subscribed(answer: (number: number) => Reply): Promise<{ receiver: Receiver; to: Subscriber }> {
    const receiver = await openWebhookReceiver({ answer: (_arrival, number) => answer(number), nowMs: () => nowMs })
    receivers.push(receiver)
    return { receiver, to: await subscriber(house, receiver.url) }
  }
  async function look(to: Subscriber): Promise<void> {
    await knock(house, to)
    await settled(house, to)
  }
  /** Goes from appointment to appointment up to an instant, or until nothing waits. */
  async function live(to: Subscriber, untilMs = Infinity): Promise<void> {
    for (;;) {
      const next = await nextAttemptMs(house, to)
      if (next === null || next > untilMs) break
      nowMs = Math.max(nowMs, next)
      await look(to)
    }
    if (untilMs !== Infinity) nowMs = untilMs
  }
  const webhookOf = ({ tenant, webhookId }: Subscriber) => tenant.client.getWebhook({ params: { id: webhookId } })
  async function told(to: Subscriber, action: string): Promise<number> {
    return (await asOwner(house, 'select from audit_entry where subject = $1 and action = $2', [to.webhookId, action]))
      .length
  }

  test('W12 W4 a receiver that always answers 500 is tried ten times over 75 hours, with the same bytes and id; then it failed, and can be sent again', async () => {
    let status = 500
    const { receiver, to } = await subscribed(() => ({ status }))
    await happen(house, to)
    await settled(house, to)
    await live(to)
    const planned = [5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)
    const gaps = receiver.arrivals.slice(1).map(({ atMs }, index) => atMs - (receiver.arrivals[index]?.atMs ?? 0))
    assert.equal(receiver.arrivals.length, 10)
    for (const [index, gap] of gaps.entries()) {
      const share = gap / (planned[index] ?? 0)
      assert.ok(share >= 0.8 && share <= 1.2, `${index}: ${share}`)
    }
    for (const name of ['id', 'body'] as const)
      assert.equal(new Set(receiver.arrivals.map((arrival) => arrival[name])).size, 1)
    for (const name of ['webhook-timestamp', 'webhook-signature'])
      assert.equal(new Set(receiver.arrivals.map(({ headers }) => headers[name])).size, 10)
    for (const { atMs, headers } of receiver.arrivals)
      assert.ok(Math.abs(atMs / 1_000 - Number(headers['webhook-timestamp'])) <= 1)
    const [delivery] = await deliveriesOf(to)
    assert.deepEqual([delivery?.status, delivery?.attempts, delivery?.nextAttemptAt], ['failed', 10, null])
    status = 200
    await to.tenant.client.resendDelivery({ params: { id: delivery?.id ?? '' } })
    await settled(house, to)
    const [again] = await deliveriesOf(to)
    assert.deepEqual([again?.status, again?.attempts], ['delivered', 11])
    assert.equal(receiver.arrivals[10]?.id, receiver.arrivals[0]?.id)
  })

  test('W11 Retry-After is honoured between the planned pause and its double; what comes meanwhile waits its turn and is not lost', async () => {
    const date = () => new Date(nowMs + 120_000).toUTCString()
    for (const [status, wanted, least, most] of [
      [429, () => '120', 8, 12],
      [503, date, 8, 12],
      [429, () => '7', 4, 12],
      [429, () => '-5', 4, 6],
      [503, () => '1e9', 4, 6],
      [429, () => 'soon', 4, 6],
    ] as const) {
      const { receiver, to } = await subscribed((number) =>
        number === 0 ? { status, headers: { 'retry-after': wanted() } } : { status: 200 },
      )
      await happen(house, to)
      await settled(house, to)
      const pauseMs = ((await nextAttemptMs(house, to)) ?? 0) - nowMs
      assert.ok(pauseMs >= least * SECOND_MS && pauseMs <= most * SECOND_MS, `${status} ${wanted()}: ${pauseMs}`)
      await happen(house, to, 3)
      await settled(house, to)
      await live(to)
      assert.equal(receiver.arrivals.length, 5)
      assert.equal(new Set(receiver.arrivals.map(({ id }) => id)).size, 4)
    }
  })

  test('W13 down for 24 hours with 500 events: all arrive, within ten minutes of the first success, ten a second at most', async () => {
    let status = 500
    const { receiver, to } = await subscribed(() => ({ status }))
    const start = nowMs
    for (let hour = 0; hour < 24; hour += 6) {
      await happen(house, to, 125)
      await settled(house, to)
      nowMs = start + (hour + 6) * HOUR_MS
    }
    await look(to)
    status = 200
    const before = receiver.arrivals.length
    await live(to)
    const arrivals = receiver.arrivals.slice(before)
    assert.equal(new Set(arrivals.map(({ id }) => id)).size, 500)
    assert.equal(arrivals.length, 500)
    const times = arrivals.map(({ atMs }) => atMs)
    assert.ok(Math.max(...times) - Math.min(...times) <= 10 * MINUTE_MS)
    // The first success is one more than its second's ten: it comes before anybody knows that the receiver is back.
    for (const [second, ofSecond] of Map.groupBy(times, (at) => Math.floor(at / SECOND_MS)))
      assert.ok(ofSecond.length <= 11, `${ofSecond.length} at ${second}`)
    assert.deepEqual(await told(to, 'webhook.failing'), 2)
    const { failingSince, status: standing } = await webhookOf(to)
    assert.deepEqual([failingSince, standing], [null, 'active'])
  })

  test('W14 W16 down for five days: warned twice, then disabled, and nothing more is sent; enabled again, what failed is recovered', async () => {
    let status = 500
    const { receiver, to } = await subscribed(() => ({ status }))
    const start = nowMs
    for (let hour = 0; hour <= 126; hour += 9) {
      await happen(house, to)
      await settled(house, to)
      await live(to, start + (hour + 9) * HOUR_MS)
    }
    const disabled = await webhookOf(to)
    assert.deepEqual([disabled.status, disabled.statusReason], ['disabled', 'failing'])
    assert.equal(await told(to, 'webhook.failing'), 2)
    assert.equal(await told(to, 'webhook.disable'), 1)
    const last = receiver.arrivals.at(-1)?.atMs ?? 0
    assert.ok(last >= start + 120 * HOUR_MS && last < start + 136 * HOUR_MS)
    assert.equal(await nextAttemptMs(house, to), null)
    const count = receiver.arrivals.length
    await happen(house, to)
    await look(to)
    assert.equal(receiver.arrivals.length, count)

    status = 200
    const made = await deliveriesOf(to)
    await to.tenant.client.updateWebhook({ params: { id: to.webhookId }, body: { status: 'active' } })
    await to.tenant.client.recoverDeliveries({
      params: { id: to.webhookId },
      body: { since: new Date(start).toISOString() },
    })
    await live(to)
    await settled(house, to)
    assert.equal(new Set(receiver.arrivals.slice(count).map(({ id }) => id)).size, made.length)
    assert.deepEqual([...new Set((await deliveriesOf(to)).map((delivery) => delivery.status))], ['delivered'])
  })

  test('W14 one success within the five days, and nobody is disabled', async () => {
    let status = 500
    const { to } = await subscribed(() => ({ status }))
    const start = nowMs
    for (let hour = 0; hour <= 168; hour += 24) {
      status = hour === 96 ? 200 : 500
      await happen(house, to)
      await settled(house, to)
      await live(to, start + (hour + 24) * HOUR_MS)
    }
    assert.equal((await webhookOf(to)).status, 'active')
  })

  test('W15 every second one fails for ten days: never disabled, nobody warned of it', async () => {
    const { to } = await subscribed((number) => ({ status: number % 2 ? 500 : 200 }))
    const start = nowMs
    for (let hour = 0; hour <= 240; hour += 12) {
      await happen(house, to)
      await settled(house, to)
      await live(to, start + (hour + 12) * HOUR_MS)
    }
    assert.equal((await webhookOf(to)).status, 'active')
    assert.equal(await told(to, 'webhook.failing'), 0)
  })

  test('W30 paused, disabled or deleted with retries waiting, or with its organization: nothing more is sent', async () => {
    const stops: [string, (to: Subscriber) => Promise<unknown>][] = [
      [
        'paused',
        ({ tenant, webhookId }) =>
          tenant.client.updateWebhook({ params: { id: webhookId }, body: { status: 'paused' } }),
      ],
      [
        'disabled',
        ({ webhookId }) =>
          asOwner(house, `update webhook set status = 'disabled', status_reason = 'plan' where id = $1`, [webhookId]),
      ],
      ['deleted', ({ tenant, webhookId }) => tenant.client.deleteWebhook({ params: { id: webhookId } })],
      [
        'its organization deleted',
        ({ tenant }) => asOwner(house, 'delete from organization where organization_id = $1', [tenant.organizationId]),
      ],
    ]
    for (const [how, stop] of stops) {
      const { receiver, to } = await subscribed(() => ({ status: 500 }))
      await happen(house, to, 3)
      await settled(house, to)
      await stop(to)
      const before = receiver.arrivals.length
      for (const hours of [1, 24, 100]) {
        nowMs += hours * HOUR_MS
        await look(to)
      }
      assert.equal(receiver.arrivals.length, before, how)
    }
  })

  test('W30 what waited while it was paused goes when it is active again', async () => {
    const { receiver, to } = await subscribed((number) => ({ status: number === 0 ? 500 : 200 }))
    await happen(house, to)
    await settled(house, to)
    const set = (status: 'active' | 'paused') =>
      to.tenant.client.updateWebhook({ params: { id: to.webhookId }, body: { status } })
    await set('paused')
    nowMs += HOUR_MS
    await look(to)
    assert.equal(receiver.arrivals.length, 1)
    await set('active')
    await receiver.got(2)
    await settled(house, to)
    assert.equal((await deliveriesOf(to))[0]?.status, 'delivered')
  })
})
