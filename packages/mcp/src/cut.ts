import type { Tellable } from './answer.ts'
import { Quoted } from './untrusted.ts'

/** What was taken off: of a list its tail, of a text its end. */
export type Cut = { path: string; kept: number; of: number }

/** A result that fills a tenth of a small model's window leaves it room to think. */
export const MAX_RESULT_TOKENS = 8_000

/**
 * An answer cut to about so many tokens: the largest list or text loses its tail until the whole fits.
 * The answer is the caller's own copy; it is shortened in place.
 */
export function cut(answer: Tellable, maxTokens = MAX_RESULT_TOKENS): Cut[] {
  const cuts = new Map<string, Cut>()
  // Each round at least halves the excess of the largest part; twenty rounds end for any answer the API can give.
  for (let round = 0; round < 20; round += 1) {
    const size = tokens(answer)
    if (size <= maxTokens) break
    const largest = partsOf(answer, '').toSorted((one, other) => other.size - one.size)[0]
    if (!largest) break
    const share = Math.max(0, (largest.size - (size - maxTokens)) / largest.size)
    const kept = Math.max(1, Math.floor(largest.length * Math.min(share, 0.95)))
    largest.shorten(kept)
    const before = cuts.get(largest.path)
    cuts.set(largest.path, { path: largest.path, kept, of: before?.of ?? largest.length })
  }
  return [...cuts.values()]
}

/**
 * About so many tokens as JSON: measured on our own results with o200k, 3.3 characters of ASCII each; of characters that
 * take more bytes in UTF-8 one each.
 */
function tokens(value: Tellable): number {
  const json = JSON.stringify(value)
  return json.length / 3.3 + 0.35 * (Buffer.byteLength(json) - json.length)
}

/** Something that can lose its tail. */
type Part = { path: string; size: number; length: number; shorten(kept: number): void }

const SHORTEST_TEXT = 500

function partsOf(value: Tellable, path: string): Part[] {
  if (typeof value !== 'object' || value === null || value instanceof Quoted) return []
  const inner = Array.isArray(value)
    ? arrayParts(value, path)
    : Object.entries(value).flatMap(([name, child]) => {
        const at = path === '' ? name : `${path}.${name}`
        const replace = (text: Tellable): void => void (value[name] = text)
        return [...textPart(child, at, replace), ...partsOf(child, at)]
      })
  return inner
}

function arrayParts(list: Tellable[], path: string): Part[] {
  const whole: Part = { path, size: tokens(list), length: list.length, shorten: (kept) => void (list.length = kept) }
  return [
    ...(list.length > 1 ? [whole] : []),
    ...list.flatMap((entry, index) => [
      ...textPart(entry, path, (text) => void (list[index] = text)),
      ...partsOf(entry, path),
    ]),
  ]
}

function textPart(value: Tellable, path: string, replace: (text: Tellable) => void): Part[] {
  const text = value instanceof Quoted ? value.text : value
  if (typeof text !== 'string' || text.length <= SHORTEST_TEXT) return []
  const shorten = (kept: number): void => {
    const start = `${text.slice(0, kept).toWellFormed()}…`
    replace(value instanceof Quoted ? new Quoted(start) : start)
  }
  return [{ path, size: tokens(text), length: text.length, shorten }]
}
