import { Session, type Profiler } from 'node:inspector'
import { matchesAtOnePlace, stepsOf } from './pattern-steps.ts'

/** Counts the work of synchronous code: the same on every machine, however busy it is. */
export type StepCounter = {
  /** Steps of `work`; never a time. */
  count(work: () => unknown): number
  /** The same by what took them: functions by file and offset, built-ins by name, regular expressions as written. */
  countByPart(work: () => unknown): Map<string, number>
  /** Gives back what was replaced; the counter counts no more. */
  stop(): void
}

/**
 * Counts steps without a clock: each function counts as often as its busiest block is entered (V8's precise coverage,
 * dependencies included), and each built-in that walks along a text or a list counts the length that it walked. A regular expression
 * counts from where it began to the end of its match, or all that was left when there was none; one that can match at
 * one place only (sticky, or `^`) counts what a backtracking engine looks at there. Other backtracking is invisible here:
 * `test/regular-expressions.test.ts` looks at each pattern by itself.
 *
 * Open it before what it counts is imported: only functions compiled from then on are counted by block. Built-ins of the
 * whole thread are replaced and stay slow even after `stop`, so open it in a worker thread.
 */
export function openStepCounter(): StepCounter {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const walked: Walked = { units: new Map(), isPaused: false }
  const giveBack = countBuiltIns(walked)
  const countByPart = (work: () => unknown): Map<string, number> => {
    blocksEntered(session, walked)
    walked.units = new Map()
    work()
    const { units } = walked
    return new Map([...units, ...blocksEntered(session, walked)])
  }
  return {
    countByPart,
    count: (work) =>
      countByPart(work)
        .values()
        .reduce((sum, steps) => sum + steps, 0),
    stop() {
      giveBack()
      session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

/** By function, since it was last asked. In the same thread the inspector answers before `post` returns. */
function blocksEntered(session: Session, walked: Walked): [string, number][] {
  walked.isPaused = true
  const entered: [string, number][] = []
  session.post('Profiler.takePreciseCoverage', (error, { result }: Profiler.TakePreciseCoverageReturnType) => {
    if (error !== null) throw error
    for (const { url, functions } of result) {
      if (!url.startsWith('file:') || OWN_FILES.has(url)) continue
      for (const { functionName, ranges } of functions) {
        const count = Math.max(...ranges.map((range) => range.count))
        if (count > 0) entered.push([`${functionName} at ${url}:${ranges[0]?.startOffset}`, count])
      }
    }
  })
  walked.isPaused = false
  return entered
}

const OWN_FILES = new Set([import.meta.url, new URL('pattern-steps.ts', import.meta.url).href])

type Walked = { units: Map<string, number>; isPaused: boolean }
/** How far a call of a built-in walked. */
type Walk = (self: unknown, args: unknown[], result: unknown) => number

/** Replaces built-ins by ones that count, and returns what puts them back. */
function countBuiltIns(walked: Walked): () => void {
  const puttingBack: (() => void)[] = []
  const replace = (owner: object, name: PropertyKey, walk: Walk): void => {
    const known = Object.getOwnPropertyDescriptor(owner, name)
    const method: unknown = known?.value
    if (known === undefined || typeof method !== 'function') throw new Error(`There is no built-in ${String(name)}.`)
    const counting = function (this: unknown, ...args: unknown[]): unknown {
      if (walked.isPaused) return Reflect.apply(method, this, args)
      const from = this instanceof RegExp && (this.global || this.sticky) ? this.lastIndex : 0
      const result: unknown = Reflect.apply(method, this, args)
      walked.isPaused = true
      const part = this instanceof RegExp ? this.source : String(name)
      const units =
        this instanceof RegExp ? unitsMatched(this, String(args[0]), from, result) : walk(this, args, result)
      walked.units.set(part, (walked.units.get(part) ?? 0) + units)
      walked.isPaused = false
      return result
    }
    Object.defineProperty(owner, name, { ...known, value: counting })
    puttingBack.push(() => Object.defineProperty(owner, name, known))
  }
  replace(RegExp.prototype, 'exec', () => 0)
  for (const [name, walk] of Object.entries(STRING_WALKS)) replace(String.prototype, name, walk)
  for (const name of LIST_METHODS) replace(Array.prototype, name, longerOf)
  for (const name of SEARCHES) puttingBack.push(countCalls(Array.prototype, name, walked))
  replace(Array.prototype, 'slice', copiedLength)
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object
  replace(
    typedArray,
    'fill',
    (self, [, from = 0, to = (self as { length: number }).length]) => Number(to) - Number(from),
  )
  for (const name of ['set', 'indexOf', 'lastIndexOf', 'includes', 'sort', 'toSorted', 'join'])
    replace(typedArray, name, longerOf)
  replace(typedArray, 'slice', copiedLength)
  const iterators = [[].values(), ''[Symbol.iterator](), new Map().entries(), new Set().values()]
  for (const iterator of iterators) replace(Object.getPrototypeOf(iterator) as object, 'next', () => 1)
  replace(Buffer, 'byteLength', (_self, _args, result) => Number(result))
  replace(Buffer.prototype, 'toString', (_self, _args, result) => String(result).length)
  replace(Intl.Segmenter.prototype, 'segment', (_self, [text]) => String(text).length)
  replace(JSON, 'parse', (_self, [text]) => String(text).length)
  replace(JSON, 'stringify', (_self, _args, result) => String(result).length)
  return () => {
    for (const putBack of puttingBack.toReversed()) putBack()
  }
}

/** A search through a list counts the items that it asks; V8 may inline what it asks them, uncounted. */
function countCalls(owner: object, name: string, walked: Walked): () => void {
  const known = Object.getOwnPropertyDescriptor(owner, name)!
  const method = known.value as (...args: unknown[]) => unknown
  const counting = function (this: unknown[], holds: (...args: unknown[]) => unknown, self?: unknown): unknown {
    if (walked.isPaused) return Reflect.apply(method, this, [holds, self])
    let asked = 1
    const asking = function (this: unknown, ...args: unknown[]): unknown {
      asked++
      return Reflect.apply(holds, this, args)
    }
    const result = Reflect.apply(method, this, [asking, self])
    walked.units.set(name, (walked.units.get(name) ?? 0) + asked)
    return result
  }
  Object.defineProperty(owner, name, { ...known, value: counting })
  return () => Object.defineProperty(owner, name, known)
}

const SEARCHES = ['find', 'findIndex', 'findLast', 'findLastIndex', 'some', 'every']

function unitsMatched(pattern: RegExp, text: string, from: number, result: unknown): number {
  if (result === null)
    return matchesAtOnePlace(pattern) ? stepsOf(pattern, text, from).count : 1 + Math.max(0, text.length - from)
  const { index, 0: match } = result as RegExpExecArray
  return 1 + index - from + match.length
}

const wholeLength: Walk = (self) => String(self).length
const argumentLength: Walk = (_self, [searched]) => String(searched).length
const resultLength: Walk = (_self, _args, result) => String(result).length
const STRING_WALKS: Record<string, Walk> = {
  indexOf: (self, [, from], found) => {
    const start = Number(from ?? 0)
    return 1 + (Number(found) < 0 ? Math.max(0, String(self).length - start) : Number(found) - start)
  },
  lastIndexOf: (self, [, from], found) => {
    const start = Math.min(Number(from ?? Infinity), String(self).length)
    return 1 + (Number(found) < 0 ? start : start - Number(found))
  },
  includes: (self, [searched, from]) => {
    const [text, start] = [String(self), Number(from ?? 0)]
    const found = text.indexOf(String(searched), start)
    return 1 + (found < 0 ? Math.max(0, text.length - start) : found - start)
  },
  startsWith: argumentLength,
  endsWith: argumentLength,
  toLowerCase: wholeLength,
  toUpperCase: wholeLength,
  toLocaleLowerCase: wholeLength,
  normalize: wholeLength,
  isWellFormed: wholeLength,
  toWellFormed: wholeLength,
  trim: (self, _args, result) => 1 + String(self).length - String(result).length,
  trimStart: (self, _args, result) => 1 + String(self).length - String(result).length,
  trimEnd: (self, _args, result) => 1 + String(self).length - String(result).length,
  localeCompare: (self, [other]) => Math.min(String(self).length, String(other).length),
  split: wholeLength,
  repeat: resultLength,
  padStart: resultLength,
  padEnd: resultLength,
  replace: (self, [pattern]) => (pattern instanceof RegExp ? 1 : String(self).length),
  replaceAll: (self, [pattern]) => (pattern instanceof RegExp ? 1 : String(self).length),
}

const LIST_METHODS = ['concat', 'copyWithin', 'fill', 'filter', 'flat', 'flatMap', 'forEach', 'includes', 'indexOf', 'join', 'lastIndexOf', 'map', 'reduce', 'reverse', 'shift', 'sort', 'splice', 'toReversed', 'toSorted', 'toSpliced', 'unshift', 'with'] // prettier-ignore

const copiedLength: Walk = (_self, _args, result) => 1 + (result as { length: number }).length

/** Of a list that is read and the one that is made. */
function longerOf(self: unknown, _args: unknown[], result: unknown): number {
  const made =
    typeof result === 'object' || typeof result === 'string' ? ((result as { length?: number }).length ?? 0) : 0
  return Math.max((self as { length: number }).length, made)
}
