import { homedir } from 'node:os'
import { join } from 'node:path'
import { jsonFormat, tomlFormat, type Format } from './formats.ts'

/** A program whose settings this server can be added to. */
export type Client = {
  name: string
  title: string
  /** Its settings of the present user. */
  file(environment: Environment, platform: NodeJS.Platform): string
  format: Format
  /** What stands for the key where the client asks its user for it; null: it stores the key itself. */
  asksForKey: string | null
}
type Environment = Record<string, string | undefined>

/** Where programs keep the settings of a user, by system. */
function settingsFolder(environment: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32') return environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
}

/** What VS Code asks its user for, and what stands for the answer. */
export const vscodeKeyInput = {
  type: 'promptString',
  id: 'sightline-api-key',
  description: 'Sightline API key',
  password: true,
}
export const VSCODE_KEY = `\${input:${vscodeKeyInput.id}}`

export const clients: readonly Client[] = [
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    file: (environment, platform) =>
      join(settingsFolder(environment, platform), 'Claude', 'claude_desktop_config.json'),
    format: jsonFormat('mcpServers'),
    asksForKey: null,
  },
  {
    name: 'cursor',
    title: 'Cursor',
    file: () => join(homedir(), '.cursor', 'mcp.json'),
    format: jsonFormat('mcpServers'),
    asksForKey: null,
  },
  {
    name: 'vscode',
    title: 'VS Code',
    file: (environment, platform) => join(settingsFolder(environment, platform), 'Code', 'User', 'mcp.json'),
    format: jsonFormat('servers', { type: 'stdio' }, [vscodeKeyInput]),
    asksForKey: VSCODE_KEY,
  },
  {
    name: 'codex',
    title: 'Codex',
    file: (environment) => join(environment['CODEX_HOME'] ?? join(homedir(), '.codex'), 'config.toml'),
    format: tomlFormat('mcp_servers'),
    asksForKey: null,
  },
]
export const clientNames = clients.map(({ name }) => name)
