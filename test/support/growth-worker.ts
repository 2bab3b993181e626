import { parentPort, workerData } from 'node:worker_threads'
import { FEWEST_STEPS, type Growth, type Reader } from './growth.ts'
import { openStepCounter } from './steps.ts'

type Wanted = { module: string; patterns: string[]; lengths: number[]; names?: string[] }

const { module, patterns, lengths, names } = workerData as Wanted
// First, because V8 counts the blocks of functions that it compiles from then on.
const counter = openStepCounter()
const { readers } = (await import(module)) as { readers: Reader[] }
const growths: Growth[] = []
for (const { name, makeFor } of readers) {
  if (names?.includes(name) === false) continue
  for (const pattern of patterns) {
    const read = makeFor(pattern)
    // Whole patterns, so that each length ends alike.
    const textOf = (length: number): string => pattern.repeat(Math.floor(length / pattern.length))
    // What is made on first use is no part of the growth.
    read(textOf(100))
    const parts = lengths.map((length) => {
      const text = textOf(length)
      return counter.countByPart(() => read(text))
    })
    const steps = parts.map((byPart, at) => ({ length: lengths[at]!, count: sumOf(byPart) }))
    growths.push({ reader: name, pattern, steps, fastest: fastestOf(parts.at(-2)!, parts.at(-1)!) })
  }
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
parentPort?.postMessage(growths)

function sumOf(byPart: Map<string, number>): number {
  return byPart.values().reduce((sum, count) => sum + count, 0)
}

function fastestOf(before: Map<string, number>, after: Map<string, number>): Growth['fastest'] {
  const [fewestBefore, fewestAfter] = FEWEST_STEPS
  const known = [...after]
    .map(([part, count]) => ({ part, before: before.get(part) ?? 0, after: count }))
    .filter((one) => one.before >= fewestBefore && one.after >= fewestAfter)
  const nothing = { part: 'nothing', before: 1, after: 1 }
  return known.reduce((one, other) => (other.after / other.before > one.after / one.before ? other : one), nothing)
}
