import type { AddressInfo } from 'node:net'
import { createMarket, startLab, type FaultRule, type Lab } from '@sightline/lab'
import {
  createClient,
  scopes,
  sessionOperations,
  type ApiVersions,
  type Client,
  type PlanSlug,
  type Run,
  type Scope,
} from '@sightline/sdk'
import { createApp, type App } from '../../packages/server/src/app.ts'
import type { AppOptions } from '../../packages/server/src/wiring/options.ts'
import { operate } from '../../packages/server/src/commands/with-app.ts'
import { createOrganization } from '../../packages/server/src/operations/accounts/organizations.ts'
import type { OutboundOptions } from '../../packages/server/src/base/outbound/outbound.ts'
import type { SiteDoor } from '../../packages/server/src/pipeline/advising/fetch-site.ts'
import { createPlatforms } from '../../packages/server/src/platforms/catalogue.ts'
import type { Platform } from '../../packages/server/src/platforms/platform.ts'
import { TEST_SECRET, type TestDatabase } from './cluster.ts'
import { heldFetch } from './http.ts'
import { eventually } from './eventually.ts'

export type TestAppOptions = {
  /** Ask a simulated market; its faults can be scripted. */
  lab?: { seed?: number; faults?: FaultRule[]; delayMs?: number }
  platforms?: Platform[]
  now?: () => Date
  /** How pauses towards platforms are made (default: really). */
  sleep?: (milliseconds: number) => Promise<void>
  /** The way to brands' own sites (default: none is examined). */
  site?: SiteDoor
  /** How receivers of webhooks are reached (default: no name leads anywhere). */
  outbound?: OutboundOptions
  /** Between the portions of a receiver that was away (default: a second). */
  deliveryBreathMs?: number
  /** Where organizations' own models are asked (default: nobody is there). */
  modelAddress?: string
  judgeCallsARun?: number
  /** What is declared of the API's versions (default: the contract's). */
  apiVersions?: ApiVersions
  /** The web application's, as `createApp` takes them. */
  web?: Pick<AppOptions, 'isDemo' | 'canSignUp' | 'ownersUpgrade' | 'webFolder' | 'provider' | 'publicUrl'>
  /** How long the database may take (default: as long as it may for customers). */
  databaseLimits?: AppOptions['databaseLimits']
  /** Of the disk that the database lies on (default: it is not watched). */
  space?: AppOptions['space']
  /** Who is told what the house does (default: nobody). */
  telemetry?: AppOptions['telemetry']
  /** The threads that read texts (default: as in production). */
  textThreads?: AppOptions['textThreads']
  /** Whether jobs are done (default: only with platforms). */
  works?: boolean
}

/** The real product on a database of its own: real PostgreSQL, real HTTP, real client; only the platforms are fake. */
export type TestApp = {
  app: App
  database: TestDatabase
  lab: Lab | null
  origin: string
  baseUrl: string
  /** What the process said of itself. */
  log: { event: string; facts: Record<string, unknown> }[]
  tenant(options?: TenantOptions): Promise<Tenant>
  close(): Promise<void>
}
export type TenantOptions = { plan?: PlanSlug; name?: string }
export type Tenant = {
  organizationId: string
  keyId: string
  key: string
  client: Client
  newKey(scopes: Scope[], brandIds?: string[]): Promise<string>
}

const actor = { kind: 'system' } as const
/** No test asks a real model. */
const NOBODY = 'http://127.0.0.1:9'

