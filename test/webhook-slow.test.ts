import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { openTestHouse, type TestHouse } from './support/house.ts'
import { drip, openReceiver, type Behaviour } from './support/hostile-receivers.ts'
import { openWebhookReceiver, type Receiver } from './support/receivers.ts'
import { deliveriesOf, happen, settled, subscribe, subscriber, type Subscriber } from './support/webhooks.ts'

const generous = { timeout: 120_000 }
/** A quarter of the real ones. */
const limits = { connectMs: 1_500, headMs: 4_000, bodyIdleMs: 2_500, totalMs: 5_000 }

describe('slow receivers', generous, () => {
  let house: TestHouse
  const closers: (() => Promise<void>)[] = []

  before(async () => {
    house = await openTestHouse({ works: true, outbound: { allowsLoopbackHttp: true, limits } })
  })
  after(async () => {
    await house.close()
    for (const close of closers) await close()
  })
  async function good(): Promise<Receiver> {
    const receiver = await openWebhookReceiver()
    closers.push(receiver.close)
    return receiver
  }
  async function bad(behave: Behaviour): Promise<{ url: string; requests(): number; open(): number }> {
    const receiver = await openReceiver(behave, null)
    closers.push(receiver.close)
    return { url: `http://127.0.0.1:${receiver.port}/`, requests: () => receiver.requests, open: receiver.open }
  }

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
        while (receiver.requests() === 0 || (await deliveriesOf(to))[0]?.attempts === 0) await sleep(50)
        const [delivery] = await deliveriesOf(to)
        assert.equal(delivery?.status, status)
        const { at: _, durationMs: __, ...last } = delivery?.lastAttempt ?? assert.fail('an attempt')
        assert.deepEqual(last, told)
        while (receiver.open() > 0) await sleep(20)
      }),
    )
  })

  test('W21 fifty endpoints of one organization that hang hold up no delivery of another, nor of its own good one', async () => {
    const hanging = await bad(() => {})
    const one = await subscriber(house, hanging.url)
    const slow: Subscriber[] = [one]
    for (let number = 1; number < 50; number += 1) slow.push({ ...one, ...(await subscribe(one.tenant, hanging.url)) })
    const own = await good()
    const ownTo = { ...one, ...(await subscribe(one.tenant, own.url)) }
    const other = await good()
    const otherTo = await subscriber(house, other.url)
    await happen(house, one, 4)
    // All that one organization may have is taken by what hangs.
    while (hanging.requests() < 40) await sleep(20)
    for (let number = 1; number <= 20; number += 1) {
      await happen(house, otherTo)
      const [arrival] = (await other.got(number)).slice(-1)
      const { timestamp } = JSON.parse(arrival?.body ?? '{}') as { timestamp: string }
      assert.ok(hanging.open() > 0, 'they hang at the same time')
      // Before any of those that hang could have been given up.
      assert.ok((arrival?.atMs ?? Infinity) - Date.parse(timestamp) < limits.headMs)
    }
    await own.got(4)
    for (const to of [ownTo, otherTo]) {
      await settled(house, to)
      assert.deepEqual([...new Set((await deliveriesOf(to)).map(({ status }) => status))], ['delivered'])
    }
    // Those that hang now have places of their own.
    await happen(house, one)
    await own.got(5)
    for (const to of slow) assert.notEqual((await deliveriesOf(to))[0]?.status, 'delivered')
  })
})
