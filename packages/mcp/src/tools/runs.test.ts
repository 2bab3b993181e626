import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '@sightline/sdk'
import type { ToolContext } from '../tool.ts'
import { getRun } from './runs.ts'

type Look = { status: string; planned: number; stored: number; failed: number }

/** What is told while it waits, look by look, and how long it paused between. */
async function wait(looks: Look[], waitSeconds: number): Promise<{ told: unknown[]; pauses: number[] }> {
  const told: unknown[] = []
  const pauses: number[] = []
  const left = [...looks]
  const context: ToolContext = {
    // Nothing else of the API is asked.
    api: { getRun: async () => left.shift() ?? looks.at(-1) } as unknown as Client,
    brand: async () => 'unused',
    competitors: async () => [],
    progress: async (done, total, message) => void told.push([done, total, message]),
    pause: async (milliseconds) => void pauses.push(milliseconds),
  }
  await getRun.call(context, { runId: 'run_01kabcdefghjkmnpqrstvwxyz0', waitSeconds } as never)
  return { told, pauses }
}

const look = (planned: number, stored: number, status = 'running', failed = 0): Look => ({
  status,
  planned,
  stored,
  failed,
})

describe('waiting for a run', () => {
  test('tells only what is more than before, and nothing while the total is not known', async () => {
    const looks = [look(0, 0, 'planned'), look(6, 0), look(6, 0), look(6, 2), look(6, 2), look(6, 6, 'completed', 1)]
    assert.deepEqual((await wait(looks, 50)).told, [
      [0, 6, '0 of 6 answers, 0 failed'],
      [2, 6, '2 of 6 answers, 0 failed'],
      [6, 6, '6 of 6 answers, 1 failed'],
    ])
  })

  test('takes at most six calls and as long as asked, and none beyond the first when it has ended', async () => {
    const endless = Array.from({ length: 20 }, () => look(6, 1))
    assert.deepEqual((await wait(endless, 50)).pauses, [2_000, 4_000, 8_000, 16_000, 20_000])
    assert.deepEqual((await wait(endless, 3)).pauses, [2_000, 1_000])
    assert.deepEqual((await wait(endless, 0)).pauses, [])
    for (const status of ['completed', 'cancelled']) assert.deepEqual((await wait([look(6, 3, status)], 50)).pauses, [])
  })
})
