import type { AppOptions } from './wiring/options.ts'
import { newId, platforms as catalogue, type IdKind } from '@sightline/sdk'
import { sql } from 'kysely'
import { createRandom } from './base/random.ts'
import { createCollecting, createDelivering, createPipeline, startWork } from './wiring/work.ts'
import { instrument } from './wiring/instrumentation.ts'
import { EXTRACTION_VERSION } from './engine/reading/extraction/extract.ts'
import type { HttpDependencies } from './http/dependencies.ts'
import type { IdentityOptions } from './identity/context.ts'
import { createIdentity } from './identity/identity.ts'
import { createOidcClient } from './identity/oidc-client.ts'
import { createRestServer, type RestServer } from './http/server.ts'
import type { Transport } from './http/transport.ts'
import { type Worker } from './base/queue/worker.ts'
import { createModelClient } from './models/model-client.ts'
import { createAuthenticator, type Authenticator } from './operations/accounts/authenticate.ts'
import type { Services } from './operations/context.ts'
import { createDispatcher } from './operations/dispatcher.ts'
import { handlers } from './operations/handlers.ts'
import { createScoreResponseCache } from './operations/scoring/score-response-cache.ts'
import { readyScores } from './operations/scoring/scores.ts'
import { createMeter } from './operations/accounts/metering.ts'
import { AUDITED_DOMAINS } from './pipeline/advising/audit-site.ts'
import { pausing } from './base/queue/pausing.ts'
import { createOutbound, type Outbound } from './base/outbound/outbound.ts'
import { appointRenewals } from './pipeline/reading/renew.ts'
import { checkTarget } from './base/outbound/target.ts'
import type { ModelAddresses } from './platforms/model.ts'
import type { Platform } from './platforms/platform.ts'
import { estimatedUsd } from './platforms/estimates.ts'
import { readSource } from './platforms/urls.ts'
import { keepDatabaseClock } from './base/db/clock.ts'
import { countJobs } from './base/queue/peek.ts'
import { openDatabase, type Database } from './base/db/database.ts'
import { createEncryption } from './base/encryption.ts'
import { isDiskFull, isUnavailable } from './base/db/errors.ts'
import { openTextThreads, type TextReading, type TextThreads } from './threads/text-threads.ts'
import type { Gauges } from './base/telemetry/metrics.ts'

