import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMarket, startLab, type Lab } from '@sightline/lab'
import { migrate } from '../../packages/server/src/base/db/migrate.ts'
import { TEST_SECRET } from '../../test/support/cluster.ts'
import { query } from '../../test/support/cluster-processes.ts'
import { openFaultProxy, type FaultProxy } from '../../test/support/fault-proxy.ts'
import { postgresServer, type PostgresServer } from '../../test/support/postgres-server.ts'
import { labPlatformsOf, openApp, type TestApp } from '../../test/support/product.ts'
import { labKeys } from '../support/lab-keys.ts'
import { hireCrew, type Crew, type Post } from './crew.ts'
import { openMortalReceiver, type MortalReceiver } from './receiver.ts'
import { placeWitness } from './witness.ts'

export const PLATFORMS = ['chatgpt', 'claude', 'perplexity']
const ORGANIZATIONS = 3
/** Six processes of the product, each with the connections that its roles may need. */
const CONNECTIONS = 400
const POSTS: Post[] = [
  { name: 'steady api', role: 'api', isSteady: true },
  { name: 'steady worker', role: 'worker', isSteady: true },
  { name: 'api', role: 'api' },
  { name: 'worker', role: 'worker' },
  { name: 'all', role: 'all' },
]

/** An organization before the load. */
export type Guest = {
  organizationId: string
  key: string
  webhookId: string
  webhookSecret: string
  /** Where prompts and competitors are written that nobody measures. */
  bookId: string
  /** Measured by its schedule alone. */
  scheduledId: string
  /** Calls that were counted before. */
  countedBefore: number
}

export type Stage = {
  server: PostgresServer
  /** Past the proxy: of who looks and of who operates. */
  ownerUrl: string
  applicationUrl: string
  proxy: FaultProxy
  lab: Lab
  receiver: MortalReceiver
  crew: Crew
  guests: Guest[]
}

/** PostgreSQL, a lab that sometimes fails, a receiver, the processes of the product behind a network that can fail, and organizations. */
export async function openStage(closers: (() => Promise<unknown>)[]): Promise<Stage> {
  const lab = await startLab({
    market: createMarket({ seed: 3 }),
    delayMs: 60,
    faults: [
      { kind: 'rate_limited', waitMs: 400, probability: 0.01 },
      { kind: 'server_error', probability: 0.01 },
      { kind: 'cut', probability: 0.01 },
      { kind: 'slow', delayMs: 2_000, probability: 0.01 },
    ],
  })
  closers.push(lab.close)
  const receiver = await openMortalReceiver()
  closers.push(receiver.kill)
  const server = await postgresServer({ connections: CONNECTIONS })
  closers.push(server.remove)
  await server.start()
  await query(server.url(), 'create database sightline')
  const ownerUrl = server.url('sightline')
  const { applicationUrl } = await migrate(ownerUrl, TEST_SECRET)
  const guests = await invite({ ownerUrl, applicationUrl, lab, receiver })
  await placeWitness(ownerUrl)
  const proxy = await openFaultProxy('127.0.0.1', server.port)
  closers.push(proxy.close)
  const folder = await mkdtemp(join(tmpdir(), 'sightline-soak-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const crew = await hireCrew(POSTS, folder, {
    DATABASE_URL: Object.assign(new URL(ownerUrl), { port: String(proxy.port) }).href,
    SIGHTLINE_SECRET: TEST_SECRET,
    SIGHTLINE_ALLOW_INSECURE_WEBHOOKS: '1',
    SIGHTLINE_SITE_AUDITS: 'off',
    SIGHTLINE_REQUESTS_PER_MINUTE: 'perplexity=100000',
    ...labKeys(lab.baseUrls),
  })
  closers.push(crew.dismiss)
  return { server, ownerUrl, applicationUrl, proxy, lab, receiver, crew, guests }
}

type Hosts = Pick<Stage, 'ownerUrl' | 'applicationUrl' | 'lab' | 'receiver'>

async function invite({ ownerUrl, applicationUrl, lab, receiver }: Hosts): Promise<Guest[]> {
  const house = await openApp(
    { url: applicationUrl, ownerUrl, drop: async () => {} },
    { platforms: labPlatformsOf(lab), works: false, outbound: { allowsLoopbackHttp: true } },
  )
  const guests: Guest[] = []
  for (let number = 0; number < ORGANIZATIONS; number += 1)
    guests.push(await inviteOne(house, number, { lab, receiver, ownerUrl }))
  await house.close()
  return guests
}

async function inviteOne(
  house: TestApp,
  number: number,
  { lab, receiver, ownerUrl }: Omit<Hosts, 'applicationUrl'>,
): Promise<Guest> {
  const { organizationId, key, client } = await house.tenant({ name: `Guest ${number}` })
  await query(ownerUrl, 'update organization set calls_per_minute = 2000000000')
  const { id: bookId } = await client.createBrand({ body: { name: 'A book' } })
  const { id: scheduledId } = await client.createBrand({ body: { name: 'Measured daily' } })
  const texts = lab.market.prompts.slice(4, 6)
  await client.createPrompts({ params: { id: scheduledId }, body: { prompts: texts.map((text) => ({ text })) } })
  // Not before it is brought forward.
  const hour = (new Date().getUTCHours() + 12) % 24
  const days = [0, 1, 2, 3, 4, 5, 6]
  await client.setSchedule({ params: { id: scheduledId }, body: { hour, days, platforms: ['chatgpt'] } })
  const webhook = await client.createWebhook({
    body: {
      url: `${receiver.origin}/${number}`,
      events: ['score.changed', 'recommendation.new', 'competitor.alert'],
      threshold: 0,
    },
  })
  const [used] = await query<{ calls: number }>(
    ownerUrl,
    `select calls::int as calls from usage_period where organization_id = $1`,
    [organizationId],
  )
  return {
    organizationId,
    key,
    webhookId: webhook.id,
    webhookSecret: webhook.secret,
    bookId,
    scheduledId,
    countedBefore: used?.calls ?? 0,
  }
}
