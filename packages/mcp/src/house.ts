import { createClient, type Client } from '@sightline/sdk'
import { createAccess, type Access } from './access.ts'
import { createBrandNames, type BrandNames } from './names.ts'
import type { Settings } from './settings.ts'

/** What lives as long as the process: made once, passed to every connection. */
export type House = {
  version: string
  settings: Settings
  api: Client
  access: Access
  brands: BrandNames
  /** One line on stderr: stdout belongs to the protocol. */
  log(line: string): void
  now(): number
}

export function createHouse(settings: Settings, version: string, log: (line: string) => void): House {
  const api = createClient({ baseUrl: settings.baseUrl, apiKey: settings.apiKey ?? 'none' })
  const now = (): number => Date.now()
  return { version, settings, api, access: createAccess(api, settings, log), brands: createBrandNames(now), log, now }
}
