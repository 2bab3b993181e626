import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase } from '../test/support/cluster.ts'
import { openApp, type TestApp } from '../test/support/product.ts'
import { openWebhookReceiver, type Receiver } from '../test/support/receivers.ts'
import { happen, subscribe, subscriber, type Subscriber } from '../test/support/webhooks.ts'
import type { SenderRole, Sent } from './delivery-sender.ts'
import { costOfOthers, type CostOfOthers } from './support/cost.ts'
import { startChild, type Child } from './support/children.ts'
import { median, printHeading, printRatio, quantile, shown } from './support/figures.ts'
import { asOwner } from './support/opened.ts'

const at = (file: string): URL => new URL(file, import.meta.url)
const AT_ONCE = 32
const ROUNDS = 5
/** Node compiles what is used often; a sender reaches its speed after some seconds. */
const WARM_UPS = 5
const ROUND_MS = 1_000
const PER_ROUND = 2_000
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** Signed deliveries against bare senders of the same bodies; from the event to the receiver; beside one that hangs. */
export async function benchDeliveries(): Promise<void> {
  const house = await openApp(await freshDatabase(), { works: false, outbound: { allowsLoopbackHttp: true } })
  const receiver = await startChild(at('./delivery-receiver.ts'), {})
  // The receiver says on which port it listens.
  const { port } = receiver.ready as { port: number }
  printHeading('deliveries', `Signed deliveries with ${AT_ONCE} under way at once, to a receiver that does nothing.`)
  const worker = await startChild(at('./delivery-worker.ts'), { url: house.database.url })
  await benchSpeed(house, worker, port)
  await benchLatency(house)
  await benchHanging(house)
  await worker.close()
  await receiver.close()
  await house.close()
}

type Speed = { perCpuSecond: number; perSecond: number }
/** Of the product alone, from the making of events to the log. */
type Whole = Speed & { cost: CostOfOthers }

async function benchSpeed(house: TestApp, worker: Child, port: number): Promise<void> {
  const { subscribers, body } = await subscribed(house, port)
  const kinds = ['raw', 'undici', 'door'] as const
  const senders = new Map<SenderRole['kind'], Child>()
  for (const kind of kinds) {
    const role: SenderRole = { kind, port, body, atOnce: AT_ONCE, secret: SECRET }
    senders.set(kind, await startChild(at('./delivery-sender.ts'), role))
  }
  const speeds = new Map<string, Speed[]>()
  const wholes: Whole[] = []
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    for (const [kind, sender] of senders) {
      const { sent, cpuMicros, seconds } = (await sender.ask(ROUND_MS)) as Sent
      if (round >= 0) add(speeds, kind, { perCpuSecond: (sent / cpuMicros) * 1e6, perSecond: sent / seconds })
    }
    const whole = await deliverAll(house, worker, subscribers)
    if (round >= 0) wholes.push(whole)
  }
  for (const sender of senders.values()) await sender.close()
  speeds.set('whole', wholes)
  printSpeeds(speeds, Buffer.byteLength(body))
  printCost(wholes, await bytesOfDelivery(house))
}

const add = (speeds: Map<string, Speed[]>, kind: string, speed: Speed): void =>
  void speeds.set(kind, [...(speeds.get(kind) ?? []), speed])

/** As many endpoints as make up the same number of exchanges at once: four each. */
async function subscribed(house: TestApp, port: number): Promise<{ subscribers: Subscriber[]; body: string }> {
  const url = `http://127.0.0.1:${port}/hook`
  const first = await subscriber(house, url)
  const subscribers = [first]
  while (subscribers.length < AT_ONCE / 4) subscribers.push({ ...first, ...(await subscribe(first.tenant, url)) })
  await happen(house, first)
  const [row] = await asOwner<{ body: string }>(house.database.ownerUrl, 'select body from delivery limit 1')
  return { subscribers, body: row?.body ?? '' }
}

/** Many events, until the last of their deliveries is written. */
async function deliverAll(house: TestApp, worker: Child, subscribers: Subscriber[]): Promise<Whole> {
  const [first] = subscribers
  if (!first) throw new Error('nobody is subscribed')
  await allSent(house)
  await asOwner(house.database.ownerUrl, 'truncate delivery, delivery_attempt, event cascade')
  const cost = await costOfOthers(house.database.ownerUrl, [worker.pid], async () => {
    await happen(house, first, PER_ROUND / subscribers.length)
    await allSent(house)
  })
  return { perCpuSecond: PER_ROUND / (cost.othersMs / 1_000), perSecond: PER_ROUND / (cost.wallMs / 1_000), cost }
}

