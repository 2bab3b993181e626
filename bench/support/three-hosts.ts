import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createMarket, startLab, type Lab } from '@sightline/lab'
import { migrate } from '../../packages/server/src/base/db/migrate.ts'
import { TEST_SECRET } from '../../test/support/cluster.ts'
import {
  seedBrand,
  labPlatformsOf,
  openApp,
  runEnd,
  startedRun,
  type Tenant,
  type TestApp,
} from '../../test/support/product.ts'
import type { Host, Network } from './hosts.ts'
import { asOwner } from './opened.ts'
import { labKeys } from './lab-keys.ts'
import { startProber, type Prober } from './prober.ts'

const PORT = 4477
export const PLATFORMS = ['chatgpt', 'claude']

/** The product on three hosts: PostgreSQL, the API and a worker, with somebody outside who asks all the time. */
export type Scene = {
  network: Network
  database: Host
  api: Host
  worker: Host
  ownerUrl: string
  house: TestApp
  tenant: Tenant
  brandId: string
  /** Of the runs, apart from what the prober writes. */
  promptIds: string[]
  lab: Lab
  /** Calls of the organization before the prober's. */
  countedBefore: number
  prober: Prober
  startWorkerOn(host: Host): Promise<void>
}

/** @param closers gets what is to be closed at the end, the last first */
export async function openScene(network: Network, folder: string, closers: (() => Promise<unknown>)[]): Promise<Scene> {
  const [database, api, worker] = network.hosts
  if (!database || !api || !worker) throw new Error('three hosts were asked for')
  const server = network.start(database, [pathOf('../partition-database.ts'), database.address])
  const [superuser] = (await once(server, 'message')) as [string]
  await asOwner(superuser, 'create database sightline')
  const ownerUrl = Object.assign(new URL(superuser), { pathname: '/sightline' }).href
  const { applicationUrl } = await migrate(ownerUrl, TEST_SECRET)
  // Only to prepare, revoke and verify, from outside: no cut concerns it.
  const lab = await startLab({ market: createMarket({ seed: 3 }), delayMs: 300 })
  closers.push(lab.close)
  const platforms = labPlatformsOf(lab)
  const house = await openApp({ url: applicationUrl, ownerUrl, drop: async () => {} }, { platforms, works: false })
  closers.push(house.close)
  const tenant = await house.tenant()
  await asOwner(ownerUrl, 'update organization set calls_per_minute = 2000000000')
  const { brandId, promptIds } = await seedBrand(tenant.client, lab, 6)
  const { door, baseUrls } = await openDoor(network.outside, lab)
  closers.push(async () => door.close())
  const start = (host: Host, name: string, role: string[]): void => {
    const environment = {
      DATABASE_URL: ownerUrl,
      SIGHTLINE_SECRET: TEST_SECRET,
      SIGHTLINE_LOG: 'silent',
      SIGHTLINE_REQUESTS_PER_MINUTE: 'chatgpt=6000,claude=6000,perplexity=6000',
      // A worker has no other door that says whether it is ready.
      ...(name !== 'api' && { SIGHTLINE_METRICS_PORT: '9464', SIGHTLINE_METRICS_HOST: host.address }),
      ...labKeys(baseUrls),
    }
    const args = ['start', ...role, '--data-dir', join(folder, name)]
    network.start(host, [pathOf('../../packages/server/src/main.ts'), ...args], environment)
  }
  const startWorkerOn = async (host: Host): Promise<void> => {
    start(host, `worker-${host.name}`, ['--role', 'worker'])
    await untilReady(`http://${host.address}:9464`)
  }
  start(api, 'api', ['--role', 'api', '--host', api.address, '--port', String(PORT)])
  await untilReady(`http://${api.address}:${PORT}`)
  await startWorkerOn(worker)
  const { id } = await startedRun(tenant.client, brandId, { platforms: PLATFORMS })
  await runEnd(tenant.client, id)
  const countedBefore = await counted(ownerUrl)
  const prober = startProber(`http://${api.address}:${PORT}`, tenant.key, brandId)
  closers.push(prober.stop)
  return {
    network,
    database,
    api,
    worker,
    ownerUrl,
    house,
    tenant,
    brandId,
    promptIds,
    lab,
    countedBefore,
    prober,
    startWorkerOn,
  }
}

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

async function untilReady(origin: string): Promise<void> {
  const isReady = (): Promise<boolean> =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (tries > 300) throw new Error(`${origin} never got ready`)
    await sleep(200)
  }
}

/** The lab listens on this process's own loopback; the hosts reach it on the bridge. */
async function openDoor(address: string, lab: Lab): Promise<{ door: Server; baseUrls: Lab['baseUrls'] }> {
  const target = Number(new URL(lab.baseUrls.openai).port)
  const door = createServer((caller) => {
    const inside = connect(target, '127.0.0.1')
    caller.on('error', () => inside.destroy()).pipe(inside)
    inside.on('error', () => caller.destroy()).pipe(caller)
  })
  door.listen(0, address)
  await once(door, 'listening')
  const bound = door.address()
  const host = `${address}:${typeof bound === 'object' ? bound?.port : ''}`
  const moved = Object.entries(lab.baseUrls).map(([name, url]) => [name, Object.assign(new URL(url), { host }).href])
  return { door, baseUrls: Object.fromEntries(moved) as Lab['baseUrls'] }
}

export const counted = async (ownerUrl: string): Promise<number> =>
  (await asOwner<{ calls: number }>(ownerUrl, 'select sum(calls)::int as calls from usage_period'))[0]?.calls ?? 0
