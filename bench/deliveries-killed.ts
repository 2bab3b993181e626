import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase } from '../test/support/cluster.ts'
import { startDeliveryWorker, type DeliveryWorker } from '../test/support/delivery-workers.ts'
import { openApp } from '../test/support/product.ts'
import { openWebhookReceiver } from '../test/support/receivers.ts'
import { happen, subscriber, type Subscriber } from '../test/support/webhooks.ts'
import { printHeading, shown } from './support/figures.ts'
import { asOwner } from './support/opened.ts'

const ORGANIZATIONS = 10
const EVENTS = 1_000
const WORKERS = 4
/** Sent to one endpoint at once. */
const AT_ONCE = 4

/** 10,000 events while processes are killed at random: how many were lost, and how many sent more than once. */
export async function benchDeliveriesKilled(): Promise<void> {
  const house = await openApp(await freshDatabase(), { works: false, outbound: { allowsLoopbackHttp: true } })
  const receiver = await openWebhookReceiver()
  const subscribers: Subscriber[] = []
  while (subscribers.length < ORGANIZATIONS) subscribers.push(await subscriber(house, receiver.url))
  const crew = await hireWorkers(house.database.url, WORKERS)
  const startedMs = performance.now()
  const happening = Promise.all(subscribers.map((to) => happen(house, to, EVENTS)))
  let kills = 0
  while ((await undelivered(house.database.ownerUrl)) > 0) {
    await sleep(100 + Math.random() * 800)
    kills += Number(await crew.killOne())
  }
  await happening
  const seconds = (performance.now() - startedMs) / 1_000
  await crew.dismiss()
  const times = [...Map.groupBy(receiver.arrivals, ({ id }) => id).values()].map(({ length }) => length)
  const wanted = ORGANIZATIONS * EVENTS
  printHeading(
    'deliveries-killed',
    `${wanted} events of ${ORGANIZATIONS} organizations, ${WORKERS} workers; one is killed (SIGKILL) and another started every half second.`,
  )
  console.log(`  ${kills} kills in ${shown(seconds)} s; ${wanted - times.length} events lost`)
  console.log(
    `  ${receiver.arrivals.length - wanted} sent once more than needed (in flight at the kills: at most ${kills * ORGANIZATIONS * AT_ONCE}); one event at most ${Math.max(...times)} times`,
  )
  await receiver.close()
  await house.close()
}

/** So many processes, of which a killed one is replaced in its own time: starting takes longer than the next kill. */
async function hireWorkers(url: string, count: number) {
  const working = new Set<DeliveryWorker>()
  const starting = new Set<Promise<void>>()
  const hire = (): void => {
    const started = startDeliveryWorker(url).then((worker) => {
      working.add(worker)
      starting.delete(started)
      return undefined
    })
    starting.add(started)
  }
  for (let number = 0; number < count; number += 1) hire()
  await Promise.all(starting)
  return {
    /** @returns whether there was one: the last is spared, or nothing would be sent */
    killOne: async (): Promise<boolean> => {
      const [victim, another] = [...working].toSorted(() => Math.random() - 0.5)
      if (!victim || !another) return false
      working.delete(victim)
      await victim.kill()
      hire()
      return true
    },
    dismiss: async (): Promise<void> => {
      await Promise.all(starting)
      for (const worker of working) await worker.kill()
    },
  }
}

async function undelivered(ownerUrl: string): Promise<number> {
  const [row] = await asOwner<{ open: string; all: string }>(
    ownerUrl,
    `select count(*) filter (where status <> 'delivered') as open, count(*) as all from delivery`,
  )
  return Number(row?.open) + Math.max(0, ORGANIZATIONS * EVENTS - Number(row?.all))
}
