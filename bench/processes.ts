import { createMarket, startLab } from '@sightline/lab'
import { freshDatabase } from '../test/support/cluster.ts'
import {
  seedBrand,
  labPlatformsOf,
  openApp,
  runEnd,
  startedRun,
  type Tenant,
  type TestApp,
} from '../test/support/product.ts'
import { canCap, openCap, type Cap } from './support/caps.ts'
import { startChild } from './support/children.ts'
import { median, printHeading, printRatio, shown, type Aim } from './support/figures.ts'
import { costOfOthers, type CostOfOthers } from './support/cost.ts'
import { asOwner } from './support/opened.ts'
import { load, type Load } from './support/load.ts'
import { startServer } from './support/servers.ts'

const COUNTS = [1, 2, 4]
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
/** Of one core, for each process that is measured: four of them, PostgreSQL, the lab and the callers are to fit two cores. */
const SHARE = Number(process.env['SHARE'] ?? 0.1)
const ORGANIZATIONS = 16
const PROMPTS = 3
const PLATFORMS = ['chatgpt', 'claude', 'perplexity', 'mistral']
const LOAD_MS = 2_000
const CONNECTIONS = 64
/** By how many processes more there is to be more. */
const AIMS = new Map<number, Aim>([
  [2, { atLeast: 1.8 }],
  [4, { atLeast: 3.2 }],
])

type Owner = { tenant: Tenant; brandId: string }
/** Something that is measured with so many processes, a figure a second. */
type Subject = { name: string; isCapped: boolean; measure(count: number): Promise<Throughput> }
type Throughput = { perSecond: number; cost?: CostOfOthers & { count: number } }

/**
 * Throughput of the pipeline and of the API by the number of processes. Each process has a tenth of a core, so that it is
 * the processes that are short and not the machine, which PostgreSQL, the lab and the callers have to themselves; and
 * once more without such limits.
 */
export async function benchProcesses(): Promise<void> {
  const lab = await startLab({ market: createMarket({ seed: 3 }), delayMs: 40 })
  const house = await openApp(await freshDatabase(), { platforms: labPlatformsOf(lab), works: false })
  const owners: Owner[] = []
  while (owners.length < ORGANIZATIONS) {
    const tenant = await house.tenant()
    const { brandId } = await seedBrand(tenant.client, lab, PROMPTS)
    owners.push({ tenant, brandId })
  }
  await asOwner(house.database.ownerUrl, 'update organization set calls_per_minute = 2000000000')
  const { url } = house.database
  const workers = (isCapped: boolean): Subject => ({
    name: 'answers',
    isCapped,
    measure: (count) =>
      withProcesses(count, isCapped, {
        start: () => startChild(new URL('./pipeline-worker.ts', import.meta.url), { url, baseUrls: lab.baseUrls }),
        warmUp: () => answersASecond(owners, 1),
        use: (processes) => costOfAnswers(house, processes, () => answersASecond(owners, isCapped ? 2 : 3)),
      }),
  })
  const apis = (name: string, asking: readonly Owner[], isCapped: boolean): Subject => ({
    name,
    isCapped,
    measure: (count) =>
      withProcesses(count, isCapped, {
        start: () => startServer({ kind: 'whole', url }),
        warmUp: (servers) => readsASecond(house, asking, servers),
        use: async (servers) => ({ perSecond: await readsASecond(house, asking, servers) }),
      }),
  })
  const caps = canCap() ? [true, false] : [false]
  const isWanted = (name: string): boolean => !process.env['ONLY'] || process.env['ONLY'] === name
  if (isWanted('workers'))
    await inTurns(
      'workers',
      caps.map((isCapped) => workers(isCapped)),
    )
  // What the API is asked for has to be there.
  else await workers(false).measure(1)
  if (isWanted('API'))
    await inTurns(
      'API',
      caps.flatMap((isCapped) => [
        apis(`reads of ${ORGANIZATIONS} organizations`, owners, isCapped),
        apis('reads of one organization', owners.slice(0, 1), isCapped),
      ]),
    )
  await house.close()
  await lab.close()
}

type Steps<Process> = {
  start(): Promise<Process>
  warmUp(processes: Process[]): Promise<unknown>
  use(processes: Process[]): Promise<Throughput>
}

