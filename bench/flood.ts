import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, printHeading, printRatio, quantile, shown } from './support/figures.ts'
import { asOwner, openMeasuredBrand } from './support/house.ts'
import { ask, type Load } from './support/load.ts'
import { startServer } from './support/servers.ts'
import type { Flood, Flooded } from './flood-caller.ts'

const ROUNDS = 7
const CALLS = 60
/** The neighbour's pace; at one call a second, as the case says, a quantile would take an hour. */
const PAUSE_MS = 50
const CALLS_PER_MINUTE = 600

/** What an organization that calls far above its limit costs another one (reliability.md B13). */
export async function benchFlood(): Promise<void> {
  const { house, brandId, key } = await openMeasuredBrand(3)
  const flooding = await house.tenant({ plan: 'agency' })
  const { ownerUrl, url } = house.database
  await asOwner(
    ownerUrl,
    `update organization set calls_per_minute = ${CALLS_PER_MINUTE} where organization_id = '${flooding.organizationId}'`,
  )
  const server = await startServer({ kind: 'whole', url })
  const neighbour: Load = {
    port: server.port,
    path: `/api/v1/brands/${brandId}/score`,
    headers: { authorization: `Bearer ${key}` },
  }
  const flood = { port: server.port, path: '/api/v1/brands', headers: { authorization: `Bearer ${flooding.key}` } }
  const perSecond = (CALLS_PER_MINUTE * 50) / 60
  const p95 = { quiet: [] as number[], flooded: [] as number[], stormed: [] as number[] }
  const floods: Flooded[] = []
  await pace(neighbour)
  for (let round = 0; round < ROUNDS; round += 1) {
    p95.quiet.push(quantile(await pace(neighbour), 0.95))
    p95.flooded.push(await under({ ...flood, perSecond }))
    p95.stormed.push(await under({ ...flood, perSecond: Number.MAX_SAFE_INTEGER }))
  }
  await server.close()
  await house.close()
  printHeading(
    'flood',
    `one organization's calls at ${PAUSE_MS} ms from each other, while another calls above its limit`,
  )
  const at = (name: keyof typeof p95): number => median(p95[name])
  console.log(`  p95 ${shown(at('quiet'))} ms quiet, ${shown(at('flooded'))} ms beside limit × 50 (${perSecond}/s)`)
  const [steady, storm] = [0, 1].map((kind) =>
    median(floods.filter((_, index) => index % 2 === kind).map((one) => one.perSecond)),
  )
  console.log(`  the flood was answered ${shown(steady ?? 0)}/s; 32 connections without a pause ${shown(storm ?? 0)}/s`)
  printRatio('p95 beside limit × 50 : quiet', at('flooded') / at('quiet'), { atMost: 2 })
  printRatio('p95 beside 32 connections without a pause : quiet', at('stormed') / at('quiet'))

  async function under(wanted: Flood): Promise<number> {
    const child = fork(join(import.meta.dirname, 'flood-caller.ts'), [JSON.stringify(wanted)], {
      execArgv: ['--conditions=@sightline/source'],
    })
    await once(child, 'message')
    const latenciesMs = await pace(neighbour)
    child.send('stop')
    const [told] = (await once(child, 'message')) as [Flooded]
    floods.push(told)
    child.disconnect()
    return quantile(latenciesMs, 0.95)
  }
}

async function pace(target: Load): Promise<number[]> {
  const latenciesMs: number[] = []
  const caller = await ask(target)
  for (let call = 0; call < CALLS; call += 1) {
    latenciesMs.push((await caller.next()).milliseconds)
    await sleep(PAUSE_MS)
  }
  caller.close()
  return latenciesMs
}
