import type { Settings } from '../settings.ts'
import { blockFor } from './block.ts'
import { clients } from './clients.ts'
import type { Launcher } from './launcher.ts'

/** Addresses that make an editor offer to add this server. No key is in them: addresses are kept in histories. */
export function deepLinks(launcher: Launcher, settings: Settings): { cursor: string; vscode: string } {
  const cursor = blockFor({ asksForKey: '${env:SERVICE_API_KEY}' }, launcher, settings)
  const asksForKey = clients.find(({ name }) => name === 'vscode')?.asksForKey ?? null
  const vscode = {
    name: 'sightline',
    type: 'stdio',
    ...blockFor({ asksForKey }, launcher, settings),
    inputs: [{ type: 'promptString', id: 'sightline-api-key', description: 'Sightline API key', password: true }],
  }
  const config = encodeURIComponent(Buffer.from(JSON.stringify(cursor)).toString('base64'))
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=sightline&config=${config}`,
    vscode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(vscode))}`,
  }
}