/** Starts, and does everything once, as fast as it can; works as fast as it may. */
async function withProcesses<Process extends { pid: number; close(): Promise<void> }>(
  count: number,
  isCapped: boolean,
  { start, warmUp, use }: Steps<Process>,
): Promise<Throughput> {
  const processes = await Promise.all(Array.from({ length: count }, start))
  await warmUp(processes)
  const caps: Cap[] = []
  if (isCapped)
    for (const [index, { pid }] of processes.entries()) {
      const cap = openCap(String(index), SHARE)
      cap.hold(pid)
      caps.push(cap)
    }
  try {
    return await use(processes)
  } finally {
    await Promise.all(processes.map((running) => running.close()))
    for (const cap of caps) cap.remove()
  }
}

async function costOfAnswers(
  house: TestApp,
  processes: readonly { pid: number }[],
  work: () => Promise<number>,
): Promise<Throughput> {
  let perSecond = 0
  const pids = processes.map(({ pid }) => pid)
  const cost = await costOfOthers(house.database.ownerUrl, pids, async () => {
    perSecond = await work()
  })
  return { perSecond, cost: { ...cost, count: (perSecond * cost.wallMs) / 1_000 } }
}

/** A run of every organization at once, until the last is scored. */
async function answersASecond(owners: readonly Owner[], repeats: number): Promise<number> {
  const started = performance.now()
  const stored = await Promise.all(
    owners.map(async ({ tenant, brandId }) => {
      const { id } = await startedRun(tenant.client, brandId, { repeats, platforms: PLATFORMS })
      return (await runEnd(tenant.client, id)).stored
    }),
  )
  return (stored.reduce((sum, answers) => sum + answers, 0) / (performance.now() - started)) * 1_000
}

async function readsASecond(
  house: TestApp,
  owners: readonly Owner[],
  servers: readonly { port: number }[],
): Promise<number> {
  // Each organization is asked for at each process.
  const targets = owners.flatMap(({ tenant, brandId }) =>
    servers.map(({ port }): Load => ({
      port,
      path: `/api/v1/brands/${brandId}/score`,
      headers: { authorization: `Bearer ${tenant.key}` },
    })),
  )
  let perSecond = Number.NaN
  for (const isMeasured of [false, true]) {
    // A month of the plan is a few seconds here.
    await asOwner(house.database.ownerUrl, 'update usage_period set calls = 0')
    const { requests, seconds } = await load(targets, CONNECTIONS, isMeasured ? LOAD_MS : LOAD_MS / 4)
    perSecond = requests / seconds
  }
  return perSecond
}

async function inTurns(title: string, subjects: readonly Subject[]): Promise<void> {
  const figures = new Map(
    subjects.map((subject) => [subject, new Map(COUNTS.map((count) => [count, [] as Throughput[]]))]),
  )
  for (let round = 0; round < ROUNDS; round += 1)
    for (const subject of subjects)
      for (const count of COUNTS)
        figures
          .get(subject)
          ?.get(count)
          ?.push(await subject.measure(count))
  printHeading(
    `processes: ${title}`,
    title === 'API'
      ? `Score reads on ${CONNECTIONS} connections.`
      : `Runs of ${ORGANIZATIONS} organizations at once, ${PROMPTS} questions on ${PLATFORMS.length} platforms each, asked of the lab (40 ms).`,
  )
  for (const [{ name, isCapped }, byCount] of figures) {
    const at = (count: number): number => median((byCount.get(count) ?? []).map(({ perSecond }) => perSecond))
    const each = isCapped ? `each on ${SHARE * 100} % of a core` : 'without limits on two cores'
    console.log(`  ${name}, ${each}: ${COUNTS.map((count) => `${count}: ${shown(at(count))}/s`).join(', ')}`)
    for (const count of COUNTS) printCost(count, isCapped ? SHARE : 1, byCount.get(count) ?? [])
    for (const count of COUNTS.slice(1))
      printRatio(`  ${name}, ${each}: ${count} : 1`, at(count) / at(1), isCapped ? AIMS.get(count) : undefined)
  }
}

/** What tells whether the processes were what was short, and whether an answer is dearer where more of them share the work. */
function printCost(count: number, share: number, figures: readonly Throughput[]): void {
  const costs = figures.flatMap(({ cost }) => (cost ? [cost] : []))
  if (costs.length === 0) return
  const of = (fact: (cost: CostOfOthers & { count: number }) => number): string => shown(median(costs.map(fact)))
  console.log(
    `    ${count}: ${of(({ othersMs, wallMs }) => (100 * othersMs) / (wallMs * count * share))} % of their time used; an answer took ${of((cost) => cost.othersMs / cost.count)} ms of theirs, ${of((cost) => cost.postgresMs / cost.count)} ms of PostgreSQL, ${of((cost) => cost.transactions / cost.count)} transactions`,
  )
}
