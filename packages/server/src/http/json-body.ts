import { Problem } from '@sightline/sdk'
import { inSlices } from '../base/event-loop.ts'

/** Deeper nesting than this is no request of ours, and deep recursion is an attack (E21). */
const MAX_DEPTH = 32
/** No operation takes an object of so many fields; checked one by one, a million of them would hold up everybody for seconds. */
const MAX_FIELDS = 200
/** In one entry of a list, and outside of all entries: an imported answer with all its citations has some 600. */
const MAX_VALUES = 10_000
/** So much of a body is looked through at a stretch. */
const PORTION = 65_536
const DECODED = 1_048_576

/** An object or a list that stands in a list of the body's object, such as an imported answer. */
type Entry = { key: string; index: number; start: number; end: number }

/**
 * A request body as a value: well-formed UTF-8, JSON without repeated keys, hundreds of fields in one object or endless lists,
 * texts without NUL or half characters, numbers that JavaScript can hold. A large one is read entry by entry, and others have
 * their turn between.
 * @param isSifted whether the operation itself tells, entry by entry, which texts cannot be kept
 * @throws Problem invalid_json for what is not such JSON, validation_failed for values that no field takes
 */
export const parseJsonBody = (bytes: Buffer, isSifted = false): Promise<unknown> => inSlices(parsing(bytes, isSifted))

/** The steps of `parseJsonBody`. */
export function* parsing(bytes: Buffer, isSifted: boolean): Generator<undefined, unknown> {
  const text = yield* decode(bytes)
  const entries = yield* scan(text)
  if (text.length <= PORTION) return parse(text, isSifted, [], (position) => position)
  const value = parse(withoutEntries(text, entries), isSifted, [], (position) => positionBefore(entries, position))
  for (const { key, index, start, end } of entries) {
    // A list that was read holds each of its entries.
    const list = (value as Record<string, unknown[]>)[key] as unknown[]
    list[index] = parse(text.slice(start, end), isSifted, [key, String(index)], (position) => start + position)
    yield
  }
  return value
}

function parse(text: string, isSifted: boolean, path: string[], toWhole: (position: number) => number): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalidJson(placeOf(error, toWhole))
  }
  refuseUnkeepable(value, isSifted, path)
  return value
}

function* decode(bytes: Buffer): Generator<undefined, string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  try {
    for (let start = 0; start < bytes.length; start += DECODED) {
      if (start > 0) yield
      parts.push(decoder.decode(bytes.subarray(start, start + DECODED), { stream: true }))
    }
    return parts.join('') + decoder.decode()
  } catch {
    throw invalidJson('it is not UTF-8')
  }
}

/** V8 names the position; its excerpt of the input is not repeated to the caller. */
function placeOf(error: unknown, toWhole: (position: number) => number): string {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  return position === undefined ? 'it ends too early' : `see position ${toWhole(Number(position))}`
}

const invalidJson = (why: string): Problem =>
  new Problem('invalid_json', { message: `The body is not valid JSON: ${why}.` })

/** Stands for an entry while the rest is parsed. Nothing that is no JSON becomes JSON by it. */
const PLACEHOLDER = 'null'

function withoutEntries(text: string, entries: readonly Entry[]): string {
  const parts: string[] = []
  let end = 0
  for (const entry of entries) {
    parts.push(text.slice(end, entry.start), PLACEHOLDER)
    ;({ end } = entry)
  }
  return parts.join('') + text.slice(end)
}

/** Where in the whole text something stands that is so far in the text without entries. */
function positionBefore(entries: readonly Entry[], position: number): number {
  let whole = position
  for (const { start, end } of entries) {
    if (start >= whole) break
    whole += end - start - PLACEHOLDER.length
  }
  return whole
}

/**
 * One pass over the text before it is parsed: JSON.parse would recurse, keep the last of two equal keys, and not stop between.
 * @yields after each portion
 */
