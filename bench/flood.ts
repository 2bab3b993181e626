import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase } from '../test/support/cluster.ts'
import { openApp, runEnd, startedRun, type Tenant, type TestApp } from '../test/support/product.ts'
import { openWebhookReceiver, type Receiver } from '../test/support/receivers.ts'
import { happen, subscriber, type Subscriber } from '../test/support/webhooks.ts'
import type { Flood, Flooded } from './flood-caller.ts'
import { median, printHeading, printRatio, quantile, shown } from './support/figures.ts'
import { asOwner, measuredBrandIn } from './support/opened.ts'
import { startChild } from './support/children.ts'
import type { Paced } from './paced-caller.ts'
import { startServer, type ServerProcess } from './support/servers.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const CALLS = 200
/** The neighbour's pace; at one call a second, as the case says, a quantile would take an hour. */
const PAUSE_MS = 50
const CALLS_PER_MINUTE = 600
/** Of a platform of the lab: real ones take longer. */
const ANSWER_MS = 500
/** Of the neighbour's run; a flood has a thousand times as many waiting. */
const QUESTIONS = 6
const PLATFORMS = ['chatgpt', 'claude']
const FLOODS = 3
const EVENTS = 15

/** What the neighbour sees. */
type Seen = { callMs: number; runMs: number; deliveryMs: number }
type Kind = 'quiet' | 'beside one flood' | 'beside three floods'

/**
 * What organizations that have a thousand times the load of another cost it: in questions that wait, in deliveries, and in
 * calls, which come as fast as they are answered (B13).
 */
export async function benchFlood(): Promise<void> {
  const house = await openApp(await freshDatabase(), {
    lab: { seed: 3, delayMs: ANSWER_MS },
    works: false,
    outbound: { allowsLoopbackHttp: true },
  })
  const { ownerUrl, url } = house.database
  // In a process of its own: the lab and the receivers that are beside it here have floods to answer too.
  const worker = await startChild(new URL('./pipeline-worker.ts', import.meta.url), {
    url,
    baseUrls: house.lab?.baseUrls,
  })
  const { brandId, key } = await measuredBrandIn(house, 3)
  const receiver = await openWebhookReceiver()
  const slow = await openWebhookReceiver({ answer: () => sleep(ANSWER_MS, { status: 200 }) })
  const small = await subscriber(house, receiver.url)
  const promptIds = await questionsOf(small, QUESTIONS)
  const floods: Subscriber[] = []
  while (floods.length < FLOODS) floods.push(await subscriber(house, slow.url))
  for (const flood of floods) await queueUp(house, flood)
  await asOwner(
    ownerUrl,
    `update organization set calls_per_minute = ${CALLS_PER_MINUTE} where organization_id in (${quoted(floods)})`,
    // Apart from the floods', which are limited.
    `update organization set calls_per_minute = 2000000000 where organization_id not in (${quoted(floods)})`,
  )
  await hide(ownerUrl, floods)
  const server = await startServer({ kind: 'whole', url })
  const called: Paced = {
    pauseMs: PAUSE_MS,
    port: server.port,
    path: `/api/v1/brands/${brandId}/score`,
    headers: { authorization: `Bearer ${key}` },
  }
  const neighbour = await startChild(new URL('./paced-caller.ts', import.meta.url), called)
  const seen = new Map<Kind, Seen[]>([
    ['quiet', []],
    ['beside one flood', []],
    ['beside three floods', []],
  ])
  const answered: number[] = []
  await look()
  for (let round = 0; round < ROUNDS; round += 1) for (const [kind, figures] of seen) figures.push(await beside(kind))
  await neighbour.close()
  await server.close()
  await worker.close()
  await house.close()
  await receiver.close()
  await slow.close()
  print(seen, median(answered))

  async function beside(kind: Kind): Promise<Seen> {
    const present = kind === 'quiet' ? [] : floods.slice(0, kind === 'beside one flood' ? 1 : FLOODS)
    if (present.length > 0) await show(ownerUrl, present)
    const callers = await Promise.all(present.map((flood) => startCalling(flood.tenant, server)))
    try {
      return await look()
    } finally {
      answered.push(...(await Promise.all(callers.map((stop) => stop()))))
      await hide(ownerUrl, floods)
      // What they have under way ends.
      await sleep(3 * ANSWER_MS)
    }
  }

  async function look(): Promise<Seen> {
    const callMs = quantile((await neighbour.ask(CALLS)) as number[], 0.95)
    const startedAtMs = performance.now()
    const { id } = await startedRun(small.tenant.client, small.brandId, { platforms: PLATFORMS, promptIds })
    await runEnd(small.tenant.client, id)
    const runMs = performance.now() - startedAtMs
    return { callMs, runMs, deliveryMs: await delivery(house, small, receiver) }
  }
}

