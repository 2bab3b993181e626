import { ANYWHERE_SHIFT, CLASS_SHIFT, newScratch, ROOT, STARTS_SHIFT, type Automaton } from './automaton.ts'
import { BREAK, MARK, SKIP, SPACELESS, WORD } from './fold.ts'
import { askFive, askThree, hashFive, hashThree, type Openings } from './openings.ts'

/** Says how many units of an ending ("s" of a plural) follow a name directly, or −1 when the word is another one. */
export type EndingRule = (text: string, start: number, end: number) => number

const SPACE = 0x20
const BACKSLASH = 0x5c
/** Units read behind a start. */
const PADDING = 5

/**
 * Every place where a key stands between boundaries, as start, end, key, start, end, key …; of the keys that begin at
 * one place all are told, shorter first. Boundaries are strict: no letter, digit or mark directly before or after,
 * except in scripts without spaces.
 */
export function scan(text: string, automaton: Automaton, ending: EndingRule): number[] {
  const { table, openings } = automaton
  const { units, starts } = loadScratch(text, automaton)
  const found = findStarts(units, text.length, table, starts)
  const hits: number[] = []
  for (let at = 0; at < found; at++) {
    const start = inside(starts, at)
    if (isPlausible(units, start, table, openings)) walk(text, start, automaton, ending, hits)
  }
  return hits
}

/** Whether a name may stand at `start`, by its first five units. Behind the text the scratch holds zeros. */
function isPlausible(units: Uint16Array, start: number, table: Int32Array, openings: Openings): boolean {
  const first = inside(table, unitAt(units, start))
  const second = inside(table, unitAt(units, start + 1))
  const third = inside(table, unitAt(units, start + 2))
  const fourth = inside(table, unitAt(units, start + 3))
  const fifth = inside(table, unitAt(units, start + 4))
  const three = hashThree(first >>> CLASS_SHIFT, second >>> CLASS_SHIFT, third >>> CLASS_SHIFT)
  const five = hashFive(three, fourth >>> CLASS_SHIFT, fifth >>> CLASS_SHIFT, openings.five)
  const told = askThree(openings.three, three)
  // One branch for all: with many names the single answers cannot be predicted, their sum mostly can.
  const isAsked = (told >>> 1) | (told & askFive(openings.five, five))
  return (isAsked | ((second | third | fourth | fifth) & (MARK | SKIP))) !== 0
}

/** Where a name may begin. Without branches: where words end cannot be predicted, and a wrong guess costs 20 cycles. */
function findStarts(units: Uint16Array, length: number, table: Int32Array, starts: Int32Array): number {
  let found = 0
  let before = 0
  for (let at = 0; at < length; at++) {
    const here = inside(table, unitAt(units, at))
    starts[found] = at
    found += ((here >>> STARTS_SHIFT) & ~before & 1) | ((here >>> ANYWHERE_SHIFT) & 1)
    before = here
  }
  return found
}

function loadScratch(text: string, automaton: Automaton): Automaton['scratch'] {
  if (automaton.scratch.units.length < text.length + PADDING) automaton.scratch = newScratch(2 * text.length)
  automaton.scratch.bytes.write(text, 'utf16le')
  automaton.scratch.units.fill(0, text.length, text.length + PADDING)
  return automaton.scratch
}

function walk(text: string, start: number, automaton: Automaton, ending: EndingRule, hits: number[]) {
  const { table, cells, keyOf } = automaton
  const { units } = automaton.scratch
  const length = text.length
  let state = ROOT
  for (let at = start; at < length;) {
    const unit = inside(table, unitAt(units, at))
    if ((unit & (MARK | SKIP)) !== 0 && at > start) {
      if ((unit & BREAK) === 0) at++
      else {
        state = overBreak(units, at, state, automaton)
        at = afterBreak(text, at)
      }
      if (state === 0) return
      continue
    }
    state = step(cells, state, unit >>> CLASS_SHIFT)
    if (state === 0) return
    at++
    if ((inside(cells, 2 * state) & 1) === 0) continue
    const key = inside(keyOf, state)
    const end = afterMarks(text, at, table)
    if (isRightBoundary(text, start, end, unit, table, ending)) hits.push(start, end, key)
  }
}

/** The state behind a unit of this class; 0: no name goes on so. */
function step(cells: Int32Array, state: number, unitClass: number): number {
  const target = (inside(cells, 2 * state) >> 1) + unitClass
  return unitClass === 0 || inside(cells, 2 * target + 1) !== state ? 0 : target
}

/** The end of a line is the space between two words, unless a space or hyphen stands before it; behind a backslash it is one of markdown's. */
function overBreak(units: Uint16Array, at: number, state: number, { table, cells }: Automaton): number {
  const spaceClass = inside(table, SPACE) >>> CLASS_SHIFT
  const before = unitAt(units, at - 1)
  if (before === BACKSLASH) return 0
  return inside(table, before) >>> CLASS_SHIFT === spaceClass ? state : step(cells, state, spaceClass)
}

/** Where the next line's words begin; the end of the text when it is empty, because a name does not reach over that. */
function afterBreak(text: string, at: number): number {
  LINE_START.lastIndex = at + 1
  const [lead = ''] = LINE_START.exec(text) ?? []
  const next = at + 1 + lead.length
  return /[\r\n]/.test(text.charAt(next)) ? text.length : next
}

const LINE_START = /[ \t]*(?:>[ \t]*)*/y

/** The index is inside by construction; asking for `undefined` here made the scan 1.6 × slower. */
function inside(array: Int32Array, index: number): number {
  return array[index] as number
}

function unitAt(units: Uint16Array, index: number): number {
  return units[index] as number
}

/** Marks belong to the letter before them. */
function afterMarks(text: string, at: number, table: Int32Array): number {
  let end = at
  while (end < text.length && ((table[text.charCodeAt(end)] ?? 0) & MARK) !== 0) end++
  return end
}

function isRightBoundary(
  text: string,
  start: number,
  end: number,
  last: number,
  table: Int32Array,
  ending: EndingRule,
): boolean {
  if (end >= text.length || (last & SPACELESS) !== 0) return true
  if (((table[text.charCodeAt(end)] ?? 0) & WORD) === 0) return true
  return ending(text, start, end) >= 0
}
