import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANSWER_MAX_LENGTH } from '@sightline/sdk'
import { described, fastestRatio, measureGrowth, worstRatio, type Growth } from '../support/growth.ts'
import { REPEATED_PATTERNS } from '../support/repeated-patterns.ts'

const EXTRACTION = new URL('../support/growth-of-extraction.ts', import.meta.url)
const LENGTHS = [400, 800, 1600]
/**
 * Twice the text takes twice the steps, and somewhat more while it is shorter than what is looked at around a name (1,100
 * units). What grows with the square takes four times as many.
 */
const LINEAR = 2.6
/** One function, built-in or regular expression by itself: a square cannot hide behind the work of others. */
const PART_LINEAR = 2.8
/** Steps for each unit of an answer as long as one may be. */
const MOST_STEPS = 1000

const every = (step: number, from: number): string[] => REPEATED_PATTERNS.filter((_, at) => at % step === from)

const isOver = (growth: Growth): boolean => worstRatio(growth) > LINEAR || fastestRatio(growth) > PART_LINEAR

/** What is over is counted once more: now and then V8 counts a function that it compiles in between, a square it finds each time. */
async function assertLinear(name: string, patterns: string[]): Promise<void> {
  const over = (await measureGrowth(EXTRACTION, patterns, LENGTHS, [name])).filter(isOver)
  for (const growth of over) console.log(`counted once more: ${described(growth)}`)
  const again = over.map(({ pattern }) => pattern)
  const failed = again.length === 0 ? [] : (await measureGrowth(EXTRACTION, again, LENGTHS, [name])).filter(isOver)
  assert.deepEqual(failed.map(described), [])
}

const readings: [string, string[]][] = [
  ['no name', [...REPEATED_PATTERNS]],
  ['one name', every(2, 0)],
  ['a thousand names', every(2, 1)],
  ['names of a thousand, joined', every(32, 3)],
]

for (const [name, patterns] of readings)
  test(`extraction with ${name} takes steps in proportion to the text, over ${patterns.length} patterns`, () =>
    assertLinear(name, patterns))

test('the longest answer there may be is extracted in a bounded number of steps', async () => {
  const patterns = ['小米', 'Monday, ', '```\n', '- a\n  - b\n', '[a](b) ']
  const growths = await measureGrowth(EXTRACTION, patterns, [1000, ANSWER_MAX_LENGTH], ['a thousand names, as stored'])
  const over = growths.filter(({ steps }) => steps.at(-1)!.count > MOST_STEPS * ANSWER_MAX_LENGTH)
  assert.deepEqual(over.map(described), [])
})
