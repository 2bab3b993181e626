import type { Block, Structure } from './block.ts'
import type { Range } from './range.ts'
import { looksLikeCode } from './code-likeness.ts'
import { leadSeries, numberHeadings } from './structure-headings.ts'
import { readInline, type Inline } from './structure-inline.ts'
import { readLines } from './structure-lines.ts'
import type { Line } from './line.ts'
import { startLists, type Lists } from './structure-lists.ts'
import { findReferences } from './structure-references.ts'

/** Reads the skeleton of an answer. Total: any string has one. Linear in the length of the text. */
export function readStructure(text: string): Structure {
  const lines = readLines(text)
  markIndentedCode(text, lines)
  markTables(text, lines)
  markUnderlined(text, lines)
  const inline: Inline = { bold: [], italics: [], code: [], links: [], urls: [], references: [] }
  const lists = startLists()
  let table: Table = { id: 0, rows: 0, isOpen: false, hasHeader: false }
  const blocks: Block[] = []
  lines.forEach((line, at) => {
    if (line.kind === 'definition') inline.references.push(trimmed(text, line))
    if (line.kind !== 'fence' && line.kind !== 'blank') readInline(text, line, inline)
    const isTable = line.kind === 'row' || line.kind === 'separator'
    if (isTable) table = readRow(text, line, lines[at + 1], table, lists, blocks)
    else table = { ...table, isOpen: false }
    if (!isTable) addLine(text, line, lines[at - 1], lists, blocks)
  })
  lists.finish(blocks)
  numberHeadings(text, blocks, lists)
  for (const { kind, start, end } of blocks) if (kind === 'code') inline.code.push({ start, end })
  for (const sources of findReferences(text, blocks)) inline.references.push(sources)
  for (const ranges of [inline.bold, inline.italics, inline.code, inline.urls, inline.references]) {
    ranges.sort((a, b) => a.start - b.start || a.end - b.end)
  }
  return { blocks, ...inline }
}

/** Lines four columns in, behind an empty one, are code where they read as such: answers indent nested lists as deep. */
function markIndentedCode(text: string, lines: Line[]) {
  for (let from = 0; from < lines.length; from++) {
    const [line, above] = [lines[from], lines[from - 1]]
    if (line === undefined || !isIndented(line) || (above !== undefined && above.kind !== 'blank')) continue
    let to = from
    while (isIndented(lines[to + 1]) || (lines[to + 1]?.kind === 'blank' && isIndented(lines[to + 2]))) to++
    if (looksLikeCode(text.slice(line.start, lines[to]?.end)))
      for (const codeLine of lines.slice(from, to + 1)) codeLine.kind = 'fence'
    from = to
  }
}

const isIndented = (line: Line | undefined): boolean =>
  line !== undefined && line.indent >= 4 && line.kind !== 'blank' && line.kind !== 'fence'

/** Tables whose rows have no leading bar are known by the separator under their header. */
function markTables(text: string, lines: Line[]) {
  lines.forEach((line, at) => {
    if (line.kind !== 'separator') return
    const holdsBar = (other: Line | undefined) =>
      other?.kind === 'text' && text.slice(other.start, other.end).includes('|') ? other : undefined
    const header = holdsBar(lines[at - 1])
    if (header !== undefined) header.kind = 'row'
    for (let next = at + 1; ; next++) {
      const row = holdsBar(lines[next])
      if (row === undefined) break
      row.kind = 'row'
    }
  })
}

/** A short line of its own with a line of `=` or `-` under it is a heading. */
function markUnderlined(text: string, lines: Line[]) {
  lines.forEach((line, at) => {
    const [above, before] = [lines[at - 1], lines[at - 2]]
    if (line.kind !== 'rule' || above?.kind !== 'text' || above.end - above.start > 80) return
    const mark = text[line.content]
    if ((mark !== '=' && mark !== '-') || (before !== undefined && before.kind !== 'blank')) return
    above.kind = 'heading'
    above.level = mark === '=' ? 1 : 2
  })
}

type Table = { id: number; rows: number; isOpen: boolean; hasHeader: boolean }

/** A row above a separator is the header; without a separator all rows count. */
function readRow(text: string, line: Line, next: Line | undefined, table: Table, lists: Lists, blocks: Block[]): Table {
  const open = table.isOpen ? table : { id: lists.newId(), rows: 0, isOpen: true, hasHeader: false }
  if (line.kind === 'separator') return { ...open, hasHeader: true }
  const isHeader = open.rows === 0 && !open.hasHeader && next?.kind === 'separator'
  const range = trimmed(text, line)
  const ordinal = isHeader ? null : open.rows + 1
  lists.interrupt(false)
  blocks.push({ kind: 'row', ...range, ordinal, depth: 0, listId: open.id, reach: range.end })
  return isHeader ? open : { ...open, rows: open.rows + 1 }
}

function addLine(text: string, line: Line, previous: Line | undefined, lists: Lists, blocks: Block[]) {
  const range = trimmed(text, line)
  const last = blocks.at(-1)
  const follows = previous !== undefined && previous.kind !== 'blank' && previous.kind !== 'rule' && last !== undefined
  const plain = { ...range, ordinal: null, depth: 0, listId: null, reach: range.end }
  switch (line.kind) {
    case 'blank':
    case 'rule':
    case 'row':
    case 'separator':
      break
    case 'fence':
      if (follows && last.kind === 'code') grow(last, range.end)
      else blocks.push({ ...plain, kind: 'code' })
      lists.extend(line.indent, range.end)
      break
    case 'heading':
      lists.close()
      blocks.push({ ...plain, kind: 'heading', depth: line.level - 1, ordinal: line.number })
      break
    case 'item':
      blocks.push(lists.add(line, range))
      break
    case 'quote':
      if (follows && last.kind === 'quote') grow(last, range.end)
      else blocks.push({ ...plain, kind: 'quote' })
      if (!lists.extend(line.indent, range.end)) lists.interrupt(false)
      break
    case 'definition':
    case 'text':
      addText(text, line, range, follows ? last : undefined, lists, blocks)
  }
}

/** A line directly under a paragraph, item or quote goes on with it; a bold lead always begins anew. */
function addText(text: string, line: Line, range: Range, above: Block | undefined, lists: Lists, blocks: Block[]) {
  const goesOn = above !== undefined && (above.kind === 'paragraph' || above.kind === 'item' || above.kind === 'quote')
  if (goesOn && !line.isLead && line.kind === 'text') {
    grow(above, range.end)
    if (above.kind === 'item') lists.extend(Infinity, range.end)
    else if (above.kind === 'paragraph') lists.extend(line.indent, range.end)
    return
  }
  const isInside = lists.extend(line.indent, range.end)
  if (!isInside) lists.interrupt(/[:：]\s*$/.test(text.slice(Math.max(range.start, range.end - 3), range.end)))
  const listId = line.isLead && !isInside ? leadSeries : null
  blocks.push({ kind: 'paragraph', ...range, ordinal: null, depth: 0, listId, reach: range.end })
}

function grow(block: Block, end: number) {
  block.end = end
  block.reach = Math.max(block.reach, end)
}

/** The line without the white space around it; markers included. */
function trimmed(text: string, { start, end }: Range): Range {
  let [from, to] = [start, end]
  while (from < to && /\s/.test(text.charAt(from))) from++
  while (to > from && /\s/.test(text.charAt(to - 1))) to--
  return { start: from, end: to }
}
