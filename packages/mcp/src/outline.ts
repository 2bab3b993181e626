import type { Tellable } from './answer.ts'
import { Quoted } from './untrusted.ts'

/**
 * An answer as a short text for a model: one line a fact, a table for what is alike. It says all that the structured
 * result says, in about half of the tokens that JSON takes. No line of it begins with words from outside.
 */
export const outline = (value: Tellable): string => lines(value, '').join('\n')

type Fields = { [key: string]: Tellable }

function lines(value: Tellable, indent: string): string[] {
  if (Array.isArray(value)) return listLines(value, indent)
  if (!isFields(value)) return [`${indent}${inline(value)}`]
  return Object.entries(value).flatMap(([name, child]) => fieldLines(name, child, indent))
}

function fieldLines(name: string, value: Tellable, indent: string): string[] {
  if (value instanceof Quoted && isLong(value.text)) return [`${indent}${name}, quoted:`, ...quoted(value.text, indent)]
  if (Array.isArray(value)) {
    const table = tableOf(value)
    if (table || !isShort(value))
      return [`${indent}${name} (${value.length}):`, ...listLines(value, `${indent}  `, table)]
  }
  // However long: a line of its own would begin with somebody's words.
  if (isShort(value) || typeof value === 'string') return [`${indent}${name}: ${inline(value)}`]
  return [`${indent}${name}:`, ...lines(value, `${indent}  `)]
}

function listLines(entries: Tellable[], indent: string, table = tableOf(entries)): string[] {
  if (table) return table.map((cells) => `${indent}${cells.join(' | ')}`)
  return entries.flatMap((entry) => {
    if (isShort(entry)) return [`${indent}- ${inline(entry)}`]
    const [first = '', ...rest] = lines(entry, `${indent}  `)
    return [`${indent}- ${first.trimStart()}`, ...rest]
  })
}

/** Names and rows, when all entries have the same names and each fits a line; what is nested once becomes columns too. */
function tableOf(entries: Tellable[]): string[][] | null {
  if (entries.length < 2 || !entries.every(isFields)) return null
  const rows = entries.map((entry) => flat(entry))
  const columns = Object.keys(rows[0] ?? {})
  const fits = (row: Fields): boolean =>
    Object.keys(row).length === columns.length &&
    columns.every((column) => column in row && isShort(row[column] ?? null))
  if (columns.length === 0 || !rows.every(fits)) return null
  return withoutRepetition([columns, ...rows.map((row) => columns.map((column) => cell(row[column] ?? null)))])
}

/** What all rows say alike is said once, before them: a brand's id, or that nothing was refused. */
function withoutRepetition([columns = [], ...rows]: string[][]): string[][] {
  const isAlike = columns.map((_, index) => rows.every((row) => row[index] === rows[0]?.[index]))
  if (!isAlike.includes(true) || !isAlike.includes(false)) return [columns, ...rows]
  const differing = (cells: string[]): string[] => cells.filter((_, index) => isAlike[index] === false)
  const alike = columns.flatMap((column, index) => (isAlike[index] === true ? [`${column} = ${rows[0]?.[index]}`] : []))
  return [[`in each: ${alike.join(' | ')}`], differing(columns), ...rows.map(differing)]
}

function flat(fields: Fields): Fields {
  const columns: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    if (!isFields(value)) columns[name] = value
    else for (const [inner, child] of Object.entries(value)) columns[`${name}.${inner}`] = child
  }
  return columns
}

const SHORT = 160
const isShort = (value: Tellable): boolean => room(value, SHORT) >= 0
const isLong = (text: string): boolean => text.length > SHORT || text.includes('\n')

/** What is left of some characters after a value on one line; negative: it does not fit. Found out without writing it. */
function room(value: Tellable, left: number): number {
  if (value instanceof Quoted) return isLong(value.text) ? -1 : left - value.text.length - 2
  if (typeof value === 'string') return value.includes('\n') ? -1 : left - value.length
  if (typeof value !== 'object' || value === null) return left - String(value).length
  if (isWords(value)) return left - 1
  const entries = Array.isArray(value) ? value.map((entry): [string, Tellable] => ['', entry]) : Object.entries(value)
  let rest = left
  for (const [name, child] of entries) {
    rest = room(child, rest - name.length - 2)
    if (rest < 0) return rest
  }
  return rest
}

/** Ids, slugs, names: of any number on one line, which takes half of what a line each would. */
const isWords = (value: Tellable): boolean =>
  Array.isArray(value) &&
  value.every((entry) => typeof entry === 'string' && entry.length <= 64 && !entry.includes('\n'))

/** On one line; a bar inside a table would be read as the next cell. */
const cell = (value: Tellable): string => inline(value).replaceAll('|', '¦')

function inline(value: Tellable): string {
  if (value instanceof Quoted) return `«${oneLine(value.text).replaceAll(/[«»]/g, '"')}»`
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (isFields(value))
    return `{${Object.entries(value)
      .map(([name, child]) => `${name}: ${inline(child)}`)
      .join(', ')}}`
  if (typeof value === 'number') return rounded(value)
  return typeof value === 'string' ? oneLine(value) : String(value)
}

/** The data have every digit; nobody repeats more than four behind the point. */
const rounded = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) < 0.001 ? String(value) : String(Number(value.toFixed(4)))

const oneLine = (text: string): string =>
  text.includes('\n') ? text.replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ⏎ ' : blanks)) : text

/** Every line wears the bar, so that none of them can pass for the tool's own words. */
const quoted = (text: string, indent: string): string[] => text.split('\n').map((line) => `${indent}│ ${line}`)

const isFields = (value: Tellable): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Quoted)
