import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { newId, platforms as catalogue, type IdKind } from '@sightline/sdk'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { createChance } from './chance.ts'
import type { House } from './http/doors.ts'
import type { IdentityOptions } from './identity/context.ts'
import { createIdentity } from './identity/identity.ts'
import { createRestServer, type RestServer } from './http/server.ts'
import type { Transport } from './http/transport.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import type { Log } from './log.ts'
import { createModelAsker } from './model-asker.ts'
import { createAuthenticator } from './operations/authenticate.ts'
import type { Services } from './operations/context.ts'
import { createDispatcher } from './operations/handle.ts'
import { handlers } from './operations/handlers.ts'
import { createReadyScores } from './operations/ready-scores.ts'
import { readyScores } from './operations/scores.ts'
import { createMeter } from './operations/metering.ts'
import { AUDITED_DOMAINS, auditSite } from './pipeline/audit-site.ts'
import type { SiteDoor } from './pipeline/fetch-site.ts'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound/outbound.ts'
import { collect } from './pipeline/collect.ts'
import { createCrowd } from './pipeline/crowd.ts'
import { deliver, type Delivering } from './pipeline/deliver.ts'
import type { Pipeline } from './pipeline/context.ts'
import { extract, reExtract } from './pipeline/extract.ts'
import { tellMoves } from './pipeline/moves.ts'
import { judge } from './pipeline/judge.ts'
import { recommend } from './pipeline/recommend.ts'
import { score } from './pipeline/score.ts'
import { startRun } from './pipeline/start-run.ts'
import { createPace } from './pipeline/pace.ts'
import { createSkewAlarm } from './pipeline/skew.ts'
import { createStops } from './pipeline/stops.ts'
import { checkTarget } from './outbound/target.ts'
import { tendWebhooks } from './pipeline/tend-webhooks.ts'
import type { ModelAddresses } from './platforms/model.ts'
import type { Platform } from './platforms/platform.ts'
import { estimatedUsd } from './platforms/estimates.ts'
import { createSender } from './platforms/send.ts'
import { readSource } from './platforms/urls.ts'
import { runScheduled } from './scheduled.ts'
import { keepDatabaseClock } from './store/clock.ts'
import { openDatabase, type Database } from './store/database.ts'
import { createSealing } from './sealing.ts'
import { isUnavailable } from './store/errors.ts'

