import { setTimeout as sleep } from 'node:timers/promises'
import type { SpaceWatch } from '../disk-space.ts'
import type { Worker } from './worker.ts'

const RETRY_MS = 1_000

/**
 * A worker that takes no jobs while there is no room for what they would write. Those it does end, the others stay in the
 * queue; when there is room it starts anew.
 * @throws what the first start throws
 */
export async function pausing(start: () => Promise<Worker>, space: SpaceWatch | null): Promise<Worker> {
  if (!space) return start()
  const stopping = new AbortController()
  const wants = (): boolean => !stopping.signal.aborted && space.level() !== 'exhausted'
  let worker: Worker | null = wants() ? await start() : null
  let turn = Promise.resolve()
  space.onChange(() => (turn = turn.then(adjust)))
  return {
    stop: async () => {
      stopping.abort()
      await turn
      await worker?.stop()
    },
  }

  /** One after another: a worker that is being stopped has its jobs until they end. */
  async function adjust(): Promise<void> {
    if (!wants() && worker && !stopping.signal.aborted) {
      await worker.stop()
      worker = null
    }
    while (wants() && !worker)
      // The database may be away for a moment.
      worker = await start().catch(() => sleep(RETRY_MS, null, { signal: stopping.signal }).catch(() => null))
  }
}
