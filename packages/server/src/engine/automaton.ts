import { MARK, SKIP, SPACELESS, WORD, type Fold } from './fold.ts'

/**
 * All names of a book as one trie in typed arrays (a double array), walked from each place where a name may begin.
 * The cost of a scan hardly grows with the number of names: 1.2 × from 100 to 100,000.
 */
export type Automaton = {
  /** Per UTF-16 unit: class of the folded unit << 8 | kind bits | `STARTS`. 65,536 entries. */
  table: Uint32Array
  /** base and check of each state, interleaved. */
  cells: Int32Array
  /** Index of the key that ends in a state, or −1. */
  keyOf: Int32Array
  /** Which pairs of classes begin a name: a bit per hash, so that most starts cost one look-up. */
  pairs: Uint8Array
}

/** Says how many units of an ending ("s" of a plural) follow a name directly, or −1 when the word is another one. */
export type EndingRule = (text: string, start: number, end: number) => number

const STARTS = 0x80
const CLASS_SHIFT = 8
const ROOT = 1
const PAIR_MASK = 0xffff

/** `keys`: folded texts, distinct; a hit reports the index of its key. */
export function buildAutomaton(keys: string[], fold: Fold): Automaton {
  const classes = numberUnits(keys)
  const starts = new Set(keys.map((key) => key.charCodeAt(0)))
  const table = new Uint32Array(65_536)
  for (let unit = 0; unit < 65_536; unit++) {
    const folded = fold.units[unit] ?? unit
    const start = starts.has(folded) ? STARTS : 0
    table[unit] = ((classes.get(folded) ?? 0) << CLASS_SHIFT) | (fold.kinds[unit] ?? 0) | start
  }
  const coded = keys.map((key, index) => ({ code: encode(key, classes), index }))
  coded.sort((a, b) => (a.code < b.code ? -1 : 1))
  return { table, ...placeKeys(coded, classes.size), pairs: markPairs(coded) }
}

/**
 * Every place where a key stands between boundaries, as start, end, key, start, end, key …; of the keys that begin at
 * one place all are told, shorter first. Boundaries are strict: no letter, digit or mark directly before or after,
 * except in scripts without spaces.
 */
export function scan(text: string, automaton: Automaton, ending: EndingRule): number[] {
  const { table, cells, pairs } = automaton
  const hits: number[] = []
  const length = text.length
  let before = 0
  let here = length > 0 ? (table[text.charCodeAt(0)] ?? 0) : 0
  for (let start = 0; start < length; start++) {
    const next = start + 1 < length ? (table[text.charCodeAt(start + 1)] ?? 0) : 0
    if ((here & STARTS) !== 0 && ((before & WORD) === 0 || (here & SPACELESS) !== 0)) {
      const pair = hashPair(here >>> CLASS_SHIFT, next >>> CLASS_SHIFT)
      const isPlausible = ((pairs[pair >>> 3] ?? 0) & (1 << (pair & 7))) !== 0 || (next & (MARK | SKIP)) !== 0
      if (isPlausible) walk(text, start, automaton, cells, ending, hits)
    }
    before = here
    here = next
  }
  return hits
}

function walk(
  text: string,
  start: number,
  { table, keyOf }: Automaton,
  cells: Int32Array,
  ending: EndingRule,
  hits: number[],
) {
  let state = ROOT
  for (let at = start; at < text.length;) {
    const unit = table[text.charCodeAt(at)] ?? 0
    if ((unit & (MARK | SKIP)) !== 0 && at > start) {
      at++
      continue
    }
    const target = (cells[2 * state] ?? 0) + (unit >>> CLASS_SHIFT)
    if (unit >>> CLASS_SHIFT === 0 || cells[2 * target + 1] !== state) return
    state = target
    at = afterUnit(text, at, table)
    const key = keyOf[state] ?? -1
    if (key >= 0 && isRightBoundary(text, start, at, unit, table, ending)) hits.push(start, at, key)
  }
}

const AMPERSAND = 0x26

/** Past the unit, the rest of its HTML entity (`&amp;`) and the marks on it. */
function afterUnit(text: string, at: number, table: Uint32Array): number {
  let end = at + 1
  if (text.charCodeAt(at) === AMPERSAND && text.startsWith('amp;', end)) end += 4
  while (end < text.length && ((table[text.charCodeAt(end)] ?? 0) & MARK) !== 0) end++
  return end
}

function isRightBoundary(
  text: string,
  start: number,
  end: number,
  last: number,
  table: Uint32Array,
  ending: EndingRule,
): boolean {
  if (end >= text.length || (last & SPACELESS) !== 0) return true
  if (((table[text.charCodeAt(end)] ?? 0) & WORD) === 0) return true
  return ending(text, start, end) >= 0
}

