// `npm test`: all test files, side by side on the machine's cores.
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'

export type TestRun = { root: string; env: NodeJS.ProcessEnv; nodeFlags: string[] }
type Portion = { flags: string[]; files: string[] }
/** What a process of tests said of itself at its end. */
type Ending = {
  code: number
  /** What ended it, if it did not end by itself. */
  signal: NodeJS.Signals | null
  files: string[]
  counts: Map<string, number>
  failures: string[]
}

/** Of a process that crashed or was killed. Who stops the tests sends others. */
const CRASHES: ReadonlySet<NodeJS.Signals | null> = new Set([
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGKILL',
  'SIGSEGV',
  'SIGTRAP',
])

/** More than this many processes would need more memory than a small machine has: each brings its own PostgreSQL. */
const MOST_LANES = 4
/** Files take from a millisecond to a minute: a lane that had the short ones takes another portion. */
const PORTIONS_PER_LANE = 5
const TIMES = 'node_modules/.cache/test-times'
const LAST_TIMES = `${TIMES}/last`
/** To begin takes a process three seconds, which few files do not win back. */
const FEWEST_FILES_APART = 12

/** What kills processes, restarts databases, counts steps, or goes through a whole matrix of browsers: minutes, not seconds. */
const SLOW = 'test/slow/'

/**
 * Runs the tests without those in `test/slow`; with `--all`, as in CI, all of them; with words, those whose path contains one
 * of the words. What else begins with `--` is Node's own. `--times` tells afterwards how long each file took; those that took
 * longest the last time begin. One process for many files: isolation costs ten times the tests themselves
 * (docs/decisions/0001-house.md).
 * @returns 0 when all of them passed
 */
export async function runTests(run: TestRun, args: string[]): Promise<number> {
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const flags = args.filter((arg) => arg.startsWith('--') && arg !== '--times' && arg !== '--all')
  const isAll = args.includes('--all')
  const seconds = lastTimes(run.root)
  const files = globSync(['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: run.root })
    .filter((file) =>
      wanted.length === 0 ? isAll || !file.startsWith(SLOW) : wanted.some((part) => file.includes(part)),
    )
    .toSorted((one, other) => (seconds.get(other) ?? 0) - (seconds.get(one) ?? 0) || (one < other ? -1 : 1))
  if (files.length === 0) {
    process.stderr.write(`No test file has ${wanted.join(' or ')} in its path.\n`)
    return 2
  }
  const lanes = files.length < FEWEST_FILES_APART ? 1 : Math.min(MOST_LANES, availableParallelism())
  const portions = deal(files, lanes === 1 ? 1 : lanes * PORTIONS_PER_LANE)
  const timesFolder = join(run.root, TIMES)
  mkdirSync(timesFolder, { recursive: true })
  const reporters = portions.map((_, index) => [
    ...reporter('spec', 'stdout'),
    ...reporter('./scripts/file-times.ts', join(timesFolder, String(index))),
  ])
  const started = performance.now()
  const waiting = portions.map((files, index) => ({ flags: [...flags, ...(reporters[index] ?? [])], files }))
  const endings: Ending[] = []
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) endings.push(await runTwiceIfCrashed(run, next))
    }),
  )
  print(endings, performance.now() - started)
  const times = portions.flatMap((_, index) => readTimes(join(timesFolder, String(index))))
  rememberTimes(run.root, seconds, times)
  if (args.includes('--times')) printTimes(times)
  return Math.max(...endings.map(({ code }) => code))
}

/** In turns, as cards are dealt: files beside each other in the alphabet are of one kind and take about as long. */
const deal = (files: string[], hands: number): string[][] =>
  Array.from({ length: hands }, (_, hand) => files.filter((_file, index) => index % hands === hand))

const reporter = (name: string, destination: string): string[] => [
  `--test-reporter=${name}`,
  `--test-reporter-destination=${destination}`,
]

