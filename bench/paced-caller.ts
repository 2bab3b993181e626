import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type Load } from './support/load.ts'

/** What the process is told to do: its own argument, as JSON. */
export type Paced = Load & { pauseMs: number }

// A process of its own: in that of the worker, its work would be taken for the waiting of calls.
const { pauseMs, ...target } = JSON.parse(process.argv[2] ?? '') as Paced
process.on('message', (calls: number) => void pace(calls))
process.send?.('ready')

/** @param calls asked for one after another; how long each took, in milliseconds, is told */
async function pace(calls: number): Promise<void> {
  const latenciesMs: number[] = []
  const caller = await ask(target)
  for (let call = 0; call < calls; call += 1) {
    latenciesMs.push((await caller.next()).milliseconds)
    await sleep(pauseMs)
  }
  caller.close()
  process.send?.(latenciesMs)
}
