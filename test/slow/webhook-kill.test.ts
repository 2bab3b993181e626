import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import type { Limits } from '../../packages/server/src/base/outbound/exchange.ts'
import { startDeliveryWorker, type DeliveryWorker } from '../support/delivery-workers.ts'
import { openTestApp, type TestApp } from '../support/test-app.ts'
import { asOwner } from '../support/owner.ts'
import { openWebhookReceiver, type Arrival, type Receiver, type ReceiverOptions } from '../support/receivers.ts'
import { deliveriesOf, happen, subscribe, subscriber, type Subscriber } from '../support/webhooks.ts'
import { jobsIn } from '../support/queue.ts'
import { eventually } from '../support/eventually.ts'

const generous = { timeout: 240_000 }
/** A claim ends after a quarter of an hour: what is sent again sooner was found to be a dead sender's. */
const longClaims = { totalMs: 600_000 }
/** A claim ends after six seconds instead of thirty. */
const shortClaims = { connectMs: 2_000, headMs: 3_000, totalMs: 4_000 }
/** Sent to one endpoint at once. */
const AT_ONCE = 4

describe('workers that die', generous, () => {
  let house: TestApp
  const receivers: Receiver[] = []
  const workers = new Set<DeliveryWorker>()

  before(async () => {
    // Nothing is sent but by workers of their own.
    house = await openTestApp({ works: false, outbound: { allowsLoopbackHttp: true } })
  })
  after(async () => {
    for (const worker of workers) await worker.kill()
    await house.close()
    for (const receiver of receivers) await receiver.close()
  })

  async function worker(limits: Partial<Limits> = longClaims): Promise<DeliveryWorker> {
    const started = await startDeliveryWorker(house.database.url, limits)
    workers.add(started)
    return started
  }
  async function dismissAll(): Promise<void> {
    for (const one of workers) await one.kill()
    workers.clear()
  }
  async function subscribed(options: ReceiverOptions = {}): Promise<{ receiver: Receiver; to: Subscriber }> {
    const receiver = await openWebhookReceiver(options)
    receivers.push(receiver)
    return { receiver, to: await subscriber(house, receiver.url) }
  }
  async function delivered(...subscribers: Subscriber[]): Promise<void> {
    for (const { webhookId } of subscribers)
      for (;;) {
        const open = await asOwner(
          house,
          `select from delivery where webhook_id = $1 and status <> 'delivered' limit 1`,
          [webhookId],
        )
        if (open.length === 0) break
        await sleep(100)
      }
  }
  /** Keeps a subscription from being claimed or settled until it is let go. */
  async function hold({ webhookId }: Subscriber): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: house.database.ownerUrl })
    client.on('error', () => {})
    await client.connect()
    await client.query('begin')
    await client.query('select from webhook where id = $1 for update', [webhookId])
    return () => client.end()
  }
  const ids = (arrivals: readonly Arrival[]): string[] => arrivals.map(({ id }) => id)

  test('W22 killed before it was sent: sent once, by another', async () => {
    const { receiver, to } = await subscribed()
    const first = await worker()
    const release = await hold(to)
    const waiting = async () =>
      (await asOwner(house, `select from pg_stat_activity where wait_event_type = 'Lock'`)).length
    const happening = happen(house, to)
    await eventually(async () => (await waiting()) >= 1)
    await first.kill()
    await release()
    await happening
    await worker()
    await delivered(to)
    assert.equal(receiver.arrivals.length, 1)
    await dismissAll()
  })

  test('W22 killed while it is sent: sent again by another, under the same id', async () => {
    const { receiver, to } = await subscribed({
      answer: (_arrival, number) => (number === 0 ? 'nothing' : { status: 200 }),
    })
    const first = await worker()
    await happen(house, to)
    await receiver.got(1)
    await first.kill()
    await worker()
    await delivered(to)
    assert.equal(receiver.arrivals.length, 2)
    assert.equal(new Set(ids(receiver.arrivals)).size, 1)
    await dismissAll()
  })

  test('W22 killed between the answer and its record: sent twice, under the same id and with the same bytes', async () => {
    const held: (() => Promise<void>)[] = []
    const { receiver, to } = await subscribed({
      answer: async (_arrival, number) => {
        if (number === 0) held.push(await hold(to))
        return { status: 200 }
      },
    })
    const first = await worker()
    await happen(house, to)
    await receiver.got(1)
    const waiting = async () =>
      (await asOwner(house, `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhook%'`))
        .length
    await eventually(async () => (await waiting()) > 0)
    await first.kill()
    for (const release of held) await release()
    await worker()
    await delivered(to)
    assert.equal(receiver.arrivals.length, 2)
    assert.equal(new Set(ids(receiver.arrivals)).size, 1)
    assert.equal(new Set(receiver.arrivals.map(({ body }) => body)).size, 1)
    await dismissAll()
  })

  test('W23 frozen in the middle of sending until another took over: its late result is refused, and there are two sends', async () => {
    const answers: ((reply: { status: number }) => void)[] = []
    const { receiver, to } = await subscribed({ answer: () => new Promise((resolve) => answers.push(resolve)) })
    const zombie = await worker(shortClaims)
    await happen(house, to)
    await receiver.got(1)
    zombie.freeze()
    // It says that it got it, and the one who hears that is frozen.
    answers[0]?.({ status: 200 })
    await worker(shortClaims)
    await receiver.got(2)
    const jobs = async (): Promise<number> =>
      (await jobsIn(house.app.database)).filter(({ claimedBy }) => claimedBy !== null).length
    assert.equal(await jobs(), 2)
    zombie.thaw()
    // It has tried to write what it heard when its job has ended; the other one is still sending.
    await eventually(async () => (await jobs()) <= 1)
    const read = async () => {
      const [delivery] = await deliveriesOf(to)
      return to.tenant.client.getDelivery({ params: { id: delivery?.id ?? '' } })
    }
    const meanwhile = await read()
    assert.deepEqual([meanwhile.status, meanwhile.attempts, meanwhile.log], ['pending', 0, []])
    answers[1]?.({ status: 500 })
    await eventually(async () => (await read()).attempts > 0)
    const { status, attempts, log } = await read()
    assert.deepEqual([status, attempts, log.map((attempt) => attempt.status)], ['pending', 1, [500]])
    assert.equal(receiver.arrivals.length, 2)
    await dismissAll()
  })

  test('stopped as an operator stops it: what is being sent is still answered and written, nothing is sent twice', async () => {
    const { receiver, to } = await subscribed({
      answer: async () => {
        await sleep(300)
        return { status: 200 }
      },
    })
    const first = await worker()
    await happen(house, to, 40)
    await receiver.got(10)
    await first.stop()
    await worker()
    await delivered(to)
    assert.equal(receiver.arrivals.length, 40)
    await dismissAll()
  })

  test('W22 workers killed at random moments over 2,000 deliveries: each arrives, and twice only what was in flight', async () => {
    // So slow that it takes some kills, on a fast machine too.
    const { receiver, to } = await subscribed({ answer: () => sleep(60, { status: 200 }) })
    const all = [to]
    for (let number = 1; number < 5; number += 1) all.push({ ...to, ...(await subscribe(to.tenant, receiver.url)) })
    const random = chance(2_026)
    let running = await Promise.all([worker(), worker()])
    let kills = 0
    const happening = happen(house, to, 400)
    while (receiver.arrivals.length < 1_900) {
      await sleep(200 + random() * 800)
      const [first, ...others] = running
      await first?.kill()
      kills += 1
      running = [...others, await worker()]
    }
    await happening
    await delivered(...all)
    assert.ok(kills >= 3, `${kills} kills`)
    assert.equal(new Set(ids(receiver.arrivals)).size, 400)
    for (const { length } of Map.groupBy(receiver.arrivals, ({ id }) => id).values()) assert.ok(length >= 5)
    const twice = receiver.arrivals.length - 2_000
    assert.ok(twice <= kills * all.length * AT_ONCE, `${twice} too many`)
    console.log(`${kills} kills: ${twice} of 2,000 deliveries were sent once more`)
    await dismissAll()
  })
})

/** mulberry32: the same moments at every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
