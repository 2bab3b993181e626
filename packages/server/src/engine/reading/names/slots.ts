import { firstThat } from '../text/range-index.ts'
import type { Block } from '../text/block.ts'
import type { Surroundings } from './surroundings.ts'

type SlotText = { start: number; end: number; surroundings: Surroundings }

/** "A. Loom": a letter that counts, before a name. */
export const LETTERED = /^[\s*_>]*\p{Lu}[.)][\s*_]+/u

/** The series that a line of a paragraph is a member of: those with letters, paragraphs with bold leads, its lines. */
export function lineSlots({ start, listId }: Block, isLettered: boolean): string[] {
  if (isLettered) return ['lettered']
  return [listId === null ? `line ${start}` : `lead ${listId}`]
}

/** Units of marks before the head of a line. */
const MARKS = 24

/** Units of a block before a name that may be a label: "### Best value: Ninja Foodi". */
const LABEL = 120

/**
 * Positions that make a series: item heads of a list, headings of a level, a table's column, labels before a colon.
 * `bars`: where the text's bars stand, ascending.
 */
export function slotsOf(place: SlotText, text: string, bars: readonly number[]): string[] {
  const { start, end, surroundings } = place
  const { block, opening, casing } = surroundings
  const slots: string[] = []
  const isLabel = /^[*_\s]{0,4}[:：]/.test(text.slice(end, end + 5))
  const isInLabel = casing === 'title' && /^[^.:：\n|]{0,60}[:：]/.test(text.slice(end, end + 62))
  if ((isLabel || isInLabel) && opening !== 'inside') slots.push('label')
  if (block === null) return slots
  if (block.kind === 'row') {
    if (isCellHead(text, block.start, start)) slots.push(`row ${block.listId} ${columnOf(bars, block.start, start)}`)
    return slots
  }
  if (block.kind === 'paragraph') {
    const line = text.slice(Math.max(block.start, start - MARKS), start)
    const head = line.slice(line.lastIndexOf('\n') + 1)
    const isLineHead = start - block.start < MARKS || line.includes('\n')
    const isLettered = LETTERED.test(head)
    if (isLineHead && (isLettered || /^[^\p{L}]*$/u.test(head))) slots.push(...lineSlots(block, isLettered))
    return slots
  }
  if ((block.kind !== 'item' && block.kind !== 'heading') || start - block.start > LABEL) return slots
  const left = text.slice(block.start, start)
  // "### Best value: Ninja Foodi"
  if (/^[^\p{L}]*\p{L}[^:|]{2,40}: ?[*_]*$/u.test(left)) slots.push(`labelled ${block.kind} ${block.depth}`)
  if (left.length < 24 && /^[^\p{L}]*$/u.test(left)) slots.push(`${block.kind} ${block.listId} ${block.depth}`)
  return slots
}

/** Nothing but marks between it and the bar, or the row's beginning, before it. */
function isCellHead(text: string, rowStart: number, start: number): boolean {
  let at = start
  while (at > rowStart && /[\s*_[`]/.test(text.charAt(at - 1))) at--
  return at === rowStart || text[at - 1] === '|'
}

/** Bars before it in its row, and one. */
function columnOf(bars: readonly number[], rowStart: number, start: number): number {
  const before = (offset: number) => firstThat(bars, (bar) => bar >= offset)
  return before(start) - before(rowStart) + 1
}

export function barsIn(text: string): number[] {
  const bars: number[] = []
  for (let at = text.indexOf('|'); at >= 0; at = text.indexOf('|', at + 1)) bars.push(at)
  return bars
}
