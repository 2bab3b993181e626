import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMarket, startLab, type Lab } from '@sightline/lab'
import { createClient, type Client, type Run } from '@sightline/sdk'
import { seedBrand, startedRun } from '../support/product.ts'
import { allAnswers } from '../support/pipeline.ts'
import { runCli, serverOf, type ServerProcess } from '../support/server-process.ts'
import { eventually } from '../support/eventually.ts'

const generous = { timeout: 300_000 }
const KILLS = 20
/** Platforms of this test × questions at once on each (SIGHTLINE_CONCURRENCY). */
const IN_FLIGHT = 4 * 2
const PLATFORMS = ['chatgpt', 'claude', 'perplexity', 'mistral']

describe('a process that dies in the middle of a run', generous, () => {
  let folder: string
  let lab: Lab
  let env: Record<string, string>
  let key: string
  let brandId: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-kill-'))
    lab = await startLab({ market: createMarket({ seed: 19 }), delayMs: 40 })
    env = { ...labEnvironment(lab), SIGHTLINE_CONCURRENCY: '2', SIGHTLINE_LOG: 'silent' }
    const { id } = await runCli<{ id: string }>(folder, env, ['org', 'create', '--name', 'Kill', '--plan', 'agency'])
    ;({ key } = await runCli<{ key: string }>(folder, env, ['key', 'create', '--org', id, '--scopes', 'full']))
  })
  after(async () => {
    await lab.close()
    await rm(folder, { recursive: true, force: true })
  })

  test(`R2 kill -9 at ${KILLS} moments: each answer is stored once, and verify says equal`, generous, async () => {
    const random = chance(2_026)
    let server = await serverOf(folder, env)
    ;({ brandId } = await seedBrand(clientOf(server), lab, 6))
    const { id: runId } = await startedRun(clientOf(server), brandId, { platforms: PLATFORMS, repeats: 10 })
    const planned = 6 * PLATFORMS.length * 10
    const storedAtKill: number[] = []
    let killsInRun = 0
    while (storedAtKill.length < KILLS) {
      // From the first job to a row of answers: 20 moments spread over the run.
      await sleep(Math.floor(random() * 300))
      const { status, stored } = await clientOf(server).getRun({ params: { id: runId } })
      storedAtKill.push(stored)
      if (status !== 'completed') killsInRun += 1
      await server.kill()
      server = await serverOf(folder, env)
    }
    const run = await ended(clientOf(server), runId)
    const answers = await allAnswers(clientOf(server), brandId)
    await server.stop()
    assert.equal(run.status, 'completed')
    assert.equal(run.planned, planned)
    assert.equal(run.stored, planned)
    assert.equal(answers.length, planned)
    assert.equal(new Set(answers.map(({ id }) => id)).size, planned)
    const places = new Map(
      [...Map.groupBy(answers, ({ promptId, platform }) => `${promptId} ${platform}`)].map(([place, of]) => [
        place,
        of.length,
      ]),
    )
    assert.deepEqual([...new Set(places.values())], [10])
    assert.equal(places.size, 6 * PLATFORMS.length)
    const extra = lab.requests.length - planned
    assert.ok(extra >= 0 && extra <= KILLS * IN_FLIGHT, `${extra} paid calls too many`)
    const verified = await runCli<{ equal: boolean; answers: number }>(folder, env, ['verify'])
    assert.deepEqual({ equal: verified.equal, answers: verified.answers }, { equal: true, answers: planned })
    assert.ok(killsInRun >= KILLS / 2, `only ${killsInRun} kills met the run`)
    console.log(
      `${killsInRun} kills of a run at ${storedAtKill.join(', ')} answers: each stored once, ${extra} asked again`,
    )
  })

  test('R3 SIGTERM finishes cleanly, and the next start completes the run', generous, async () => {
    const first = await serverOf(folder, env)
    const requestsBefore = lab.requests.length
    const { id: runId } = await startedRun(clientOf(first), brandId, { platforms: PLATFORMS, repeats: 4 })
    await eventually(() => lab.requests.length >= requestsBefore + 20)
    assert.equal(await first.stop(), 0)
    const afterStop = lab.requests.length
    await sleep(200)
    assert.equal(lab.requests.length, afterStop)
    const second = await serverOf(folder, env)
    const run = await ended(clientOf(second), runId)
    const answers = await allAnswers(clientOf(second), brandId, { runId })
    await second.stop()
    assert.equal(run.stored, run.planned)
    assert.equal(run.failed, 0)
    assert.equal(answers.length, 6 * PLATFORMS.length * 4)
    assert.equal((await runCli<{ equal: boolean }>(folder, env, ['verify'])).equal, true)
  })

  const clientOf = ({ address }: ServerProcess): Client => createClient({ baseUrl: `${address}/api/v1`, apiKey: key })
})

async function ended(client: Client, runId: string): Promise<Run> {
  for (;;) {
    const run = await client.getRun({ params: { id: runId } })
    if (run.status !== 'planned' && run.status !== 'running') return run
    await sleep(200)
  }
}

function labEnvironment({ baseUrls }: Lab): Record<string, string> {
  return {
    OPENAI_API_KEY: 'simulated',
    OPENAI_BASE_URL: baseUrls.openai,
    ANTHROPIC_API_KEY: 'simulated',
    ANTHROPIC_BASE_URL: baseUrls.anthropic,
    PERPLEXITY_API_KEY: 'simulated',
    PERPLEXITY_BASE_URL: baseUrls.perplexity,
    MISTRAL_API_KEY: 'simulated',
    MISTRAL_BASE_URL: baseUrls.mistral,
    SIGHTLINE_REQUESTS_PER_MINUTE: 'perplexity=100000',
  }
}

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
