import { SPACELESS, type Fold } from './fold.ts'
import { markOpenings, type Openings } from './openings.ts'

/**
 * All names of a book as one trie in typed arrays (a double array), walked from each place where a name may begin.
 * The cost of a scan hardly grows with the number of names: 1.4 × from 100 to 100,000.
 */
export type Automaton = {
  /** Per UTF-16 unit: class of the folded unit << 8 | kind bits | `STARTS`. 65,536 entries. */
  table: Int32Array
  /** Of each state: its base twice, plus one where a key ends, so that only those ask `keyOf`; and its check. */
  cells: Int32Array
  /** Index of the key that ends in a state, or −1. */
  keyOf: Int32Array
  openings: Openings
  /** A text's units, copied before they are walked (1.3 × faster than asking the string for each), and its starts. */
  scratch: { units: Uint16Array; bytes: Buffer; starts: Int32Array }
}

export const STARTS_SHIFT = 7
/** Begins a name of the book. */
const STARTS = 1 << STARTS_SHIFT
/** Begins a name, and may do so inside a run of letters: scripts without spaces. */
export const ANYWHERE_SHIFT = 6
const STARTS_ANYWHERE = 1 << ANYWHERE_SHIFT
export const CLASS_SHIFT = 8
export const ROOT = 1

/** `keys`: folded texts, distinct; a hit reports the index of its key. */
export function buildAutomaton(keys: string[], fold: Fold): Automaton {
  const classes = numberUnits(keys)
  const starts = new Set(keys.map((key) => key.charCodeAt(0)))
  const table = new Int32Array(65_536)
  for (let unit = 0; unit < 65_536; unit++) {
    const folded = fold.units[unit] ?? unit
    const kind = fold.kinds[unit] ?? 0
    const start = (kind & SPACELESS) === 0 ? STARTS : STARTS | STARTS_ANYWHERE
    table[unit] = ((classes.get(folded) ?? 0) << CLASS_SHIFT) | kind | (starts.has(folded) ? start : 0)
  }
  const coded = keys.map((key, index) => ({ code: encode(key, classes), index }))
  coded.sort((a, b) => (a.code < b.code ? -1 : 1))
  const codes = coded.map(({ code }) => code)
  const openings = markOpenings(codes, classes.size)
  return { table, ...placeKeys(coded, classes.size), openings, scratch: newScratch(4096) }
}

export function newScratch(length: number): Automaton['scratch'] {
  const units = new Uint16Array(length)
  return { units, bytes: Buffer.from(units.buffer), starts: new Int32Array(length) }
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

type TrieRange = { from: number; to: number; depth: number; state: number }

/** Places the children of each state at the first base where all of them are free; `coded` is sorted. */
function placeKeys(coded: CodedKey[], classCount: number): Pick<Automaton, 'cells' | 'keyOf'> {
  const arrays = new Cells()
  const open: TrieRange[] = [{ from: 0, to: coded.length, depth: 0, state: ROOT }]
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
    const cells = this.#cells.slice(0, 2 * size)
    const keyOf = this.#keyOf.slice(0, size)
    for (let state = 0; state < size; state++) {
      cells[2 * state] = 2 * (cells[2 * state] ?? 0) + ((keyOf[state] ?? -1) >= 0 ? 1 : 0)
    }
    return { cells, keyOf }
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
