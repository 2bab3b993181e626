import { createApp, type App } from '../app.ts'
import type { Config } from '../config.ts'
import { openInstallation, type Installation } from '../installation.ts'
import { createLog, type Log } from '../log.ts'
import { openPlatforms, type OpenPlatforms } from '../open-platforms.ts'
import { insideCaller } from '../scheduled.ts'
import type { Context } from '../operations/context.ts'
import type { Terminal } from './terminal.ts'

/** What every command has at hand. */
export type Shell = { config: Config; terminal: Terminal; version: string }

/** The installation opened for one command, with the house on top of it. */
export type OpenHouse = {
  installation: Installation
  platforms: OpenPlatforms
  app: App
  log: Log
  close(): Promise<void>
}

export type HouseOptions = { isDemo?: boolean }

/** Opens the database (joining a running one on the same data folder) and the platforms, and closes both at the end. */
export async function openHouse({ config, terminal, version }: Shell, options: HouseOptions = {}): Promise<OpenHouse> {
  const log = createLog(config.log, (line) => terminal.err(`${line}\n`))
  const platforms = await openPlatforms(config, options.isDemo ?? false)
  const installation = await openInstallation(config).catch(async (error: unknown) => {
    await platforms.close()
    throw error
  })
  const app = createApp({
    url: installation.url,
    secret: installation.secret,
    ...platforms,
    log,
    version,
    platformConcurrency: config.platformConcurrency,
    // The lab refuses nobody, and a demo should not take its time.
    perMinute: platforms.lab ? new Map() : config.perMinute,
  })
  return {
    installation,
    platforms,
    app,
    log,
    close: async () => {
      await app.close()
      await installation.close()
      await platforms.close()
    },
  }
}

export async function withHouse<Result>(
  shell: Shell,
  work: (house: OpenHouse) => Promise<Result>,
  options: HouseOptions = {},
): Promise<Result> {
  const house = await openHouse(shell, options)
  try {
    return await work(house)
  } finally {
    await house.close()
  }
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
