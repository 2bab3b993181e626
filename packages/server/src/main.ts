import { resolve } from 'node:path'
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { Problem } from '@sightline/sdk'
import { doctorCommand } from './commands/doctor.ts'
import type { Shell } from './commands/house.ts'
import { importCommand, type ImportCommand } from './commands/import.ts'
import { mcpCommand } from './commands/mcp.ts'
import { measureCommand, type MeasureCommand } from './commands/measure.ts'
import { migrateCommand } from './commands/migrate.ts'
import { addKeyCommands, addMemberCommands, addOrganizationCommands } from './commands/people-commands.ts'
import { startCommand, type StartCommand } from './commands/start.ts'
import { sub } from './commands/sub-command.ts'
import { UsageError, type Terminal } from './commands/terminal.ts'
import { verifyCommand } from './commands/verify.ts'
import { ConfigError, environment, readConfig } from './config.ts'

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
}
process.exitCode = await main(process.argv)

/** Runs one command. @returns its exit code: 0 done, 1 failed, 2 wrongly asked */
async function main(argv: string[]): Promise<number> {
  let exitCode = 0
  try {
    // Its options are its own: `--help` and `--version` would be taken for ours.
    if (argv[2] === 'mcp') return await mcpCommand(argv.slice(3))
    await program((code) => {
      exitCode = code
    }).parseAsync(argv)
    return exitCode
  } catch (error) {
    return explain(error)
  }
}

function explain(error: unknown): number {
  // commander has printed its own message already; asking for help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError || error instanceof ConfigError) {
    terminal.err(`${error.message}\n`)
    return 2
  }
  if (error instanceof Problem) {
    terminal.err(
      `${error.message}\n${(error.extras.details ?? []).map((detail) => `  ${detail.path}: ${detail.message}\n`).join('')}`,
    )
    return error.code === 'validation_failed' ? 2 : 1
  }
  terminal.err(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
}

function program(setExitCode: (code: number) => void): Command {
  const version = versionOf()
  const shell = (command: Command): Shell => {
    const config = readConfig(environment())
    const { dataDir } = command.optsWithGlobals<{ dataDir?: string }>()
    return { terminal, version, config: dataDir === undefined ? config : { ...config, dataDir: resolve(dataDir) } }
  }
  const root = new Command('sightline')
    .description(
      'How visible is a brand in the answers of AI platforms: a number with an interval, and the answers behind it.',
    )
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
  const add = (name: string, description: string): Command => sub(root, name, description)

  add('start', 'run the service')
    .option('--role <role>', 'all, api or worker', 'all')
    .option('--port <port>', 'port of the API (PORT; 0: any free one)')
    .option('--host <host>', 'address to listen on (HOST)')
    .option('--demo', 'ask the simulated market of the lab instead of real platforms')
    .action(async (options: Partial<StartCommand>, command: Command) => {
      const opened = shell(command)
      await startCommand(opened, {
        role: options.role ?? 'all',
        host: options.host ?? opened.config.host,
        port: options.port === undefined ? opened.config.port : portOf(String(options.port)),
        ...(options.demo && { demo: true }),
      })
    })

  names(add('measure', 'measure once, without a server, and print the score'))
    .option(
      '--prompt <text>',
      'a buyer’s question; repeat it for more (all active prompts of the brand when left out)',
      collectTexts,
    )
    .option('--platform <slug>', 'a platform; repeat it for more (all that are set up when left out)', collectTexts)
    .option('--repeats <n>', 'answers per prompt and platform', '1')
    .option('--demo', 'ask the simulated market of the lab')
    .action((options: MeasureCommand, command: Command) => measureCommand(shell(command), options))

  names(add('import', 'import answers collected elsewhere, one JSON object a line').argument('<file.jsonl>'))
    .option('--platform <slug>', 'the platform of all answers, instead of the one each line names')
    .action((file: string, options: ImportCommand, command: Command) => importCommand(shell(command), file, options))

  addOrganizationCommands(root, shell)
  addKeyCommands(root, shell)
  addMemberCommands(root, shell)

  // Answered in `main`; here for the list of commands.
  root.command('mcp').description('speak MCP with an AI assistant, or be added to one: sightline mcp --help')
  add('migrate', 'bring the database to the present schema').action((options: { json?: boolean }, command: Command) =>
    migrateCommand(shell(command), options),
  )
  add('verify', 'recompute everything from the raw answers and compare').action(
    async (options: { json?: boolean }, command: Command) => setExitCode(await verifyCommand(shell(command), options)),
  )
  add('doctor', 'look for what is wrong with this installation').action(
    async (options: { json?: boolean }, command: Command) => setExitCode(await doctorCommand(shell(command), options)),
  )
  return root
}

function names(command: Command): Command {
  return command
    .option('--org <id>', 'the organization (may be left out when there is one)')
    .option('--brand <name>', 'the brand: its name or id; created when it is new')
    .option('--alias <name>', 'another name of the brand; repeat it for more', collectTexts)
    .option('--domain <domain>', 'a domain of the brand; repeat it for more', collectTexts)
    .option('--competitor <name>', 'a competitor, "Name" or "Name=alias|alias"; repeat it for more', collectTexts)
}

function collectTexts(text: string, before: string[] = []): string[] {
  return [...before, text]
}

function portOf(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535; "${text}" is none.`)
  return port
}

function versionOf(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
