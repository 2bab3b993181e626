import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import type { Launcher } from './install/launcher.ts'
import { createStart } from './start.ts'
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
  install --client <name>   add this server to a client: claude-desktop, cursor, vscode, codex
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
  if (command === undefined) return serve(line, settings, values.http)
  // Only when asked for: a host waits for the start.
  const { installInto, configFor } = await import('./install/commands.ts')
  const { refused, text } =
    command === 'config'
      ? configFor(values.client, line.launcher, settings)
      : await installInto(values.client, line.launcher, settings, line.environment, values['dry-run'] ?? false)
  return refused ? fail(line, text) : say(line, text)
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
  const log = (text: string): void => line.err(`sightline-mcp: ${text}\n`)
  const start = createStart(settings, manifest.version, log)
  const tellFaults = (): void => settings.faults.forEach(log)
  if (http === undefined) {
    tellFaults()
    serveProcessStdio(start)
    return null
  }
  const { readLoopback, serveHttp } = await import('./http.ts')
  const door = readLoopback(http)
  if (!door)
    return fail(line, `--http takes a port of this machine, for example 39113 or 127.0.0.1:39113; not ${http}.`)
  tellFaults()
  log(`listening on ${(await serveHttp(start, door)).address}`)
  return null
}

function say(line: CommandLine, text: string): 0 {
  line.out(text)
  return 0
}

function fail(line: CommandLine, fault: string): 2 {
  line.err(`${fault}\n(add --help for the options)\n`)
  return 2
}