/** Opens it on a database that is dropped with it. */
export async function openApp(database: TestDatabase, options: TestAppOptions = {}): Promise<TestApp> {
  const lab = options.lab
    ? await startLab({
        market: createMarket({ seed: options.lab.seed ?? 7 }),
        faults: options.lab.faults ?? [],
        delayMs: options.lab.delayMs ?? 0,
      })
    : null
  const log: TestApp['log'] = []
  const note = (event: string, facts: Record<string, unknown> = {}): void => void log.push({ event, facts })
  const platforms = options.platforms ?? (lab ? labPlatformsOf(lab) : [])
  const app = createApp({
    url: database.url,
    secret: TEST_SECRET,
    platforms,
    simulated: new Set(lab ? platforms.map(({ slug }) => slug) : []),
    log: { info: note, error: note },
    version: 'test',
    poolSize: 8,
    databaseLimits: options.databaseLimits,
    textThreads: options.textThreads,
    telemetry: options.telemetry ?? null,
    ...options.web,
    ...(options.space && { space: options.space }),
    ...(options.now && { now: options.now }),
    ...(options.sleep && { sleep: options.sleep }),
    ...(options.site && { site: options.site }),
    outbound: { resolve: async () => [], ...options.outbound },
    modelAddresses: { openai: options.modelAddress ?? NOBODY, anthropic: options.modelAddress ?? NOBODY },
    ...(options.apiVersions && { apiVersions: options.apiVersions }),
    ...(options.judgeCallsARun !== undefined && { judgeCallsARun: options.judgeCallsARun }),
    ...(options.deliveryBreathMs !== undefined && { deliveryBreathMs: options.deliveryBreathMs }),
  })
  const rest = app.createRest()
  await rest.listen({ host: '127.0.0.1', port: 0 })
  // Listening on a port gives an address with a port, never a pipe's name.
  const origin = `http://127.0.0.1:${(rest.server.address() as AddressInfo).port}`
  const baseUrl = `${origin}/api/v1`
  if (options.works ?? platforms.length > 0) await app.startWork({ isService: true })
  return {
    app,
    database,
    lab,
    origin,
    baseUrl,
    log,
    tenant: (wanted) => makeTenant(app, baseUrl, wanted),
    close: async () => {
      await rest.close()
      await app.close()
      await lab?.close()
      await database.drop()
    },
  }
}

async function makeTenant(
  app: App,
  baseUrl: string,
  { plan = 'agency', name = 'Test' }: TenantOptions = {},
): Promise<Tenant> {
  const organizationId = await createOrganization(app.services, { name, plan, actor })
  const issue = (wanted: Scope[], brandIds: string[] | null = null) =>
    operate(app, organizationId, sessionOperations.createKey, { body: { name: 'Test', scopes: wanted, brandIds } })
  const { key, secret } = await issue([...scopes])
  return {
    organizationId,
    keyId: key.id,
    key: secret,
    client: createClient({ baseUrl, apiKey: secret, fetch: heldFetch }),
    newKey: async (wanted, brandIds) => (await issue(wanted, brandIds ?? null)).secret,
  }
}

/** All platforms of the lab over the real adapters. */
export function labPlatformsOf(lab: Lab): Platform[] {
  const at = (provider: keyof Lab['baseUrls']) => ({ apiKey: 'simulated', baseUrl: lab.baseUrls[provider] })
  return [
    ...createPlatforms({
      openai: at('openai'),
      anthropic: at('anthropic'),
      perplexity: at('perplexity'),
      xai: at('xai'),
      mistral: at('mistral'),
      deepseek: at('deepseek'),
      serpapi: at('serpapi'),
    }).values(),
  ]
}

/** A brand of the lab's market with competitors, two unless more are asked for, and prompts, as a user would enter them. */
export async function seedBrand(
  client: Client,
  lab: Lab | null,
  promptCount = 6,
  competitorCount = 2,
): Promise<{ brandId: string; promptIds: string[]; competitorIds: string[] }> {
  const [own, ...rivals] = lab?.market.brands ?? [{ name: 'Fernhold' }, { name: 'Quorvane' }, { name: 'Taskmoor' }]
  const { id: brandId } = await client.createBrand({ body: { name: own?.name ?? '' } })
  const competitorIds: string[] = []
  for (const rival of rivals.slice(0, competitorCount))
    competitorIds.push((await client.addCompetitor({ params: { id: brandId }, body: { name: rival.name } })).id)
  const texts =
    lab?.market.prompts ?? Array.from({ length: promptCount }, (_, index) => `best project tool number ${index + 1}`)
  const { data } = await client.createPrompts({
    params: { id: brandId },
    body: { prompts: texts.slice(0, promptCount).map((text) => ({ text })) },
  })
  return { brandId, promptIds: data.map(({ id }) => id), competitorIds }
}

/** Each look is a call of the month, and the plan Free has a hundred. */
const LOOK_EVERY_MS = 100

/** Waits until a run has ended. */
export async function runEnd(client: Client, runId: string): Promise<Run> {
  let run: Run | undefined
  const hasEnded = async (): Promise<boolean> => {
    run = await client.getRun({ params: { id: runId } })
    return run.status === 'completed' || run.status === 'cancelled'
  }
  await eventually(hasEnded, `the run ${runId} ends`, LOOK_EVERY_MS)
  // Read before it could have come about.
  return run as Run
}

/** A started run, without the other form of the answer, a dry run's plan. */
export async function startedRun(
  client: Client,
  brandId: string,
  body: { platforms?: string[]; repeats?: number; promptIds?: string[] } = {},
): Promise<Run> {
  const run = await client.startRun({ params: { id: brandId }, body })
  if ('dryRun' in run) throw new Error('a plan came back instead of a run')
  return run
}
