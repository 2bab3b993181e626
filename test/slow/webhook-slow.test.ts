import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Limits } from '../../packages/server/src/base/outbound/exchange.ts'
import { openTestApp, type TestApp } from '../support/test-app.ts'
import { drip, openReceiver, type Behaviour, type Receiver as Hostile } from '../support/hostile-receivers.ts'
import { openWebhookReceiver, type Receiver } from '../support/receivers.ts'
import { deliveriesOf, happen, subscribe, subscriber, type Subscriber } from '../support/webhooks.ts'
import { eventually } from '../support/eventually.ts'

const generous = { timeout: 180_000 }
/** A quarter of the real ones. */
const SHORT = { connectMs: 1_500, headMs: 4_000, bodyIdleMs: 2_500, totalMs: 5_000 }
/** Nothing is given up while the test runs: whatever arrives did not wait for it. */
const ENDLESS = { headMs: 3_600_000, totalMs: 3_600_000 }

describe('slow receivers', generous, () => {
  const closers: (() => Promise<void>)[] = []
  after(async () => {
    for (const close of closers) await close()
  })
  async function houseOf(limits: Partial<Limits>): Promise<TestApp> {
    const house = await openTestApp({ works: true, outbound: { allowsLoopbackHttp: true, limits } })
    closers.unshift(house.close)
    return house
  }
  async function good(): Promise<Receiver> {
    const receiver = await openWebhookReceiver()
    closers.push(receiver.close)
    return receiver
  }
  async function bad(behave: Behaviour): Promise<Hostile & { url: string }> {
    const receiver = await openReceiver(behave, null)
    closers.push(receiver.close)
    return Object.assign(receiver, { url: `http://127.0.0.1:${receiver.port}/` })
  }
  /** Many endpoints of one organization, all at one receiver that never answers. */
  async function hangers(house: TestApp, count: number): Promise<{ hanging: Hostile; one: Subscriber }> {
    const hanging = await bad(() => {})
    const one = await subscriber(house, hanging.url)
    for (let number = 1; number < count; number += 1) await subscribe(one.tenant, hanging.url)
    return { hanging, one }
  }
  const delivered = async (to: Subscriber): Promise<void> => {
    await eventually(async () => (await deliveriesOf(to)).every(({ status }) => status === 'delivered'))
  }

  describe('given up', generous, () => {
    let house: TestApp
    before(async () => {
      house = await houseOf(SHORT)
    })

    test('W18 whoever hangs or drips is given up; the delivery waits for its next attempt, the connection is closed', async () => {
      const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'
      const cases: [string, Behaviour, { status: number | null; reason: string | null }][] = [
        ['pending', () => {}, { status: null, reason: 'timeout' }],
        ['pending', drip('HTTP/1.1 200 OK\r\n', 'a: b\r\n'), { status: null, reason: 'timeout' }],
        ['delivered', drip(head, 'x'), { status: 200, reason: null }],
      ]
      await Promise.all(
        cases.map(async ([status, behave, told]) => {
          const receiver = await bad(behave)
          const to = await subscriber(house, receiver.url)
          await happen(house, to)
          await eventually(async () => receiver.requests > 0 && (await deliveriesOf(to))[0]?.attempts !== 0)
          const [delivery] = await deliveriesOf(to)
          assert.equal(delivery?.status, status)
          const { at: _, durationMs: __, ...last } = delivery?.lastAttempt ?? assert.fail('an attempt')
          assert.deepEqual(last, told)
          await eventually(() => receiver.open() === 0)
        }),
      )
    })

    test('W21 an organization’s good endpoint has its deliveries though its fifty others hang: they fail once, then have places of their own', async () => {
      const { hanging, one } = await hangers(house, 50)
      const own = await good()
      const to = { ...one, ...(await subscribe(one.tenant, own.url)) }
      await happen(house, one)
      await delivered(to)
      await eventually(() => hanging.requests >= 50)
      for (let number = 1; number <= 5; number += 1) {
        await happen(house, one)
        await own.got(1 + number)
      }
      await delivered(to)
    })
  })

  describe('never given up', generous, () => {
    test('W21 fifty endpoints of one organization that hang for ever delay no delivery of another', async () => {
      const house = await houseOf(ENDLESS)
      const { hanging, one } = await hangers(house, 50)
      const other = await good()
      const to = await subscriber(house, other.url)
      await happen(house, one, 4)
      // All that one organization may have at once.
      await eventually(() => hanging.open() >= 25 * 4)
      await happen(house, to, 20)
      await other.got(20)
      await delivered(to)
      assert.equal(hanging.open(), 25 * 4)
    })

    test('W21 one endpoint that hangs for ever delays none of the nine beside it', async () => {
      const house = await houseOf(ENDLESS)
      const { hanging, one } = await hangers(house, 1)
      const nine = await Promise.all(Array.from({ length: 9 }, good))
      for (const receiver of nine) await subscribe(one.tenant, receiver.url)
      await happen(house, one, 30)
      for (const receiver of nine) await receiver.got(30)
      assert.equal(hanging.open(), 4)
    })
  })
})
