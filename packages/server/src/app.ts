import { newId, platforms as catalogue, type ApiVersions, type IdKind } from '@sightline/sdk'
import { sql } from 'kysely'
import { createChance } from './chance.ts'
import { createCollecting, createDelivering, createPipeline, startWork } from './work.ts'
import { observing } from './observed.ts'
import { EXTRACTION_VERSION } from './engine/reading/extract.ts'
import type { House } from './http/doors.ts'
import type { IdentityOptions } from './identity/context.ts'
import { createIdentity } from './identity/identity.ts'
import { createProvider, type ProviderOptions } from './identity/provider.ts'
import { createRestServer, type RestServer } from './http/server.ts'
import type { Transport } from './http/transport.ts'
import { type Worker } from './jobs/worker.ts'
import type { Log } from './log.ts'
import { createModelAsker } from './model-asker.ts'
import { createAuthenticator } from './operations/authenticate.ts'
import type { Services } from './operations/context.ts'
import { createDispatcher } from './operations/handle.ts'
import { handlers } from './operations/handlers.ts'
import { createReadyScores } from './operations/ready-scores.ts'
import { readyScores } from './operations/scores.ts'
import { createMeter } from './operations/metering.ts'
import { AUDITED_DOMAINS } from './pipeline/audit-site.ts'
import type { SiteDoor } from './pipeline/fetch-site.ts'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound/outbound.ts'
import { appointRenewals } from './pipeline/renew.ts'
import { checkTarget } from './outbound/target.ts'
import type { ModelAddresses } from './platforms/model.ts'
import type { Platform } from './platforms/platform.ts'
import { estimatedUsd } from './platforms/estimates.ts'
import { readSource } from './platforms/urls.ts'
import { keepDatabaseClock } from './store/clock.ts'
import { queueStanding } from './store/queue.ts'
import { openDatabase, type Database, type DatabaseLimits } from './store/database.ts'
import { createSealing } from './sealing.ts'
import { isUnavailable } from './store/errors.ts'
import type { Gauges } from './telemetry/metrics.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export type AppOptions = {
  /** Connection string of the application role. */
  url: string
  /** Of the tables' owner: whoever has it makes the parts of the months to come. */
  ownerUrl?: string
  secret: string
  platforms: readonly Platform[]
  /** Slugs that the lab serves. */
  simulated?: ReadonlySet<string>
  log: Log
  /** Who is told what happens; nobody when left out. */
  telemetry?: Telemetry | null
  version: string
  /** Whether the lab answers instead of platforms (default: no). */
  isDemo?: boolean
  /** Whether anybody may make an account (default: who is invited). */
  canSignUp?: boolean
  /** Where people reach the web application, for links in messages (default: there are none). */
  publicUrl?: string | null
  /** Of single sign-on (default: there is none). */
  provider?: ProviderOptions | undefined
  /** Folder of the built web application (default: there is none). */
  webFolder?: string | null
  /** Instead of the database's clock. */
  now?: () => Date
  /** Questions at once on each platform. */
  platformConcurrency?: number
  poolSize?: number
  /** How long the database may take; shorter in tests only. */
  databaseLimits?: DatabaseLimits | undefined
  /** Questions a minute to a platform by slug, in this process; without a pause where none is given. */
  perMinute?: ReadonlyMap<string, number>
  /** Where organizations' own models are asked; the providers' public addresses without it. */
  modelAddresses?: ModelAddresses
  /** Questions a run to an organization's own model. */
  judgeCallsARun?: number
  /** What is declared of the API's versions (default: the contract's). */
  apiVersions?: ApiVersions | undefined
  /** Of the detector; another one in tests only. */
  extractionVersion?: number
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
  /** What operators look at. */
  gauges(role: string): Gauges
  /** From now on this process says that it is not ready, and asks callers to close their connections. */
  drain(): void
  /** @param isService whether this process speaks for the installation: a command beside it may lack its keys */
  startWork(options?: { isService: boolean }): Promise<Worker>
  /** Lets the answers of some organizations that an older detector looked through be looked through anew. @returns of how many brands */
  renewAnswers(organizationIds: readonly string[]): Promise<number>
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
  const observed = observing(options.telemetry)
  const { poolSize, databaseLimits: limits } = options
  const database = observed.database(
    openDatabase({ url, onError, ...(poolSize && { poolSize }), ...(limits && { limits }) }),
  )
  const clock = keepDatabaseClock(database.pool)
  const now = options.now ?? clock.now
  const outbound = createOutbound(options.outbound)
  const services = createServices(options, { database, outbound, signal: stopping.signal }, now)
  const dispatch = createDispatcher(services, handlers, readyScores)
  const { extractionVersion = EXTRACTION_VERSION } = options
  const closers: (() => Promise<void>)[] = []
  let isDraining = false
  const ready = async (): Promise<boolean> => !isDraining && isReady(database)
  return {
    database,
    services,
    dispatch,
    renewAnswers: (ids) => appointRenewals({ database, extractionVersion }, ids),
    createRest: (transport) => {
      const authenticator = createAuthenticator(services, url)
      closers.push(authenticator.close)
      const house: House = {
        authenticate: authenticator.authenticate,
        dispatch,
        meter: observed.meter(createMeter(services)),
        web: { identity: createIdentity(services, identityOptionsOf(options)), folder: options.webFolder ?? null },
        ready: createReadyScores(),
        isReady: ready,
        isDraining: () => isDraining,
        telemetry: options.telemetry,
        isUnavailable,
        now,
        newRequestId: () => services.newId('request'),
        log,
        version,
        apiVersions: options.apiVersions,
      }
      const rest = createRestServer(house, transport)
      rest.addHook('onReady', () => clock.isSet)
      return rest
    },
    gauges: (role) => ({
      role,
      version,
      isReady: ready,
      queue: () => queueStanding(database.directory),
      pool: () => {
        const { totalCount: total, idleCount: idle, waitingCount: waiting } = database.pool
        return { total, idle, waiting }
      },
    }),
    drain: () => {
      isDraining = true
    },
    startWork: async ({ isService } = { isService: false }) => {
      const pipeline = createPipeline(options, database, services, stopping.signal)
      const delivering = createDelivering(options, services, outbound, stopping.signal)
      // Until then the time is this machine's.
      await clock.isSet
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

const identityOptionsOf = ({ version, isDemo = false, canSignUp = false, provider }: AppOptions): IdentityOptions => ({
  version,
  isDemo,
  canSignUp,
  provider: provider ? createProvider(provider) : null,
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
    publicUrl: options.publicUrl ?? null,
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

const PUBLIC_MODELS: ModelAddresses = { openai: 'https://api.openai.com', anthropic: 'https://api.anthropic.com' }

async function isReady(database: Database): Promise<boolean> {
  return sql`select 1`.execute(database.directory).then(
    () => true,
    () => false,
  )
}