export type AppOptions = {
  /** Connection string of the application role. */
  url: string
  secret: string
  platforms: readonly Platform[]
  /** Slugs that the lab serves. */
  simulated?: ReadonlySet<string>
  log: Log
  version: string
  /** Whether the lab answers instead of platforms (default: no). */
  isDemo?: boolean
  /** Whether anybody may make an account (default: who is invited). */
  canSignUp?: boolean
  /** Folder of the built web application (default: there is none). */
  webFolder?: string | null
  /** Instead of the database's clock. */
  now?: () => Date
  /** Questions at once on each platform. */
  platformConcurrency?: number
  poolSize?: number
  /** Questions a minute to a platform by slug, in this process; without a pause where none is given. */
  perMinute?: ReadonlyMap<string, number>
  /** Where organizations' own models are asked; the providers' public addresses without it. */
  modelAddresses?: ModelAddresses
  /** Questions a run to an organization's own model. */
  judgeCallsARun?: number
  /** The way to brands' own sites; without it none is examined. */
  site?: SiteDoor
  /** How receivers of webhooks are reached, and which besides public ones: none in production. */
  outbound?: OutboundOptions
  /** Pause between the portions that a receiver gets which was away, in milliseconds. */
  deliveryBreathMs?: number
  /** How pauses towards platforms are made; they end at once when the app closes. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The house with its doors closed: open the REST door with `createRest`, let work be done with `startWork`. */
export type App = {
  database: Database
  services: Services
  dispatch: House['dispatch']
  createRest(transport?: Transport): RestServer
  /** @param isService whether this process speaks for the installation: a command beside it may lack its keys */
  startWork(options?: { isService: boolean }): Promise<Worker>
  close(): Promise<void>
}

/** The only place where things are joined. */
export function createApp(options: AppOptions): App {
  const { url, log, version } = options
  const stopping = new AbortController()
  // While it closes, a database that goes as well may be quicker than the good-byes: nothing is lost by that.
  const onError = (error: Error): void => {
    if (!stopping.signal.aborted) log.error('database.connection_lost', { error: error.message })
  }
  const database = openDatabase({ url, onError, ...(options.poolSize && { poolSize: options.poolSize }) })
  const clock = keepDatabaseClock(database.pool)
  const now = options.now ?? clock.now
  const outbound = createOutbound(options.outbound)
  const services = createServices(options, { database, outbound, signal: stopping.signal }, now)
  const dispatch = createDispatcher(services, handlers, readyScores)
  const closers: (() => Promise<void>)[] = []
  return {
    database,
    services,
    dispatch,
    createRest: (transport) => {
      const authenticator = createAuthenticator(services, url)
      closers.push(authenticator.close)
      const house: House = {
        authenticate: authenticator.authenticate,
        dispatch,
        meter: createMeter(services),
        web: { identity: createIdentity(services, identityOptionsOf(options)), folder: options.webFolder ?? null },
        ready: createReadyScores(),
        isReady: () => isReady(database),
        isUnavailable,
        now,
        newRequestId: () => services.newId('request'),
        log,
        version,
      }
      const rest = createRestServer(house, transport)
      rest.addHook('onReady', () => clock.isSet)
      return rest
    },
    startWork: async ({ isService } = { isService: false }) => {
      const pipeline = createPipeline(options, database, services, stopping.signal)
      const delivering = createDelivering(options, services, outbound, stopping.signal)
      const worker = await startWork(options, services, { pipeline, delivering }, isService)
      closers.unshift(worker.stop)
      return worker
    },
    close: async () => {
      stopping.abort()
      clock.close()
      for (const close of closers) await close()
      await outbound.close()
      await database.close()
    },
  }
}

const identityOptionsOf = ({ version, isDemo = false, canSignUp = false }: AppOptions): IdentityOptions => ({
  version,
  isDemo,
  canSignUp,
})

function createServices(
  options: AppOptions,
  { database, outbound, signal }: { database: Database; outbound: Outbound; signal: AbortSignal },
  now: () => Date,
): Services {
  const chance = createChance()
  const sealing = createSealing(options.secret)
  return {
    database,
    now,
    newId: (kind: IdKind, at?: Date) => newId(kind, (at ?? now()).getTime(), chance()),
    secret: options.secret,
    platforms: inCatalogueOrder(options.platforms).map((platform) => ({
      slug: platform.slug,
      provider: platform.provider,
      isSimulated: options.simulated?.has(platform.slug) ?? false,
      estimatedUsd: options.simulated?.has(platform.slug) ? 0 : estimatedUsd(platform.slug, platform.provider),
    })),
    readSource,
    checkTarget: (url) => checkTarget(url, options.outbound),
    findTarget: outbound.refusal,
    sealing,
    asker: createModelAsker(sealing, {
      ...createCollecting(options, signal),
      addresses: options.modelAddresses ?? PUBLIC_MODELS,
    }),
    auditedDomains: options.site ? AUDITED_DOMAINS : 0,
  }
}

/** Plans that include few platforms measure the first ones. */
const inCatalogueOrder = (platforms: readonly Platform[]): Platform[] =>
  catalogue.flatMap((entry) => platforms.filter((platform) => platform.slug === entry.slug))

function createPipeline(options: AppOptions, database: Database, services: Services, signal: AbortSignal): Pipeline {
  const collecting = createCollecting(options, signal)
  return {
    database,
    now: services.now,
    newId: services.newId,
    platforms: new Map(options.platforms.map((platform) => [platform.slug, platform])),
    simulated: options.simulated ?? new Set(),
    collecting,
    pace: createPace({
      perMinute: options.perMinute ?? new Map(),
      nowMs: () => performance.now(),
      sleep: collecting.sleep,
    }),
    stops: createStops((platform, failure) =>
      options.log.error('platform.stopped', { platform, code: failure.code, detail: failure.detail }),
    ),
  }
}

function createCollecting({ sleep = sleepUntilAborted }: AppOptions, signal: AbortSignal): Pipeline['collecting'] {
  return {
    send: createSender(),
    sleep: (milliseconds) => sleep(milliseconds, signal),
    random: Math.random,
    now: () => performance.now(),
    // A longer pause is the queue's: the worker asks something else meanwhile.
    maxWaitMs: 5_000,
    signal,
  }
}

const PUBLIC_MODELS: ModelAddresses = { openai: 'https://api.openai.com', anthropic: 'https://api.anthropic.com' }

/** Endpoints that are sent to at once by this process, and those of one organization among them. */
const DELIVERIES_AT_ONCE = { deliver: 100, 'deliver-again': 50 }
const SHARE_OF_ORGANIZATION = 0.25
/** What is being sent when the process stops may still be answered. */
const LAST_ANSWERS_MS = 5_000

function createDelivering(
  options: AppOptions,
  { database, now, sealing }: Services,
  outbound: Outbound,
  stopping: AbortSignal,
): Delivering {
  const ending = new AbortController()
  stopping.addEventListener('abort', () => globalThis.setTimeout(() => ending.abort(), LAST_ANSWERS_MS).unref())
  return {
    database,
    senderId: randomUUID(),
    now,
    sealing,
    outbound,
    userAgent: `Sightline/${options.version} (webhooks)`,
    chance: Math.random,
    crowd: {
      prompt: createCrowd(DELIVERIES_AT_ONCE.deliver * SHARE_OF_ORGANIZATION),
      patient: createCrowd(DELIVERIES_AT_ONCE['deliver-again'] * SHARE_OF_ORGANIZATION),
    },
    stopping,
    breathMs: options.deliveryBreathMs ?? 1_000,
    signal: ending.signal,
    watchSkew: createSkewAlarm(Date.now, (milliseconds) => options.log.error('clock.skewed', { milliseconds })),
  }
}

const sleepUntilAborted = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {})