function* scan(text: string): Generator<undefined, Entry[]> {
  const entries: Entry[] = []
  /** Of each object that is open its keys; null for a list. */
  const open: (Set<string> | null)[] = []
  let isKeyNext = false
  let listKey = ''
  let index = 0
  let entryStart = 0
  let valuesOutside = 0
  let valuesOfEntry = 0
  let portionEnd = PORTION
  for (let at = 0; at < text.length; at += 1) {
    if (at >= portionEnd) {
      portionEnd = at + PORTION
      yield
    }
    const char = text[at]
    if (char === '"') {
      const start = at
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1
        if (at >= portionEnd) {
          portionEnd = at + PORTION
          yield
        }
      }
      if (isKeyNext) {
        const key = noteKey(open.at(-1), text.slice(start, at + 1))
        if (open.length === 1) listKey = key
      }
      isKeyNext = false
    } else if (char === '{' || char === '[') {
      if (isEntryNext(open)) {
        entryStart = at
        valuesOfEntry = 0
      }
      count()
      if (open.length === 1) index = 0
      open.push(char === '{' ? new Set() : null)
      isKeyNext = char === '{'
      if (open.length > MAX_DEPTH) throw invalidJson(`it is nested deeper than ${MAX_DEPTH}`)
    } else if (char === '}' || char === ']') {
      open.pop()
      isKeyNext = false
      if (isEntryNext(open)) entries.push({ key: listKey, index, start: entryStart, end: at + 1 })
    } else if (char === ',') {
      count()
      isKeyNext = open.at(-1) instanceof Set
      if (open.length === 2) index += 1
    }
  }
  return entries

  function count(): void {
    const values = open.length > 2 ? (valuesOfEntry += 1) : (valuesOutside += 1)
    if (values > MAX_VALUES) throw invalidJson(`an entry has more than ${MAX_VALUES.toLocaleString('en')} values`)
  }
}

/** Whether what opens or closes here is an entry: it stands in a list that stands in the body's object. */
const isEntryNext = (open: readonly (Set<string> | null)[]): boolean =>
  open.length === 2 && open[0] instanceof Set && open[1] === null

function noteKey(keys: Set<string> | null | undefined, literal: string): string {
  const key = literal.includes('\\') ? unescaped(literal) : literal.slice(1, -1)
  if (keys?.has(key)) throw invalidJson('a key stands twice in one object')
  if (keys && keys.size === MAX_FIELDS) throw invalidJson(`an object has more than ${MAX_FIELDS} fields`)
  keys?.add(key)
  return key
}

function unescaped(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}

/** Afterwards and not while it is parsed: asked at each of 100,000 elements, JSON.parse takes many times as long. */
function refuseUnkeepable(value: unknown, isSifted: boolean, within: string[]): void {
  const found = unkeepableIn(value, isSifted)
  if (!found) return
  const { message } = found
  const path = [...within, ...found.steps.toReversed()].join('.')
  throw new Problem('validation_failed', {
    message: `1 field is not valid: ${path} – ${message}`,
    details: [{ path, code: 'unstorable', message }],
  })
}

/** Steps from within outwards: only the way to what was found is ever written down. */
type Unkeepable = { steps: string[]; message: string }

function unkeepableIn(value: unknown, isSifted: boolean): Unkeepable | undefined {
  if (typeof value === 'number')
    return isExact(value) ? undefined : { steps: [], message: 'This number cannot be kept exactly.' }
  if (typeof value === 'string')
    return isSifted || isStorable(value)
      ? undefined
      : { steps: [], message: 'Must be well-formed Unicode without NUL.' }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = unkeepableIn(value[index], isSifted)
      if (found) return { ...found, steps: [...found.steps, String(index)] }
    }
  } else if (value !== null && typeof value === 'object')
    for (const [name, part] of Object.entries(value)) {
      const found = unkeepableIn(part, isSifted)
      if (found) return { ...found, steps: [...found.steps, name] }
    }
  return undefined
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) && !Object.is(value, -0)
