import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMarket, startLab } from '@sightline/lab'
import { createClient, type Client } from '@sightline/sdk'
import { migrate } from '../packages/server/src/store/migrate.ts'
import { reportsOf } from '../packages/server/src/pipeline/score.ts'
import { verifyBrand } from '../packages/server/src/pipeline/verify.ts'
import { openApiProcesses } from '../test/support/api-processes.ts'
import { TEST_SECRET } from '../test/support/cluster.ts'
import { postgresServer, type PostgresServer } from '../test/support/postgres-server.ts'
import { furnish, openHouse, startedRun } from '../test/support/product.ts'
import { openWebhookReceiver } from '../test/support/receivers.ts'
import { printHeading, shown } from './support/figures.ts'
import { asOwner } from './support/house.ts'
import { labKeys } from './support/lab-keys.ts'

/** `MINUTES=10` is what is asked for; a shorter one says so. */
const MINUTES = Number(process.env['MINUTES'] ?? 10)
const PLATFORMS = ['chatgpt', 'claude', 'perplexity']
const API_PROCESSES = 2
const WORKERS = 2

type Killed = { api: number; worker: number; database: number }

/**
 * Runs, score reads, writes and webhooks while processes of every kind are killed (SIGKILL; the database as a crash),
 * one every few seconds. Nothing that was accepted may be missing at the end.
 */
export async function benchSoak(): Promise<void> {
  const lab = await startLab({ market: createMarket({ seed: 3 }), delayMs: 30 })
  const receiver = await openWebhookReceiver()
  const server = await postgresServer()
  await server.start()
  await asOwner(server.url(), 'create database sightline')
  const ownerUrl = server.url('sightline')
  const { applicationUrl } = await migrate(ownerUrl, TEST_SECRET)
  // Only to prepare and to verify; the load goes to processes of their own.
  const house = await openHouse(
    { url: applicationUrl, ownerUrl, drop: async () => {} },
    { works: false, outbound: { allowsLoopbackHttp: true } },
  )
  const tenant = await house.tenant()
  await asOwner(ownerUrl, 'update organization set calls_per_minute = 2000000000')
  const { brandId } = await furnish(tenant.client, lab, 6)
  await tenant.client
    .createWebhook({ body: { url: receiver.url, events: ['score.changed'], threshold: 0 } })
    .catch(() => null)
  const apis = await openApiProcesses(ownerUrl, API_PROCESSES, {
    environment: () => ({ SIGHTLINE_LOG: 'silent', SIGHTLINE_ALLOW_INSECURE_WEBHOOKS: '1', ...labKeys(lab.baseUrls) }),
  })
  const crew = hireCrew(WORKERS, applicationUrl, lab.baseUrls)
  const load = begin(apis.addresses, tenant.key, brandId)
  const killed: Killed = { api: 0, worker: 0, database: 0 }
  const endsAt = Date.now() + MINUTES * 60_000
  while (Date.now() < endsAt) {
    await sleep(2_000 + Math.random() * 6_000)
    const chance = Math.random()
    if (chance < 0.45) {
      crew.killOne()
      killed.worker += 1
    } else if (chance < 0.85) {
      const index = Math.floor(Math.random() * API_PROCESSES)
      await apis.kill(index)
      await apis.restart(index)
      killed.api += 1
    } else {
      await crash(server)
      killed.database += 1
    }
  }
  const seen = await load.end()
  // The last run ends before it is looked at.
  const unfinished = `select count(*)::int as open from run where status in ('planned', 'running')`
  while (((await asOwner<{ open: number }>(ownerUrl, unfinished))[0]?.open ?? 0) > 0) await sleep(500)
  await sleep(5_000)
  await report({
    ownerUrl,
    house,
    organizationId: tenant.organizationId,
    brandId,
    killed,
    seen,
    arrived: receiver.arrivals,
  })
  crew.dismiss()
  const ended = crew.reasons
  console.log(`  ${ended.length} workers ended by themselves and were started again: ${[...new Set(ended)].join('; ')}`)
  await apis.close()
  await house.close()
  await receiver.close()
  await lab.close()
  await server.remove()
}

async function crash(server: PostgresServer): Promise<void> {
  const postmaster = postmasterIn(server)
  if (postmaster) process.kill(postmaster, 'SIGKILL')
  for (let tries = 0; tries < 30; tries += 1)
    try {
      await sleep(1_000)
      return await server.start()
    } catch {
      // Its children have not noticed yet.
    }
}

