import type { AnyOperation, AskedOf, OutputOf } from '@sightline/sdk'
import { createApp, type App } from '../app.ts'
import type { Config } from '../config.ts'
import { openInstallation, type Installation, type RetryPolicy } from '../wiring/installation.ts'
import { interruptible } from '../base/interruption.ts'
import { watchSpace } from '../base/disk-space.ts'
import { createLog, type Log } from '../base/log.ts'
import { openPlatforms, type OpenPlatforms } from '../wiring/platforms.ts'
import { createOutbound } from '../base/outbound/outbound.ts'
import { insideCaller } from '../operations/measuring/scheduled.ts'
import { webFolder } from '../http/web-folder.ts'
import type { Context } from '../operations/context.ts'
import type { Telemetry } from '../base/telemetry/telemetry.ts'
import type { Terminal } from './terminal.ts'

/** What every command has at hand. */
export type Shell = { config: Config; terminal: Terminal; version: string }

/** The installation opened for one command, with the service on top of it. */
export type OpenApp = {
  installation: Installation
  platforms: OpenPlatforms
  app: App
  log: Log
  close(): Promise<void>
}

export type OpenAppOptions = {
  isDemo?: boolean
  /** It listens to the signals itself, and ends in its own order. */
  stopsItself?: boolean
  telemetry?: Telemetry | null
  /** With a database that starts later; a command at a terminal has none. */
  retryPolicy?: RetryPolicy
}

/** Of a page of a brand's own site, in bytes: more is not read. */
const PAGE_LIMITS = { readBytes: 2 * 1024 * 1024, keptBytes: 2 * 1024 * 1024 }

/** Opens the database (joining a running one on the same data folder) and the platforms, and closes both at the end. */
export const openApp = (shell: Shell, options: OpenAppOptions = {}): Promise<OpenApp> =>
  options.stopsItself ? openedApp(shell, options) : interruptible(() => openedApp(shell, options))

async function openedApp({ config, terminal, version }: Shell, options: OpenAppOptions): Promise<OpenApp> {
  const log = createLog(config.log, (line) => terminal.err(`${line}\n`), config.secrets)
  const platforms = await openPlatforms(config, options.isDemo ?? false)
  const installation = await openInstallation(config, options.retryPolicy).catch(async (error: unknown) => {
    await platforms.close()
    throw error
  })
  // The brand of a demo has no site.
  const site = config.auditsSites && !platforms.lab ? createOutbound({ limits: PAGE_LIMITS }) : undefined
  const app = createApp({
    url: installation.url,
    ownerUrl: installation.ownerUrl,
    secret: installation.secret,
    space: installation.dir === null ? null : await watchSpace({ path: installation.dir, log }),
    ...platforms,
    log,
    telemetry: options.telemetry ?? null,
    version,
    isDemo: platforms.lab !== null,
    canSignUp: config.canSignUp,
    ownersUpgrade: config.ownersUpgrade,
    publicUrl: config.publicUrl,
    provider: config.singleSignOn,
    webFolder: await webFolder(),
    ...(site && { site }),
    outbound: { allowsLoopbackHttp: config.allowsInsecureWebhooks },
    platformConcurrency: config.platformConcurrency,
    modelAddresses: config.modelAddresses,
    // The lab refuses nobody, and a demo should not take its time.
    perMinute: platforms.lab ? new Map() : config.perMinute,
  })
  const close = async (): Promise<void> => {
    await app.close()
    await site?.close()
    await installation.close()
    await platforms.close()
  }
  return { installation, platforms, app, log, close }
}

export async function withApp<Result>(
  shell: Shell,
  work: (opened: OpenApp) => Promise<Result>,
  options: OpenAppOptions = {},
): Promise<Result> {
  const opened = await openApp(shell, options)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/**
 * One operation for an organization, through the door that every caller takes, as the operator: with an owner's rights.
 * @param address of the service, for links that an answer holds
 */
export async function operate<Op extends AnyOperation>(
  { database, dispatch }: Pick<App, 'database' | 'dispatch'>,
  organizationId: string,
  operation: Op,
  asked: AskedOf<Op> = {},
  address = 'http://127.0.0.1/',
): Promise<OutputOf<Op>> {
  const caller = await insideCaller(database.reader(organizationId), organizationId, { kind: 'commandLine' })
  const input = { params: asked.params ?? {}, query: asked.query ?? {}, body: asked.body }
  const { output } = await dispatch({ operation, caller, input, address })
  // The dispatcher held it against this operation's schema.
  return output as OutputOf<Op>
}

/** Runs part of an operation for an organization as the command line, in one transaction. */
export async function asCommandLine<Result>(
  app: App,
  organizationId: string,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { services, database } = app
  return database.transaction(organizationId, async (db) => {
    const caller = await insideCaller(db, organizationId, { kind: 'commandLine' })
    return work({ db, caller, now: services.now(), services, address: '' })
  })
}