/** The service before it listens or works: `createRest` opens the API, `startWork` does jobs. */
export type App = {
  database: Database
  services: Services
  threads: TextThreads
  dispatch: HttpDependencies['dispatch']
  createRest(transport?: Transport): RestServer
  /** Tells commands on the same database where this process is reached: links that they print start with it. */
  announce(address: string): void
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

/** What a job reads while the process stops is read to its end, unless it takes long: then the job is done after the next start. */
const LAST_TEXTS_MS = 2_000

/** The only place where things are joined. */
export function createApp(options: AppOptions): App {
  const { url, log, version } = options
  const stopping = new AbortController()
  // While it closes, a database that goes as well may be quicker than the good-byes: nothing is lost by that.
  const onError = (error: Error): void => {
    if (!stopping.signal.aborted) log.error('database.connection_lost', { error: error.message })
  }
  const observed = instrument(options.telemetry)
  const { poolSize, databaseLimits: limits } = options
  const database = observed.database(
    openDatabase({ url, onError, ...(poolSize && { poolSize }), ...(limits && { limits }) }),
  )
  const clock = keepDatabaseClock(database.pool)
  const now = options.now ?? clock.now
  const outbound = createOutbound(options.outbound)
  const threads = openTextThreads(log, options.textThreads)
  const services = createServices(
    options,
    { database, outbound, threads: threads.urgent, signal: stopping.signal },
    now,
  )
  const dispatch = createDispatcher(services, handlers, readyScores)
  const { extractionVersion = EXTRACTION_VERSION } = options
  const closers: (() => Promise<void>)[] = []
  const announcers: Authenticator['announce'][] = []
  let isDraining = false
  const { space = null } = options
  const storage = (): 'low' | 'exhausted' | null => {
    const level = space?.level() ?? 'enough'
    return level === 'enough' ? null : level
  }
  const ready = async (): Promise<boolean> => !isDraining && isReady(database)
  return {
    database,
    services,
    threads,
    dispatch,
    renewAnswers: (ids) => appointRenewals({ database, extractionVersion }, ids),
    createRest: (transport) => {
      const authenticator = createAuthenticator(services, url)
      closers.push(authenticator.close)
      announcers.push(authenticator.announce)
      const dependencies: HttpDependencies = {
        authenticate: authenticator.authenticate,
        dispatch,
        meter: observed.meter(createMeter(services)),
        web: { identity: createIdentity(services, identityOptionsOf(options)), folder: options.webFolder ?? null },
        ready: createScoreResponseCache(),
        isReady: ready,
        isDraining: () => isDraining,
        telemetry: options.telemetry,
        isUnavailable,
        isDiskFull,
        storage,
        now,
        newRequestId: () => services.newId('request'),
        log,
        version,
        publicUrl: options.publicUrl,
        apiVersions: options.apiVersions,
      }
      const rest = createRestServer(dependencies, transport)
      rest.addHook('onReady', () => clock.isSet)
      return rest
    },
    announce: (address) => {
      for (const announce of announcers) announce(options.publicUrl ?? address)
    },
    gauges: (role) => ({
      role,
      version,
      isReady: ready,
      storage,
      disk: () => space?.space() ?? null,
      queue: () => countJobs(database.systemDb),
      pool: () => {
        const { totalCount: total, idleCount: idle, waitingCount: waiting } = database.pool
        return { total, idle, waiting }
      },
    }),
    drain: () => {
      isDraining = true
    },
    startWork: async ({ isService } = { isService: false }) => {
      const pipeline = createPipeline(options, database, { services, threads }, stopping.signal)
      const delivering = createDelivering(options, services, outbound, stopping.signal)
      // Until then the time is this machine's.
      await clock.isSet
      const worker = await pausing(() => startWork(options, services, { pipeline, delivering }, isService), space)
      closers.unshift(worker.stop)
      return worker
    },
    close: async () => {
      stopping.abort()
      clock.close()
      space?.close()
      const late = setTimeout(() => void threads.close(), LAST_TEXTS_MS)
      for (const close of closers) await close()
      clearTimeout(late)
      await threads.close()
      await outbound.close()
      await database.close()
    },
  }
}

const identityOptionsOf = ({ version, isDemo = false, canSignUp = false, provider }: AppOptions): IdentityOptions => ({
  version,
  isDemo,
  canSignUp,
  provider: provider ? createOidcClient(provider) : null,
})

function createServices(
  options: AppOptions,
  {
    database,
    outbound,
    threads,
    signal,
  }: { database: Database; outbound: Outbound; threads: TextReading; signal: AbortSignal },
  now: () => Date,
): Services {
  const chance = createRandom()
  const encryption = createEncryption(options.secret)
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
    ownersUpgrade: options.ownersUpgrade ?? true,
    isDiskFull: () => options.space?.level() === 'exhausted',
    encryption,
    asker: createModelClient(encryption, {
      ...createCollecting(options, signal),
      addresses: options.modelAddresses ?? PUBLIC_MODELS,
      threads,
    }),
    threads,
    auditedDomains: options.site ? AUDITED_DOMAINS : 0,
  }
}

/** Plans that include few platforms measure the first ones. */
const inCatalogueOrder = (platforms: readonly Platform[]): Platform[] =>
  catalogue.flatMap((entry) => platforms.filter((platform) => platform.slug === entry.slug))

const PUBLIC_MODELS: ModelAddresses = { openai: 'https://api.openai.com', anthropic: 'https://api.anthropic.com' }

async function isReady(database: Database): Promise<boolean> {
  return sql`select 1`.execute(database.systemDb).then(
    () => true,
    () => false,
  )
}