function postmasterIn(server: PostgresServer): number | null {
  try {
    return Number(readFileSync(server.pidFile, 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

/** Workers as a service manager keeps them: one that ends, by us or by itself, is started again a second later. */
function hireCrew(count: number, url: string, baseUrls: object) {
  const module = new URL('./pipeline-worker.ts', import.meta.url).pathname
  const reasons: string[] = []
  let isOver = false
  const places: ChildProcess[] = []
  const hire = (index: number): void => {
    // With a channel, as it ends when its parent does.
    const child = spawn(
      process.execPath,
      ['--conditions=@sightline/source', module, JSON.stringify({ url, baseUrls })],
      {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    )
    let said = ''
    child.stderr?.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2_000)))
    child.once('exit', (_code, signal) => {
      if (signal !== 'SIGKILL') reasons.push(/^.*Error.*$/m.exec(said)?.[0] ?? said.slice(0, 200))
      setTimeout(() => isOver || hire(index), 1_000)
    })
    places[index] = child
  }
  for (let index = 0; index < count; index += 1) hire(index)
  return {
    killOne: () => void places[Math.floor(Math.random() * count)]?.kill('SIGKILL'),
    /** Why those ended that nobody killed. */
    reasons,
    dismiss: () => {
      isOver = true
      for (const child of places) child.kill('SIGKILL')
    },
  }
}

type Seen = { calls: number; refused: number; prompts: string[]; runs: number }

/** Callers that go on whatever they hear: reads, writes that are remembered when they were accepted, and runs. */
function begin(addresses: string[], key: string, brandId: string) {
  const seen: Seen = { calls: 0, refused: 0, prompts: [], runs: 0 }
  const over = new AbortController()
  const call = async (work: (client: Client) => Promise<unknown>): Promise<boolean> => {
    const address = addresses[Math.floor(Math.random() * addresses.length)] ?? ''
    const client = createClient({ baseUrl: `${address}/api/v1`, apiKey: key })
    return work(client).then(
      () => ((seen.calls += 1), true),
      () => ((seen.refused += 1), false),
    )
  }
  const loops = [
    forever(50, () => call((client) => client.getBrandScore({ params: { id: brandId } }))),
    forever(2_000, async (turn) => {
      const text = `soaked question ${turn}`
      const isKept = await call((client) =>
        client.createPrompts({ params: { id: brandId }, body: { prompts: [{ text, tags: ['soak'] }] } }),
      )
      if (isKept) seen.prompts.push(text)
    }),
    forever(3_000, async () => {
      if (await call((client) => startedRun(client, brandId, { platforms: PLATFORMS }))) seen.runs += 1
    }),
  ]
  return {
    end: async (): Promise<Seen> => {
      over.abort()
      await Promise.all(loops)
      return seen
    },
  }

  async function forever(pauseMs: number, work: (turn: number) => Promise<unknown>): Promise<void> {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await work(turn)
      await sleep(pauseMs)
    }
  }
}

type Ended = {
  ownerUrl: string
  house: Awaited<ReturnType<typeof openHouse>>
  organizationId: string
  brandId: string
  killed: Killed
  seen: Seen
  arrived: readonly { id: string }[]
}

async function report({ ownerUrl, house, organizationId, brandId, killed, seen, arrived }: Ended): Promise<void> {
  const [row] = await asOwner<{
    planned: number
    stored: number
    prompts: string[]
    counted: number
    events: number
    undelivered: number
  }>(
    ownerUrl,
    `select (select count(*)::int from slot) as planned, (select count(*)::int from answer) as stored,
       (select coalesce(array_agg(text), '{}') from prompt where 'soak' = any(tags)) as prompts,
       (select sum(calls)::int from usage_period) as counted, (select count(*)::int from event) as events,
       (select count(*)::int from delivery where status <> 'delivered') as undelivered`,
  )
  const { differences } = await verifyBrand(house.app.database, organizationId, brandId, reportsOf)
  const lost = seen.prompts.filter((text) => !row?.prompts.includes(text))
  printHeading(
    'soak',
    `${MINUTES} minutes; ${killed.worker} workers, ${killed.api} API processes and the database ${killed.database} times killed`,
  )
  console.log(`  ${seen.runs} runs: ${row?.stored} answers stored of ${row?.planned} planned`)
  console.log(
    `  ${seen.calls} calls accepted, ${seen.refused} refused or cut; counted ${row?.counted} (never fewer than accepted)`,
  )
  console.log(`  ${seen.prompts.length} accepted writes, ${lost.length} lost`)
  console.log(
    `  ${row?.events} events, ${row?.undelivered} deliveries open, ${new Set(arrived.map(({ id }) => id)).size} arrived`,
  )
  console.log(
    `  verify: ${differences.length === 0 ? 'equal' : `${differences.length} differences`}; ${shown(process.memoryUsage.rss() / 1e6)} MB here`,
  )
}