/** From the beginning of an event's transaction to its arrival. */
async function delivery(house: TestApp, small: Subscriber, receiver: Receiver): Promise<number> {
  const latenciesMs: number[] = []
  for (let event = 0; event < EVENTS; event += 1) {
    const before = receiver.arrivals.length
    const startedAtMs = performance.now()
    await happen(house, small)
    while (receiver.arrivals.length === before) await sleep(2)
    latenciesMs.push(performance.now() - startedAtMs)
  }
  return median(latenciesMs)
}

async function questionsOf({ tenant, brandId }: Subscriber, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < count; from += 100) {
    const prompts = Array.from({ length: Math.min(100, count - from) }, (_, index) => ({
      text: `which ${from + index}`,
    }))
    const { data } = await tenant.client.createPrompts({ params: { id: brandId }, body: { prompts } })
    ids.push(...data.map(({ id }) => id))
  }
  return ids
}

/** A thousand times the neighbour's questions, and its deliveries. */
async function queueUp(house: TestApp, flood: Subscriber): Promise<void> {
  await questionsOf(flood, QUESTIONS * 100)
  const { id } = await startedRun(flood.tenant.client, flood.brandId, { platforms: PLATFORMS, repeats: 10 })
  while ((await flood.tenant.client.getRun({ params: { id } })).status === 'planned') await sleep(50)
  await hide(house.database.ownerUrl, [flood])
  await happen(house, flood, 1_000 * EVENTS)
  await hide(house.database.ownerUrl, [flood])
}

const quoted = (tenants: readonly Subscriber[]): string =>
  tenants.map(({ tenant }) => `'${tenant.organizationId}'`).join(', ')

/** Puts the jobs that wait off for years, in their order, and has them back. */
const move = (ownerUrl: string, floods: readonly Subscriber[], by: string, which: string): Promise<unknown> =>
  asOwner(
    ownerUrl,
    `update job set run_at = run_at ${by} interval '10 years'
     where claimed_by is null and organization_id in (${quoted(floods)}) and run_at ${which} now() + interval '1 year'`,
  )
const hide = (ownerUrl: string, floods: readonly Subscriber[]): Promise<unknown> => move(ownerUrl, floods, '+', '<')
const show = (ownerUrl: string, floods: readonly Subscriber[]): Promise<unknown> => move(ownerUrl, floods, '-', '>')

/** @returns what ends it, and says how many calls a second were answered */
async function startCalling({ key }: Tenant, { port }: ServerProcess): Promise<() => Promise<number>> {
  const wanted: Flood = {
    port,
    path: '/api/v1/brands',
    headers: { authorization: `Bearer ${key}` },
    perSecond: Number.MAX_SAFE_INTEGER,
  }
  const child = fork(join(import.meta.dirname, 'flood-caller.ts'), [JSON.stringify(wanted)], {
    execArgv: ['--conditions=@sightline/source'],
  })
  await once(child, 'message')
  return async () => {
    child.send('stop')
    const [{ perSecond }] = (await once(child, 'message')) as [Flooded]
    child.disconnect()
    return perSecond
  }
}

function print(seen: ReadonlyMap<Kind, Seen[]>, answered: number): void {
  printHeading(
    'flood',
    `One organization (a call each ${PAUSE_MS} ms, a run of ${QUESTIONS} questions on ${PLATFORMS.length} platforms of ${ANSWER_MS} ms, ${EVENTS} events) beside others with a thousand times its questions and events waiting, who call on 32 connections without a pause.`,
  )
  const at = (kind: Kind, name: keyof Seen): number => median((seen.get(kind) ?? []).map((one) => one[name]))
  for (const [name, title] of [
    ['callMs', 'p95 of a call'],
    ['runMs', 'a run from its start to its end'],
    ['deliveryMs', 'an event until it arrives'],
  ] as const) {
    console.log(`  ${title}: ${[...seen.keys()].map((kind) => `${kind} ${shown(at(kind, name))} ms`).join(', ')}`)
    for (const kind of ['beside one flood', 'beside three floods'] as const)
      printRatio(`  ${title}, ${kind} : quiet`, at(kind, name) / at('quiet', name), { atMost: 2 })
  }
  console.log(`  each flood was answered ${shown(answered)}/s`)
}
