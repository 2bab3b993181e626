import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import { createHouse } from './house.ts'
import { readLoopback, serveHttp } from './http.ts'
import { blockFor } from './install/block.ts'
import { clientNames, clients } from './install/clients.ts'
import { install } from './install/install.ts'
import type { Launcher } from './install/launcher.ts'
import { deepLinks } from './install/links.ts'
import { serveProcessStdio } from './stdio.ts'
import { readSettings, type Settings } from './settings.ts'

export type CommandLine = {
  args: string[]
  environment: Record<string, string | undefined>
  /** How a host is to start this program. */
  launcher: Launcher
  /** For what a person asked; while the protocol is spoken, stdout is its alone. */
  out(text: string): void
  err(text: string): void
}

const HELP = `Usage: sightline-mcp [command] [options]

Without a command: speaks MCP on stdin and stdout, with the key in SERVICE_API_KEY.

Commands:
  install --client <name>   add this server to a client: ${clientNames.join(', ')}
  config [--client <name>]  print what install would write, and links for editors

Options:
  --read-only       offer only tools that change nothing (install, config)
  --dry-run         only say what install would write
  --http <port>     speak MCP over HTTP on this machine instead, for tests
  --version, --help
`

/** One start of the program. @returns its exit code; null while it serves */
export async function runCommand(line: CommandLine): Promise<number | null> {
  const asked = readArguments(line.args)
  if ('fault' in asked) return fail(line, asked.fault)
  const { values, positionals } = asked
  if (values.help) return say(line, HELP)
  if (values.version) return say(line, `${manifest.version}\n`)
  const [command, ...rest] = positionals
  if (rest.length > 0 || (command !== undefined && command !== 'install' && command !== 'config'))
    return fail(line, `There is no command ${positionals.join(' ')}.`)
  const settings = readSettings({ ...line.environment, ...(values['read-only'] && { SERVICE_READ_ONLY: '1' }) })
  if (command === 'config') return printConfig(line, settings, values.client)
  if (command === 'install') return installInto(line, settings, values.client, values['dry-run'] ?? false)
  return serve(line, settings, values.http)
}

const options = {
  client: { type: 'string' },
  'read-only': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  http: { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'These options are not understood.' }
  }
}

async function serve(line: CommandLine, settings: Settings, http: string | undefined): Promise<number | null> {
  const door = http === undefined ? undefined : readLoopback(http)
  if (door === null)
    return fail(line, `--http takes a port of this machine, for example 39113 or 127.0.0.1:39113; not ${http}.`)
  const log = (text: string): void => line.err(`sightline-mcp: ${text}\n`)
  for (const fault of settings.faults) log(fault)
  const house = createHouse(settings, manifest.version, log)
  // Asked now and waited for when it is needed: the greeting does not depend on it.
  void house.access.whoCalls()
  if (door === undefined) serveProcessStdio(house)
  else log(`listening on ${(await serveHttp(house, door)).address}`)
  return null
}

async function installInto(
  line: CommandLine,
  settings: Settings,
  name: string | undefined,
  isDryRun: boolean,
): Promise<number> {
  const client = clients.find((entry) => entry.name === name)
  if (!client) return fail(line, `Say which client with --client: ${clientNames.join(', ')}.`)
  if (settings.apiKey === null && !client.asksForKey)
    return fail(line, `Set SERVICE_API_KEY to your API key first: ${client.title} keeps it in its own settings.`)
  const outcome = await install(client, blockFor(client, line.launcher, settings), line.environment, isDryRun)
  if (outcome.isRefused) return fail(line, outcome.says)
  return say(line, outcome.says)
}

function printConfig(line: CommandLine, settings: Settings, name: string | undefined): number {
  const chosen = name === undefined ? clients : clients.filter((client) => client.name === name)
  if (chosen.length === 0) return fail(line, `There is no client ${name}. Clients: ${clientNames.join(', ')}.`)
  const blocks = chosen.map(
    (client) =>
      `${client.title}\n${client.format.whole(blockFor(client, line.launcher, { ...settings, apiKey: null }))}`,
  )
  const links = deepLinks(line.launcher, settings)
  return say(line, `${blocks.join('\n')}\nCursor link\n${links.cursor}\n\nVS Code link\n${links.vscode}\n`)
}

function say(line: CommandLine, text: string): 0 {
  line.out(text)
  return 0
}

function fail(line: CommandLine, fault: string): 2 {
  line.err(`${fault}\n(add --help for the options)\n`)
  return 2
}
