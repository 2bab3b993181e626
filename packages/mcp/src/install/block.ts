import type { Block } from './formats.ts'
import { LOCAL_SERVER, type Settings } from '../settings.ts'
import type { Client } from './clients.ts'
import type { Launcher } from './launcher.ts'

export const PLACEHOLDER = 'sl_live_…'

/** The key as it is where the client can only store it; else the way the client asks its user for it. */
export function blockFor(client: Pick<Client, 'asksForKey'>, launcher: Launcher, settings: Settings): Block {
  return {
    ...launcher,
    env: {
      SERVICE_API_KEY: client.asksForKey ?? settings.apiKey ?? PLACEHOLDER,
      ...(settings.baseUrl !== LOCAL_SERVER && { SERVICE_BASE_URL: settings.baseUrl }),
      ...(settings.isReadOnly && { SERVICE_READ_ONLY: '1' }),
      ...(settings.toolsets && { SERVICE_TOOLSETS: [...settings.toolsets].join(',') }),
    },
  }
}
