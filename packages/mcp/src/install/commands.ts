import type { Settings } from '../settings.ts'
import { blockFor } from './block.ts'
import { clientNames, clients } from './clients.ts'
import { install, type InstallResult } from './install.ts'
import type { Launcher } from './launcher.ts'
import { deepLinks } from './links.ts'

/** `install --client …` */
export async function installInto(
  name: string | undefined,
  launcher: Launcher,
  settings: Settings,
  environment: Record<string, string | undefined>,
  isDryRun: boolean,
): Promise<InstallResult> {
  const client = clients.find((entry) => entry.name === name)
  if (!client) return { refused: true, text: `Say which client with --client: ${clientNames.join(', ')}.` }
  if (settings.apiKey === null && client.asksForKey === null)
    return {
      refused: true,
      text: `Set SERVICE_API_KEY to your API key first: ${client.title} keeps it in its settings.`,
    }
  return install(client, blockFor(client, launcher, settings), environment, isDryRun)
}

/** `config`: what `install` would write, without the key, and links that make an editor offer it. */
export function configFor(name: string | undefined, launcher: Launcher, settings: Settings): InstallResult {
  const chosen = name === undefined ? clients : clients.filter((client) => client.name === name)
  if (chosen.length === 0)
    return { refused: true, text: `There is no client ${name}. Clients: ${clientNames.join(', ')}.` }
  const keyless = { ...settings, apiKey: null }
  const blocks = chosen.map((client) => `${client.title}\n${client.format.whole(blockFor(client, launcher, keyless))}`)
  const { cursor, vscode } = deepLinks(launcher, keyless)
  return { refused: false, text: `${blocks.join('\n')}\nCursor link\n${cursor}\n\nVS Code link\n${vscode}\n` }
}
