import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sessionOperations } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { startedRun } from '../test/support/product.ts'
import { printHeading, shown } from './support/figures.ts'
import { openHosts } from './support/hosts.ts'
import { asOwner } from './support/opened.ts'
import type { Probe } from './support/prober.ts'
import { counted, openScene, PLATFORMS, type Scene } from './support/three-hosts.ts'
import { verified } from '../test/support/pipeline.ts'

const CUT_MS = Number(process.env['CUT_SECONDS'] ?? 20) * 1_000
const REPEATS = 10

/**
 * Three hosts, one with PostgreSQL, one with the API and one with a worker, whose network swallows what two of them say to
 * each other. Needs root and Linux.
 */
export async function benchPartition(): Promise<void> {
  const network = await openHosts(['database', 'api', 'worker'])
  const folder = await mkdtemp(join(tmpdir(), 'sightline-partition-'))
  const interrupted = (): void => void network.close().finally(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true }), network.close]
  try {
    const scene = await openScene(network, folder, closers)
    printHeading('partition', `Three hosts; every cut swallows silently for ${CUT_MS / 1_000} s.`)
    await cutApi(scene)
    await cutWorker(scene, 'the only worker')
    await scene.startWorkerOn(scene.api)
    await cutWorker(scene, 'one worker of two')
    await cutBoth(scene)
    await conclude(scene)
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    for (const close of closers.toReversed()) await close().catch((error: unknown) => console.error(error))
  }
}

/** The API without its database: what it answers, how soon, and that a key revoked meanwhile is refused afterwards. */
async function cutApi({ network, database, api, house, tenant, prober }: Scene): Promise<void> {
  const body = { name: 'To be revoked', scopes: ['scores:read' as const] }
  const { key, secret } = await operate(house.app, tenant.organizationId, sessionOperations.createKey, { body })
  prober.askWith(secret)
  await sleep(3_000)
  const cutAt = performance.now()
  await network.cut(database, api)
  await operate(house.app, tenant.organizationId, sessionOperations.revokeKey, { params: { id: key.id } })
  await sleep(CUT_MS)
  await network.heal(database, api)
  const healedAt = performance.now()
  await sleep(8_000)
  console.log('  API cut from the database:')
  printApi(prober.seen, cutAt, healedAt)
  const late = prober.seen.filter(({ what, atMs }) => what === 'revoked key' && atMs > cutAt)
  console.log(`    a key revoked meanwhile, asked ${late.length} times since: ${tally(late)} (200: let in)`)
}

/** A worker without its database, in mid-run. */
async function cutWorker(scene: Scene, who: string): Promise<void> {
  const { network, database, worker, tenant, brandId, promptIds, ownerUrl, lab } = scene
  const askedBefore = lab.requests.length
  const { id } = await startedRun(tenant.client, brandId, { promptIds, platforms: PLATFORMS, repeats: REPEATS })
  while ((await standing(ownerUrl, id)).stored < 20) await sleep(50)
  await network.cut(database, worker)
  const cutAt = performance.now()
  await sleep(1_000)
  const early = await standing(ownerUrl, id)
  let firstAnswerAt: number | null = null
  while (performance.now() - cutAt < CUT_MS * 1.2) {
    if (firstAnswerAt === null && (await standing(ownerUrl, id)).stored > early.stored)
      firstAnswerAt = performance.now()
    await sleep(200)
  }
  const atHeal = await standing(ownerUrl, id)
  await network.heal(database, worker)
  const healedAt = performance.now()
  while ((await standing(ownerUrl, id)).isOpen) await sleep(200)
  const end = await standing(ownerUrl, id)
  console.log(`  ${who} cut from the database in mid-run (for ${(CUT_MS * 1.2) / 1_000} s):`)
  console.log(
    `    stored ${early.stored} of ${end.planned} after a second, ${atHeal.stored} at the end of the cut (${
      firstAnswerAt === null ? 'stood still' : `went on after ${seconds(firstAnswerAt - cutAt)}`
    }), ${atHeal.isOpen ? `run ended ${seconds(performance.now() - healedAt)} after it healed` : 'run ended during the cut'}`,
  )
  const asked = lab.requests.length - askedBefore
  console.log(
    `    ${end.planned - end.stored} lost, ${end.answers - end.stored} doubled; platforms were asked ${asked} times for ${end.planned} answers`,
  )
}

