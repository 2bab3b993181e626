import { openApiProcesses } from '../test/support/api-processes.ts'
import { furnish, labPlatformsOf, openHouse, runEnd, startedRun } from '../test/support/product.ts'
import { freshDatabase } from '../test/support/cluster.ts'
import { createMarket, startLab } from '@sightline/lab'
import { startChild, type Child } from './support/children.ts'
import { median, printHeading, printRatio, shown } from './support/figures.ts'
import { asOwner } from './support/house.ts'
import { load } from './support/load.ts'

const COUNTS = [1, 2, 4]
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const REPEATS = 4
const LOAD_MS = 2_000
const CONNECTIONS = 32
const PROMPTS = 10

/** Throughput of the pipeline and of the API with one, two and four processes, in turns. */
export async function benchProcesses(): Promise<void> {
  const lab = await startLab({ market: createMarket({ seed: 3 }), delayMs: 40 })
  const house = await openHouse(await freshDatabase(), { platforms: labPlatformsOf(lab), works: false })
  const { ownerUrl, url } = house.database
  const tenant = await house.tenant()
  await asOwner(ownerUrl, 'update organization set calls_per_minute = 2000000000')
  const { brandId } = await furnish(tenant.client, lab, PROMPTS)
  const pipeline = new Map<number, number[]>()
  const api = new Map<number, number[]>()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const count of COUNTS) {
      const workers = await Promise.all(
        Array.from({ length: count }, () =>
          startChild(new URL('./pipeline-worker.ts', import.meta.url), { url, baseUrls: lab.baseUrls }),
        ),
      )
      const started = performance.now()
      const { id } = await startedRun(tenant.client, brandId, { repeats: REPEATS, platforms: PLATFORMS })
      const run = await runEnd(tenant.client, id)
      note(pipeline, count, (run.stored / (performance.now() - started)) * 1_000)
      await Promise.all(workers.map(end))
    }
  const headers = { authorization: `Bearer ${tenant.key}` }
  for (const count of COUNTS) {
    const processes = await openApiProcesses(ownerUrl, count)
    const targets = processes.addresses.map((address) => ({
      port: Number(new URL(address).port),
      path: `/api/v1/brands/${brandId}/score`,
      headers,
    }))
    for (let round = 0; round <= ROUNDS; round += 1) {
      // A month of the plan Agency is a few seconds here.
      await asOwner(ownerUrl, 'update usage_period set calls = 0')
      const { requests, seconds } = await load(targets, CONNECTIONS, LOAD_MS)
      if (round > 0) note(api, count, requests / seconds)
    }
    await processes.close()
  }
  await house.close()
  await lab.close()
  print(pipeline, api)
}

const PLATFORMS = ['chatgpt', 'claude', 'perplexity', 'mistral']

const note = (figures: Map<number, number[]>, count: number, figure: number): void =>
  void figures.set(count, [...(figures.get(count) ?? []), figure])

async function end(worker: Child): Promise<void> {
  await worker.close()
}

function print(pipeline: Map<number, number[]>, api: Map<number, number[]>): void {
  printHeading(
    'processes',
    `A run of ${PROMPTS * PLATFORMS.length * REPEATS} answers of the lab (40 ms each) by so many workers; score reads on ${CONNECTIONS} connections by so many API processes. Two cores for all of them, PostgreSQL, the lab and the callers.`,
  )
  for (const [name, figures] of [
    ['answers', pipeline],
    ['reads', api],
  ] as const)
    for (const count of COUNTS) {
      const figure = median(figures.get(count) ?? [])
      console.log(`  ${name}, ${count} process${count === 1 ? '' : 'es'}: ${shown(figure)}/s`)
      if (count > 1) printRatio(`${name}: ${count} : 1`, figure / median(figures.get(1) ?? []))
    }
}
