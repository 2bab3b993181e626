import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type Load } from './support/load.ts'

/** What the process is told to do: its own argument, as JSON. */
export type Flood = Load & { perSecond: number }
/** What it tells at its end. */
export type Flooded = { perSecond: number }

const CONNECTIONS = 32

// A process of its own, so that its work is not taken for waiting.
const { perSecond, ...target } = JSON.parse(process.argv[2] ?? '') as Flood
const stopping = new AbortController()
process.on('message', () => stopping.abort())
process.on('disconnect', () => process.exit(0))
const startedAtMs = performance.now()
let answered = 0
process.send?.('started')
await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => keepCalling(index)))
process.send?.({ perSecond: answered / ((performance.now() - startedAtMs) / 1_000) } satisfies Flooded)

async function keepCalling(index: number): Promise<void> {
  const caller = await ask(target)
  const everyMs = (CONNECTIONS / perSecond) * 1_000
  let dueAtMs = performance.now() + (everyMs * index) / CONNECTIONS
  while (!stopping.signal.aborted) {
    const waitMs = dueAtMs - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    await caller.next()
    answered += 1
    dueAtMs += everyMs
  }
  caller.close()
}