async function cutBoth({
  network,
  database,
  api,
  worker,
  tenant,
  brandId,
  promptIds,
  ownerUrl,
  prober,
}: Scene): Promise<void> {
  const { id } = await startedRun(tenant.client, brandId, { promptIds, platforms: PLATFORMS, repeats: REPEATS })
  while ((await standing(ownerUrl, id)).stored < 20) await sleep(50)
  const cutAt = performance.now()
  for (const host of [api, worker]) await network.cut(database, host)
  await sleep(CUT_MS)
  for (const host of [api, worker]) await network.heal(database, host)
  const healedAt = performance.now()
  while ((await standing(ownerUrl, id)).isOpen) await sleep(200)
  const endedAt = performance.now()
  await sleep(Math.max(0, 10_000 - (endedAt - healedAt)))
  const end = await standing(ownerUrl, id)
  console.log('  both cut from the database in mid-run:')
  printApi(prober.seen, cutAt, healedAt)
  console.log(
    `    run ended ${seconds(endedAt - healedAt)} after it healed; ${end.planned - end.stored} lost, ${end.answers - end.stored} doubled`,
  )
}

/** A slot's answer has its id: `answers` beyond `stored` would be doubled ones. */
type Standing = { planned: number; stored: number; answers: number; isOpen: boolean }

async function standing(ownerUrl: string, runId: string): Promise<Standing> {
  const [row] = await asOwner<Standing>(
    ownerUrl,
    `select (select count(*)::int from slot where run_id = '${runId}') as planned,
       (select count(*)::int from slot join answer using (organization_id, id) where slot.run_id = '${runId}') as stored,
       (select count(*)::int from answer where run_id = '${runId}') as answers,
       (select status in ('planned', 'running') from run where id = '${runId}') as "isOpen"`,
  )
  if (!row) throw new Error('no row')
  return row
}

function printApi(seen: readonly Probe[], cutAt: number, healedAt: number): void {
  for (const what of ['read', 'write', 'readyz', 'healthz'] as const) {
    const mine = seen.filter((probe) => probe.what === what)
    // What was asked in the last second of the cut may be answered by the network that is back.
    const during = mine.filter(({ atMs }) => atMs > cutAt && atMs < healedAt - 1_000)
    const refused = during.filter(({ status }) => status === 503)
    const told = Math.min(...refused.map(({ atMs, tookMs }) => atMs + tookMs)) - cutAt
    const slowest = Math.max(...during.map(({ tookMs }) => tookMs))
    const named = refused.filter(({ retryAfter }) => retryAfter !== null).length
    const back = mine.find(({ atMs, status }) => atMs >= healedAt && status < 300)
    const last = mine.filter(({ atMs, status }) => atMs >= healedAt && (status === 0 || status >= 300)).at(-1)
    console.log(
      `    ${what}: ${tally(during)}${refused.length > 0 ? `, ${named} with Retry-After, the first ${seconds(told)} after the cut` : ''}; slowest answer ${seconds(slowest)}; ` +
        `healed: first success asked ${back ? seconds(back.atMs - healedAt) : 'never'}, answered ${back ? seconds(back.atMs + back.tookMs - healedAt) : 'never'}, last refusal asked ${last ? seconds(last.atMs - healedAt) : 'none'}`,
    )
  }
}

const seconds = (milliseconds: number): string => `${shown(milliseconds / 1_000)} s`

function tally(probes: readonly Probe[]): string {
  const counts = new Map<number, number>()
  for (const { status } of probes) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`).join(', ')
}

/** The runs of the three cuts were calls too. */
const RUNS = 3

async function conclude({ countedBefore, house, tenant, brandId, ownerUrl, prober }: Scene): Promise<void> {
  const seen = await prober.stop()
  await sleep(3_000)
  const accepted = seen.filter(
    ({ what, status }) => ['read', 'write', 'revoked key'].includes(what) && status >= 200 && status < 300,
  )
  const [row] = await asOwner<{ prompts: string[] }>(
    ownerUrl,
    `select (select coalesce(array_agg(text), '{}') from prompt where 'probe' = any(tags)) as prompts`,
  )
  const kept = new Set(row?.prompts)
  const written = accepted.filter(({ what }) => what === 'write')
  const refused = seen.filter(({ what, status }) => what === 'write' && status === 503)
  const { differences } = await verified(house.app, tenant.organizationId, brandId)
  console.log('  in all:')
  console.log(
    `    ${written.length} accepted writes, ${written.filter(({ text }) => !kept.has(text ?? '')).length} lost; ${refused.length} refused, ${refused.filter(({ text }) => kept.has(text ?? '')).length} of them written all the same`,
  )
  // Counted before its answer, and taken back in vain while the database is away: what was not answered may be counted.
  const inDoubt = seen.filter(
    ({ what, status }) => ['read', 'write', 'revoked key'].includes(what) && (status === 0 || status >= 500),
  ).length
  const calls = (await counted(ownerUrl)) - countedBefore - RUNS
  const isRight = calls >= accepted.length && calls <= accepted.length + inDoubt
  console.log(
    `    ${accepted.length} calls of the prober accepted, ${inDoubt} refused with 503 or unanswered, ${calls} counted: ${isRight ? 'as it must be' : 'WRONG'}`,
  )
  console.log(`    verify: ${differences.length === 0 ? 'equal' : `${differences.length} differences`}`)
}