async function startWork(
  options: AppOptions,
  services: Services,
  { pipeline, delivering }: { pipeline: Pipeline; delivering: Delivering },
  isService: boolean,
): Promise<Worker> {
  const concurrency = options.platformConcurrency ?? 6
  // Each runner keeps one connection to hear of new jobs.
  const pool = new Pool({
    connectionString: options.url,
    max: options.platforms.length + 16,
    application_name: 'sightline queue',
  })
  const onLost = (error: Error): void => options.log.error('queue.connection_lost', { error: error.message })
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  const worker = await startWorker({
    database: services.database,
    pool,
    url: options.url,
    work: {
      'start-run': (payload) => startRun(pipeline, payload),
      collect: (payload) => collect(pipeline, payload),
      extract: (payload) => extract(pipeline, payload),
      're-extract': (payload) => reExtract(pipeline, payload),
      judge: (payload) => judge({ ...pipeline, asker: services.asker, callsARun: options.judgeCallsARun }, payload),
      score: (payload) => score(pipeline, payload),
      recommend: (payload) => recommend(pipeline, payload),
      moves: (payload) => tellMoves(pipeline, payload),
      'audit-site': (payload) => auditSite({ ...pipeline, site: options.site ?? null }, payload),
      'scheduled-run': (payload) => runScheduled(services, payload),
      'tend-webhooks': (payload) => tendWebhooks(pipeline, payload),
      deliver: (payload) => deliver(delivering, payload, 'prompt'),
      'deliver-again': (payload) => deliver(delivering, payload, 'patient'),
    },
    platforms: options.platforms.map(({ slug }) => ({ slug, concurrency })),
    absentPlatforms: isService ? catalogue.map(({ slug }) => slug).filter((slug) => !pipeline.platforms.has(slug)) : [],
    senderId: delivering.senderId,
    deliveries: DELIVERIES_AT_ONCE,
    concurrency: 4,
    onError: (event, facts) => options.log.error(event, facts),
  })
  return {
    stop: async () => {
      await worker.stop()
      await pool.end()
    },
  }
}

async function isReady(database: Database): Promise<boolean> {
  return sql`select 1`.execute(database.directory).then(
    () => true,
    () => false,
  )
}
