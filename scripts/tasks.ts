// What `npm start`, `npm test`, `npm run check`, `npm run format` and `npm run bench` do, on Node 24.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { openLint } from './lint.ts'
import { checkReferences } from './references.ts'
import { runTests } from './tests.ts'
import { buildWeb } from './web.ts'

const root = join(import.meta.dirname, '..')
const SOURCE = '--conditions=@sightline/source'
/** For what opens threads (docs/decisions/0020-threads.md). */
const NO_KEYS = '--no-memory-protection-keys'
const tool = (name: string): string => join(root, 'node_modules/.bin', name)

const tasks: Record<string, (args: string[]) => Promise<number>> = {
  start: async (args) =>
    buildWeb(root, environment()) ||
    run(process.execPath, [NO_KEYS, SOURCE, 'packages/server/src/main.ts', 'start', ...args]),
  test: async (args) =>
    buildWeb(root, environment()) || runTests({ root, env: environment(), nodeFlags: [NO_KEYS, SOURCE] }, args),
  check,
  format: async () => (await run(tool('oxfmt'), [])) || run(tool('oxlint'), ['--fix']),
  generate: (args) => run(process.execPath, [SOURCE, 'scripts/generate.ts', ...args]),
  indexes: () => run(process.execPath, [SOURCE, 'scripts/indexes.ts']),
  'build:web': async () => buildWeb(root, environment()),
  pack: (args) => run(process.execPath, [SOURCE, 'scripts/pack.ts', ...args]),
  screenshots: (args) => run(process.execPath, [SOURCE, 'scripts/screenshots.ts', ...args]),
  lighthouse: (args) => run(process.execPath, [SOURCE, 'scripts/lighthouse.ts', ...args]),
  containers: (args) => run(process.execPath, [SOURCE, 'scripts/containers.ts', ...args]),
  bundle: () => run(process.execPath, [SOURCE, 'scripts/bundle.ts']),
  accuracy: (args) => run(process.execPath, [SOURCE, 'bench/accuracy/main.ts', ...args]),
  bench: (args) => run(process.execPath, [NO_KEYS, SOURCE, 'bench/main.ts', ...args]),
}

const [name = '', ...args] = process.argv.slice(2)
const task = tasks[name]
if (!task) {
  process.stderr.write(`Unknown task "${name}". Known: ${Object.keys(tasks).join(', ')}.\n`)
  process.exit(2)
}
process.exit(await task(args))

/** Format, lint, types, generated files, dead code and references, side by side; all findings are shown, not only the first. */
async function check(): Promise<number> {
  const steps: [string, string[]][] = [
    [tool('oxfmt'), ['--check']],
    // What did not change since the last time is not checked again: 1.3 s instead of 7.5.
    [tool('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']],
    [tool('tsc'), ['-p', 'packages/web', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/web.tsbuildinfo']],
    [process.execPath, [SOURCE, 'scripts/generate.ts', '--check']],
    [tool('knip'), []],
    [process.execPath, [SOURCE, 'scripts/tenant-keys.ts']],
  ]
  const others = Promise.all([lint(), ...steps.map(([command, args]) => run(command, args))])
  return Math.max(references(), ...(await others))
}

/** All rules over all files; with types, 15 s for all, only where something could be new, except in CI. */
async function lint(): Promise<number> {
  const flags = ['--max-warnings=0', `--threads=${availableParallelism()}`]
  const { stale, remember } = openLint(root, process.env['CI'] !== undefined)
  const typed = stale.length > 0 ? await run(tool('oxlint'), ['--type-aware', ...flags, ...stale]) : 0
  if (typed === 0) remember()
  return Math.max(typed, await run(tool('oxlint'), flags))
}

/** While the others run as processes of their own: a third of a second. */
function references(): number {
  const broken = checkReferences(root)
  for (const line of broken) process.stderr.write(`${line}\n`)
  return broken.length === 0 ? 0 : 1
}

function run(command: string, args: string[]): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment() })
  // The child gets the terminal's Ctrl-C itself and ends in its own order; this process only waits for it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 130)))
}

function environment(): NodeJS.ProcessEnv {
  return {
    // What was compiled once starts in half the time.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...process.env,
    // The tools' own launchers ask the shell for a node: it must find this one.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  }
}