/** A process that crashes says nothing of its tests: they are run once more, and that it happened is told. */
async function runTwiceIfCrashed(run: TestRun, portion: Portion): Promise<Ending> {
  const ending = await runPortion(run, portion)
  if (!CRASHES.has(ending.signal)) return ending
  process.stdout.write(
    `⚠ A process was ended by ${ending.signal}; its files are run once more: ${portion.files.join(' ')}\n`,
  )
  return runPortion(run, portion)
}

/** Prints each test of the top level when it has ended, with all that stands below it, so that lanes do not mix. */
async function runPortion({ root, env, nodeFlags }: TestRun, { flags, files }: Portion): Promise<Ending> {
  const child = spawn(process.execPath, [...nodeFlags, '--test', '--test-isolation=none', ...flags, ...files], {
    cwd: root,
    env: { ...env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The child gets the terminal's Ctrl-C itself, and leaves its PostgreSQL in order.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const closed = new Promise<Pick<Ending, 'code' | 'signal'>>((resolve) =>
    child.on('close', (code, signal) => resolve({ code: code ?? 130, signal })),
  )
  const ending: Ending = { code: 0, signal: null, files, counts: new Map(), failures: [] }
  let block: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const plain = stripVTControlCharacters(line)
    const [, name, count] = /^ℹ (\w+) ([\d.]+)$/.exec(plain) ?? []
    // Its summary begins with this; before it stand what tests say of themselves.
    const isSummary = ending.counts.size > 0 || name === 'tests'
    if (isSummary && name !== undefined) ending.counts.set(name, Number(count))
    else if (ending.counts.size > 0) ending.failures.push(line)
    else block.push(line)
    if (!/^[✔✖﹣]/.test(plain)) continue
    process.stdout.write(`${block.join('\n')}\n`)
    block = []
  }
  if (block.length > 0) process.stdout.write(`${block.join('\n')}\n`)
  Object.assign(ending, await closed)
  if (ending.code === 0 && !ending.counts.has('tests')) ending.code = 1
  return ending
}

/** As Node's own reporter ends. */
function print(endings: Ending[], milliseconds: number): void {
  const names = new Set(endings.flatMap(({ counts }) => [...counts.keys()]))
  names.delete('duration_ms')
  for (const name of names) {
    const sum = endings.reduce((total, { counts }) => total + (counts.get(name) ?? 0), 0)
    process.stdout.write(`ℹ ${name} ${sum}\n`)
  }
  process.stdout.write(`ℹ duration_ms ${Math.round(milliseconds)}\n`)
  for (const { code, signal, files, counts, failures } of endings) {
    if (failures.length > 0) process.stdout.write(`${failures.join('\n')}\n`)
    // Otherwise a run would fail in which nothing failed, and nobody would know where to look.
    if (code !== 0 && !counts.get('fail') && !counts.get('cancelled'))
      process.stdout.write(
        `✖ A process ended with ${signal ?? code} though no test failed; its files: ${files.join(' ')}\n`,
      )
  }
}

type FileTime = { seconds: number; file: string }

const readTimes = (path: string): FileTime[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
    .map(([seconds = '', file = '']) => ({ seconds: Number(seconds), file }))

/** By path from the root: what each file took when it ran last; empty on a machine where none has. */
function lastTimes(root: string): Map<string, number> {
  const path = join(root, LAST_TIMES)
  return new Map(existsSync(path) ? readTimes(path).map(({ seconds, file }) => [file, seconds]) : [])
}

function rememberTimes(root: string, before: Map<string, number>, times: FileTime[]): void {
  const now = new Map([...before, ...times.map(({ seconds, file }) => [relative(root, file), seconds] as const)])
  writeFileSync(join(root, LAST_TIMES), [...now].map(([file, seconds]) => `${seconds.toFixed(2)}\t${file}\n`).join(''))
}

function printTimes(times: FileTime[]): void {
  const longestFirst = times.toSorted((one, other) => other.seconds - one.seconds)
  process.stdout.write(
    longestFirst.map(({ seconds, file }) => `${seconds.toFixed(2).padStart(7)} s  ${file}\n`).join(''),
  )
}
