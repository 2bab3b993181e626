export type ReadyBlock = { id: string; label: string; note: string; text: string }

/** What stands where a key belongs, until there is one. */
export const KEY_PLACEHOLDER = 'sl_live_…'

/** The key in the form each tool takes it, ready to be pasted. `base` is the API's address with its version. */
export function readyBlocks(key: string, base: string): ReadyBlock[] {
  return [
    {
      id: 'curl',
      label: 'curl',
      note: 'The first call, in a terminal.',
      text: `curl -s ${base}/visibility/scores \\\n  -H "Authorization: Bearer ${key}"`,
    },
    {
      id: 'environment',
      label: 'Environment variables',
      note: 'For the command line, the MCP server and scripts. Keep the file out of version control.',
      text: `SERVICE_API_KEY=${key}\nSERVICE_BASE_URL=${base}`,
    },
    {
      id: 'sdk',
      label: 'TypeScript SDK',
      note: 'Reads the two environment variables, so that no key stands in the code.',
      text: SDK,
    },
    ...mcpBlocks(key, base),
  ]
}

const SDK = `import { createClient } from '@sightline/sdk'

const client = createClient({
  baseUrl: process.env.SERVICE_BASE_URL,
  apiKey: process.env.SERVICE_API_KEY,
})
const { compositeScore, trend } = await client.getVisibilityScores()`

const VSCODE_INPUT = 'sightline-api-key'

/** The same settings that `sightline-mcp config` prints (packages/mcp/src/install), with the key in them. */
function mcpBlocks(key: string, base: string): ReadyBlock[] {
  const launch = { command: 'npx', args: ['-y', '@sightline/mcp'] }
  const env = { SERVICE_API_KEY: key, SERVICE_BASE_URL: base }
  const hosts = json({ mcpServers: { sightline: { ...launch, env } } })
  return [
    {
      id: 'claude-desktop',
      label: 'Claude Desktop',
      note: 'Settings → Developer → Edit config: add it to claude_desktop_config.json and restart.',
      text: hosts,
    },
    {
      id: 'claude-code',
      label: 'Claude Code',
      note: 'One command in a terminal.',
      text: `claude mcp add --transport stdio sightline \\\n  --env SERVICE_API_KEY=${key} \\\n  --env SERVICE_BASE_URL=${base} \\\n  -- npx -y @sightline/mcp`,
    },
    { id: 'cursor', label: 'Cursor', note: 'Add it to ~/.cursor/mcp.json.', text: hosts },
    {
      id: 'vscode',
      label: 'VS Code',
      note: 'Add it to the user’s mcp.json. VS Code asks for the key itself and keeps it safe, so it is not in here.',
      text: json({
        servers: {
          sightline: {
            type: 'stdio',
            ...launch,
            env: { ...env, SERVICE_API_KEY: `\${input:${VSCODE_INPUT}}` },
          },
        },
        inputs: [{ type: 'promptString', id: VSCODE_INPUT, description: 'Sightline API key', password: true }],
      }),
    },
    {
      id: 'codex',
      label: 'Codex',
      note: 'Add it to ~/.codex/config.toml.',
      text: `[mcp_servers.sightline]\ncommand = "npx"\nargs = ["-y", "@sightline/mcp"]\n\n[mcp_servers.sightline.env]\nSERVICE_API_KEY = "${key}"\nSERVICE_BASE_URL = "${base}"`,
    },
    {
      id: 'other',
      label: 'Another assistant',
      note: 'Most hosts take this. On Windows let "cmd" start it, with "/c", "npx" before the arguments.',
      text: hosts,
    },
  ]
}

const json = (value: object): string => JSON.stringify(value, null, 2)
