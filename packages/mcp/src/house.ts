import { createClient, type Client } from '@sightline/sdk'
import { createAccess, type Access } from './access.ts'
import { createBrandNames, type BrandNames } from './names.ts'
import type { Settings } from './settings.ts'

/** What every answer is made with; one for the process. */
export type House = {
  settings: Settings
  api: Client
  access: Access
  brands: BrandNames
}

export function createHouse(settings: Settings, log: (line: string) => void): House {
  const api = createClient({ baseUrl: settings.baseUrl, apiKey: settings.apiKey ?? 'none' })
  return { settings, api, access: createAccess(api, settings, log), brands: createBrandNames(() => Date.now()) }
}
