import { scan } from '../packages/server/src/engine/reading/names/scan.ts'
import { buildMatcher, type Matcher, type EntityNames } from '../packages/server/src/engine/reading/names/matcher.ts'
import { endingLength } from '../packages/server/src/engine/reading/names/endings.ts'
import { mentionsIn } from '../packages/server/src/engine/reading/names/mentions.ts'
import { seededChance } from './support/chance.ts'

/**
 * How fast names are found in answers of about 2 KB, by number of names. Every figure is also a ratio to a limit or a
 * simpler way measured in the same run, interleaved: absolutes belong to the machine.
 */
export async function benchExtraction(): Promise<void> {
  const random = seededChance(20_261_121)
  const names = makeNames(100_000, random)
  const rows: Row[] = []
  for (const count of process.env.Q ? [100, 1000] : [10, 11, 100, 1000, 10_000, 100_000]) {
    rows.push(measure(names.slice(0, count), random))
    // Lets whatever else the process does have its turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  print(rows)
}

type Row = { count: number; buildMs: number; speeds: Map<Way, number>; answersPerSecond: number }
type Way = 'charCodeAt pass' | 'scan' | 'whole detection' | 'regex loop' | 'substring loop'

const ROUNDS = 5
const ANSWERS = 300

function measure(names: string[], random: () => number): Row {
  const answers = Array.from({ length: ANSWERS }, () => makeAnswer(names, random))
  const started = cpuMs()
  const matcher = buildMatcher(names.map(asEntity))
  const buildMs = cpuMs() - started
  const ways = waysOf(names, matcher)
  const samples = new Map<Way, number[]>(ways.map(([way]) => [way, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const [way, run, share] of ways) {
      const some = answers.slice(0, Math.max(1, Math.round(ANSWERS * share)))
      const speed = megabytesPerSecond(some, run)
      // The first round warms up.
      if (round >= 0) samples.get(way)?.push(speed)
    }
  }
  const speeds = new Map([...samples].map(([way, values]) => [way, median(values)] as const))
  const bytes = answers.reduce((sum, answer) => sum + Buffer.byteLength(answer), 0) / ANSWERS
  return {
    count: names.length,
    buildMs,
    speeds,
    answersPerSecond: ((speeds.get('whole detection') ?? 0) * 1e6) / bytes,
  }
}

type Run = (answer: string) => number

/** The last number is the share of the answers a way gets, so that no way takes more than about a second a round. */
function waysOf(names: string[], matcher: Matcher): [Way, Run, number][] {
  const lower = names.map((name) => name.toLowerCase())
  const loopShare = Math.min(1, 30 / names.length)
  const ways: [Way, Run, number][] = [
    ['charCodeAt pass', sumOfUnits, 1],
    ['scan', (answer) => scan(answer, matcher.automaton, endingLength).length, 1],
    ['whole detection', (answer) => mentionsIn(answer, matcher).length, 0.2],
    ['substring loop', (answer) => countSubstrings(answer.toLowerCase(), lower), loopShare],
  ]
  if (names.length > 10_000) return ways
  const patterns = names.map((name) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'i'))
  return [...ways, ['regex loop', (answer) => countMatches(answer, patterns), loopShare]]
}

function sumOfUnits(answer: string): number {
  let sum = 0
  for (let at = 0; at < answer.length; at++) sum += answer.charCodeAt(at)
  return sum
}

function countSubstrings(answer: string, names: string[]): number {
  let found = 0
  for (const name of names) if (answer.includes(name)) found++
  return found
}

function countMatches(answer: string, patterns: RegExp[]): number {
  let found = 0
  for (const pattern of patterns) if (pattern.test(answer)) found++
  return found
}

/** At least 25 ms of CPU time, so that the clock's grain does not matter. */
function megabytesPerSecond(answers: string[], run: Run): number {
  const started = cpuMs()
  let bytes = 0
  let checksum = 0
  do {
    for (const answer of answers) {
      checksum += run(answer)
      bytes += answer.length
    }
  } while (cpuMs() - started < 25)
  if (checksum < 0) throw new Error('unreachable: keeps the work from being optimised away')
  return bytes / 1000 / (cpuMs() - started)
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function print(rows: Row[]) {
  const at = (row: Row, way: Way) => row.speeds.get(way) ?? Number.NaN
  const base = rows.find(({ count }) => count === 100)
  console.log('Extraction: MB/s of CPU time (million characters), answers of about 2 KB, and ratios of the scan')
  console.table(
    rows.map((row) => ({
      names: row.count,
      'build ms': Math.round(row.buildMs),
      'charCodeAt pass': Math.round(at(row, 'charCodeAt pass')),
      scan: Math.round(at(row, 'scan')),
      'scan : pass': rounded(at(row, 'scan') / at(row, 'charCodeAt pass')),
      'scan : regex loop': rounded(at(row, 'scan') / at(row, 'regex loop')),
      'scan : substrings': rounded(at(row, 'scan') / at(row, 'substring loop')),
      'scan : scan at 100': rounded(base === undefined ? Number.NaN : at(row, 'scan') / at(base, 'scan')),
      detection: rounded(at(row, 'whole detection')),
      'detection : substrings': rounded(at(row, 'whole detection') / at(row, 'substring loop')),
      'answers/s': Math.round(row.answersPerSecond),
    })),
  )
}

function rounded(ratio: number): number | string {
  if (Number.isNaN(ratio)) return '–'
  return ratio >= 10 ? Math.round(ratio) : Math.round(ratio * 100) / 100
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function asEntity(name: string): EntityNames {
  return { id: name, kind: 'competitor', name, aliases: [], excludedNames: [], domains: [], caseSensitive: false }
}

/** mulberry32: the same names and answers in every run. */
const STARTS = 'br cl dr fl gr kr pl qu sk st tr v z m n l h d b p s c f'.split(' ')
const MIDDLES = 'a e i o u ai ea io ou ar er or in an el um ex ax ov iv'.split(' ')
const ENDS = 'n r l x s t d ra na li do va mo ta ly fy zo ko ster well land soft works'.split(' ')
const SECOND_WORDS = 'Travel Cloud Labs Mobile Foods Motors Bank Health Energy Systems Games Media'.split(' ')

function makeNames(count: number, random: () => number): string[] {
  const names = new Set<string>()
  while (names.size < count) names.add(makeName(random))
  return [...names]
}

/** Mostly single words; two words, domains, hyphens, &, digits, accents, Cyrillic and Han besides. */
function makeName(random: () => number): string {
  const pick = (words: string[]) => words[Math.floor(random() * words.length)] ?? ''
  const syllables = () => pick(STARTS) + pick(MIDDLES) + pick(STARTS).charAt(0) + pick(MIDDLES) + pick(ENDS)
  const word = () => syllables().replace(/^./, (letter) => letter.toUpperCase())
  const kind = random()
  if (kind < 0.5) return word()
  if (kind < 0.72) return `${word()} ${pick(SECOND_WORDS)}`
  if (kind < 0.78) return `${syllables()}.com`
  if (kind < 0.83) return `${word()}-${word()}`
  if (kind < 0.87) return `${word()} & ${word()}`
  if (kind < 0.9) return `${word()}${Math.floor(random() * 99)}`
  if (kind < 0.94) return word().replace(/[aeo]/, (letter) => ({ a: 'å', e: 'é', o: 'ö' })[letter] ?? letter)
  const letters = (from: number, span: number, length: number) =>
    Array.from({ length }, () => String.fromCharCode(from + Math.floor(random() * span))).join('')
  return kind < 0.97 ? letters(0x430, 32, 7) : letters(0x4e00, 4000, 3)
}

const PROSE =
  'it offers good value for most people who want a simple plan and can live with fewer extras while the larger one costs more but lasts longer and comes with better support in many countries so check the price before you decide because terms change often'.split(
    ' ',
  )

/** Paragraphs and a list of about 2,000 characters with 0–8 of the names. */
function makeAnswer(names: string[], random: () => number): string {
  const pick = (words: string[]) => words[Math.floor(random() * words.length)] ?? ''
  const sentence = () => {
    const words = Array.from({ length: 8 + Math.floor(random() * 10) }, () => pick(PROSE))
    return `${words.join(' ').replace(/^./, (letter) => letter.toUpperCase())}.`
  }
  const named = Math.floor(random() * 9)
  const lines: string[] = []
  for (let at = 0; lines.join('\n').length < 1950; at++) {
    const lead = at < named ? `${at + 1}. **${pick(names)}**: ` : at % 3 === 0 ? '\n' : '- '
    lines.push(`${lead}${sentence()} ${sentence()}`)
  }
  return lines.join('\n')
}