/** Of each delivery that is there, with its log and its share of its event. */
async function bytesOfDelivery(house: TestApp): Promise<number> {
  const [row] = await asOwner<{ bytes: number }>(
    house.database.ownerUrl,
    `select sum(pg_total_relation_size(relid))::float8 / (select count(*) from delivery) as bytes
     from unnest('{delivery, delivery_attempt, event}'::regclass[]) as one, pg_partition_tree(one)`,
  )
  return row?.bytes ?? Number.NaN
}

async function allSent(house: TestApp): Promise<void> {
  const isOpen = (): Promise<unknown[]> =>
    asOwner(house.database.ownerUrl, `select from delivery where status = 'pending' limit 1`)
  while ((await isOpen()).length > 0) await sleep(20)
}

function printSpeeds(speeds: Map<string, Speed[]>, bytes: number): void {
  const of = (kind: string, name: keyof Speed): number => median((speeds.get(kind) ?? []).map((speed) => speed[name]))
  console.log(`  bodies of ${bytes} bytes`)
  for (const kind of speeds.keys())
    console.log(
      `  ${kind.padEnd(8)} ${shown(of(kind, 'perSecond')).padStart(7)}/s, ${shown(of(kind, 'perCpuSecond')).padStart(7)} per CPU second of the sender`,
    )
  const ratio = (one: string, other: string): number => of(one, 'perCpuSecond') / of(other, 'perCpuSecond')
  printRatio('before the log : raw sockets, per CPU second', ratio('door', 'raw'), { atLeast: 0.35 })
  printRatio('before the log : bare undici, per CPU second', ratio('door', 'undici'))
  printRatio('bare undici : raw sockets, per CPU second', ratio('undici', 'raw'))
  printRatio('claimed, sent and logged : before the log, per CPU second', ratio('whole', 'door'))
  printRatio('claimed, sent and logged : bare undici, per CPU second', ratio('whole', 'undici'))
}

function printCost(wholes: readonly Whole[], bytes: number): void {
  const each = (fact: (cost: CostOfOthers) => number): string =>
    shown(median(wholes.map(({ cost }) => fact(cost) / PER_ROUND)))
  console.log(
    `  a delivery, with the making of its event: ${each(({ othersMs }) => othersMs)} ms of the worker, ${each(({ postgresMs }) => postgresMs)} ms of PostgreSQL, ${each(({ transactions }) => transactions)} transactions, ${shown(bytes)} bytes with its log and indexes`,
  )
}

const EVENTS = 100

async function benchLatency(house: TestApp): Promise<void> {
  const receiver = await openWebhookReceiver()
  const to = await subscriber(house, receiver.url)
  const latencies = await latenciesOf(house, to, [receiver], EVENTS)
  console.log(
    `  from the beginning of the event's transaction to its arrival, one at a time: p50 ${shown(median(latencies))} ms, p95 ${shown(quantile(latencies, 0.95))} ms`,
  )
  await receiver.close()
}

/** One event after another: how long after it began it came to each receiver. */
async function latenciesOf(house: TestApp, to: Subscriber, receivers: Receiver[], events: number): Promise<number[]> {
  const latencies: number[] = []
  for (let event = 0; event < events; event += 1) {
    const counts = receivers.map(({ arrivals }) => arrivals.length + 1)
    const startedMs = Date.now()
    await happen(house, to)
    for (const [index, receiver] of receivers.entries()) {
      const arrivals = await receiver.got(counts[index] ?? 0)
      latencies.push((arrivals.at(-1)?.atMs ?? Number.NaN) - startedMs)
    }
  }
  return latencies
}

const ENDPOINTS = 10
const HANGING_ROUNDS = 5
const EVENTS_A_ROUND = 40

/** Ten endpoints of one organization: the other nine, with and without one that never answers. */
async function benchHanging(house: TestApp): Promise<void> {
  let hangs = false
  const last = await openWebhookReceiver({ answer: () => (hangs ? 'nothing' : { status: 200 }) })
  const others: Receiver[] = []
  const to = await subscriber(house, last.url)
  while (others.length < ENDPOINTS - 1) {
    const receiver = await openWebhookReceiver()
    others.push(receiver)
    await subscribe(to.tenant, receiver.url)
  }
  const rounds = { quiet: [] as number[], hanging: [] as number[] }
  for (let round = -1; round < HANGING_ROUNDS; round += 1)
    for (const kind of ['quiet', 'hanging'] as const) {
      hangs = kind === 'hanging'
      const latencies = await latenciesOf(house, to, others, EVENTS_A_ROUND)
      if (round >= 0) rounds[kind].push(quantile(latencies, 0.95))
    }
  console.log(
    `  p95 of nine endpoints: quiet ${shown(median(rounds.quiet))} ms, beside one that hangs ${shown(median(rounds.hanging))} ms`,
  )
  printRatio('p95 of nine endpoints beside one that hangs : quiet', median(rounds.hanging) / median(rounds.quiet), {
    atMost: 1.2,
  })
  await Promise.all([last, ...others].map((receiver) => receiver.close()))
}
