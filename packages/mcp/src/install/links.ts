import type { Settings } from '../settings.ts'
import { blockFor } from './block.ts'
import { VSCODE_KEY, vscodeKeyInput } from './clients.ts'
import type { Launcher } from './launcher.ts'

/** Addresses that make an editor offer to add this server. No key is in them: addresses are kept in histories. */
export function deepLinks(launcher: Launcher, settings: Settings): { cursor: string; vscode: string } {
  const cursor = blockFor({ asksForKey: '${env:SERVICE_API_KEY}' }, launcher, settings)
  const vscode = {
    name: 'sightline',
    type: 'stdio',
    ...blockFor({ asksForKey: VSCODE_KEY }, launcher, settings),
    inputs: [vscodeKeyInput],
  }
  const config = encodeURIComponent(Buffer.from(JSON.stringify(cursor)).toString('base64'))
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=sightline&config=${config}`,
    vscode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(vscode))}`,
  }
}
