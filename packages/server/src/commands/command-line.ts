import { resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import { addDatabaseCommands, addJobCommands } from './database-commands.ts'
import type { ImportCommand } from './import.ts'
import type { MeasureCommand } from './measure.ts'
import { addKeyCommands, addMemberCommands, addOrganizationCommands } from './people-commands.ts'
import type { RereadCommand } from './reread.ts'
import type { StartCommand } from './start.ts'
import { sub } from './sub-command.ts'
import { UsageError, type Terminal } from './terminal.ts'
import type { Shell } from './with-app.ts'

// What a command does is loaded when it is asked for: help, a typing error and `mcp` need none of the service.

export type CommandLine = {
  terminal: Terminal
  version: string
  /** Default: this process's. */
  environment?: Record<string, string | undefined>
}

/**
 * Runs one command.
 * @param args without the program's own name
 * @returns its exit code: 0 done, 1 failed, 2 wrongly asked; others as the command documents them
 */
export async function runCommandLine(args: string[], line: CommandLine): Promise<number> {
  let exitCode = 0
  try {
    // Its options are its own: `--help` and `--version` would be taken for ours.
    if (args[0] === 'mcp') return await (await import('./mcp.ts')).mcpCommand(args.slice(1))
    await program(line, (code) => {
      exitCode = code
    }).parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return explain(error, line.terminal)
  }
}

async function explain(error: unknown, terminal: Terminal): Promise<number> {
  // commander has printed its own message already; asking for help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const { ConfigError } = await import('../config.ts')
  const { Problem } = await import('@sightline/sdk')
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

function program(line: CommandLine, setExitCode: (code: number) => void): Command {
  const { terminal, version } = line
  const shell = async (command: Command): Promise<Shell> => {
    const { environment, readConfig } = await import('../config.ts')
    const config = readConfig(line.environment ?? environment())
    const { dataDir } = command.optsWithGlobals<{ dataDir?: string }>()
    return { terminal, version, config: dataDir === undefined ? config : { ...config, dataDir: resolve(dataDir) } }
  }
  const root = new Command('sightline')
    .description(
      'How visible is a brand in the answers of AI platforms: a number with an interval, and the answers behind it.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(add --help for the options)')
  const add = (name: string, description: string): Command => sub(root, name, description)

  add('start', 'run the service')
    .option('--role <role>', 'all, api or worker', 'all')
    .option('--port <port>', 'port of the API (PORT; 0: any free one)')
    .option('--host <host>', 'address to listen on (HOST)')
    .option('--demo', 'ask the simulated market of the lab instead of real platforms')
    .action(async (options: Partial<StartCommand>, command: Command) => {
      const opened = await shell(command)
      const { startCommand } = await import('./start.ts')
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
    .action(async (options: MeasureCommand, command: Command) => {
      const { measureCommand } = await import('./measure.ts')
      await measureCommand(await shell(command), options)
    })

  names(add('import', 'import answers collected elsewhere, one JSON object a line').argument('<file.jsonl>'))
    .option('--platform <slug>', 'the platform of all answers, instead of the one each line names')
    .action(async (file: string, options: ImportCommand, command: Command) => {
      const { importCommand } = await import('./import.ts')
      await importCommand(await shell(command), file, options)
    })

  addOrganizationCommands(root, shell)
  addKeyCommands(root, shell)
  addMemberCommands(root, shell)

  // Answered in `main`; here for the list of commands.
  root.command('mcp').description('speak MCP with an AI assistant, or be added to one: sightline mcp --help')
  add('migrate', 'bring the database to the present schema').action(async (options: Json, command: Command) => {
    const { migrateCommand } = await import('./migrate.ts')
    await migrateCommand(await shell(command), options)
  })
  addDatabaseCommands(root, shell)
  addJobCommands(root, shell)
  add('backup', 'write all that is kept into one file, while the service runs')
    .argument('<file>')
    .action(async (file: string, options: Json, command: Command) => {
      const { backupCommand } = await import('./backup.ts')
      await backupCommand(await shell(command), file, options)
    })
  add('restore', 'fill an empty database with a backup')
    .argument('<file>')
    .option('--other-secret', 'go on without what is sealed with the secret of then')
    .action(async (file: string, options: Json & { otherSecret?: boolean }, command: Command) => {
      const { restoreCommand } = await import('./backup.ts')
      await restoreCommand(await shell(command), file, options)
    })
  add('verify', 'recompute everything from the raw answers and compare')
    .addHelpText(
      'after',
      '\nExit codes: 0 equal, 1 something differs, 2 wrongly asked, 3 equal as far as finished: work waits',
    )
    .action(async (options: Json, command: Command) => {
      const { verifyCommand } = await import('./verify.ts')
      setExitCode(await verifyCommand(await shell(command), options))
    })
  add('reread', 'read answers again that were stored as unreadable')
    .option('--org <id>', 'only this organization’s')
    .action(async (options: RereadCommand, command: Command) => {
      const { rereadCommand } = await import('./reread.ts')
      await rereadCommand(await shell(command), options)
    })
  add('doctor', 'look for what is wrong with this installation').action(async (options: Json, command: Command) => {
    const { doctorCommand } = await import('./doctor.ts')
    setExitCode(await doctorCommand(await shell(command), options))
  })
  return root
}

type Json = { json?: boolean }

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