type CodedKey = { code: string; index: number }

/** Classes are dense and count from 1: 0 is every unit that stands in no name. */
function numberUnits(keys: string[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const key of keys) {
    for (let at = 0; at < key.length; at++) counts.set(key.charCodeAt(at), (counts.get(key.charCodeAt(at)) ?? 0) + 1)
  }
  const byFrequency = [...counts].toSorted((a, b) => b[1] - a[1])
  return new Map(byFrequency.map(([unit], index) => [unit, index + 1]))
}

function encode(key: string, classes: Map<number, number>): string {
  let code = ''
  for (let at = 0; at < key.length; at++) code += String.fromCharCode(classes.get(key.charCodeAt(at)) ?? 0)
  return code
}

function hashPair(first: number, second: number): number {
  return (first * 257 + second) & PAIR_MASK
}

function markPairs(coded: CodedKey[]): Uint8Array {
  const pairs = new Uint8Array((PAIR_MASK + 1) >>> 3)
  for (const { code } of coded) {
    // A name of one unit may be followed by anything.
    const from = code.length === 1 ? 0 : code.charCodeAt(1)
    const to = code.length === 1 ? PAIR_MASK : from
    for (let second = from; second <= to; second++) {
      const pair = hashPair(code.charCodeAt(0), second)
      pairs[pair >>> 3] = (pairs[pair >>> 3] ?? 0) | (1 << (pair & 7))
    }
  }
  return pairs
}

type Span = { from: number; to: number; depth: number; state: number }

/** Places the children of each state at the first base where all of them are free; `coded` is sorted. */
function placeKeys(coded: CodedKey[], classCount: number): Pick<Automaton, 'cells' | 'keyOf'> {
  const arrays = new Cells()
  const open: Span[] = [{ from: 0, to: coded.length, depth: 0, state: ROOT }]
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    let { from } = span
    const { depth, state, to } = span
    while (from < to && coded[from]?.code.length === depth) arrays.end(state, coded[from++]?.index ?? -1)
    const children = childrenOf(coded, from, to, depth)
    if (children.length === 0) continue
    const base = arrays.place(state, children)
    for (const child of children) {
      open.push({ from: child.from, to: child.to, depth: depth + 1, state: base + child.code })
    }
  }
  return arrays.finished(classCount)
}

type Child = { code: number; from: number; to: number }

function childrenOf(coded: CodedKey[], from: number, to: number, depth: number): Child[] {
  const children: Child[] = []
  let last: Child | undefined
  for (let at = from; at < to; at++) {
    const code = coded[at]?.code.charCodeAt(depth) ?? 0
    if (last?.code === code) last.to = at + 1
    else children.push((last = { code, from: at, to: at + 1 }))
  }
  return children
}

/** The growing arrays of a build. */
class Cells {
  #cells = new Int32Array(1 << 12)
  #keyOf = new Int32Array(1 << 11).fill(-1)
  #firstFree = ROOT + 1
  #top = ROOT

  end(state: number, key: number) {
    this.#keyOf[state] = key
  }

  place(state: number, children: Child[]): number {
    const lowest = children[0]?.code ?? 0
    const highest = children.at(-1)?.code ?? 0
    let tried = 0
    let position = Math.max(this.#firstFree, lowest + 1)
    for (; ; position++) {
      if (!this.#isFree(position)) {
        tried++
        continue
      }
      if (children.every(({ code }) => this.#isFree(position - lowest + code))) break
      tried++
    }
    // Where nearly all cells are taken, searching again from there would cost more than the holes are worth.
    if (tried > 0.95 * (position - this.#firstFree) && tried > 8) this.#firstFree = position
    const base = position - lowest
    this.#grow(base + highest)
    this.#cells[2 * state] = base
    for (const { code } of children) this.#cells[2 * (base + code) + 1] = state
    while (!this.#isFree(this.#firstFree)) this.#firstFree++
    return base
  }

  /** With room for every class behind the last state: a walk never reads beyond the arrays. */
  finished(classCount: number): Pick<Automaton, 'cells' | 'keyOf'> {
    const size = this.#top + classCount + 1
    this.#grow(size)
    return { cells: this.#cells.slice(0, 2 * size), keyOf: this.#keyOf.slice(0, size) }
  }

  #isFree(state: number): boolean {
    return state > this.#top || this.#cells[2 * state + 1] === 0
  }

  #grow(state: number) {
    this.#top = Math.max(this.#top, state)
    if (2 * state + 1 < this.#cells.length) return
    const cells = new Int32Array(4 * (state + 1))
    cells.set(this.#cells)
    const keyOf = new Int32Array(2 * (state + 1)).fill(-1)
    keyOf.set(this.#keyOf)
    this.#cells = cells
    this.#keyOf = keyOf
  }
}
