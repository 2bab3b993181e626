import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Something that reads a text, made ready for texts of one pattern. */
export type Reader = { name: string; makeFor(pattern: string): (text: string) => unknown }

/** The steps of a reader over texts that repeat a pattern, by the length of the text. */
export type Growth = {
  reader: string
  pattern: string
  steps: { length: number; count: number }[]
  /** What grew fastest from the last length but one to the last: a function, a built-in or a regular expression. */
  fastest: { part: string; before: number; after: number }
}

/** Fewer steps of a part, before and after, say nothing about its growth. */
export const FEWEST_STEPS = [200, 2000] as const

/**
 * Counts the steps of the readers that a module exports as `readers`, in a thread of its own because counting slows
 * built-ins down for good.
 * @param module address of the module, for `import`
 * @param lengths UTF-16 units, ascending
 * @param names of the readers that are asked; all of the module when left out
 */
export async function measureGrowth(
  module: URL,
  patterns: readonly string[],
  lengths: number[],
  names?: string[],
): Promise<Growth[]> {
  const worker = new Worker(new URL('growth-worker.ts', import.meta.url), {
    workerData: { module: module.href, patterns, lengths, names },
  })
  const [growths] = (await once(worker, 'message')) as [Growth[]]
  await worker.terminate()
  return growths
}

/** How many times as many steps the part that grew fastest took for the last length. */
export const fastestRatio = ({ fastest: { before, after } }: Growth): number => after / Math.max(1, before)

/** How many times as many steps twice the text took, at worst. */
export function worstRatio({ steps }: Growth): number {
  return Math.max(...steps.slice(1).map(({ count }, at) => count / steps[at]!.count))
}

/** As a failed test prints it. */
export function described(growth: Growth): string {
  const counts = growth.steps.map(({ length, count }) => `${count} steps for ${length} units`).join(', ')
  const { part, before, after } = growth.fastest
  return `${growth.reader}, ${JSON.stringify(growth.pattern)}: ${counts}; from ${before} to ${after} steps: ${part}`
}
