import { Problem } from '@sightline/sdk'

/** Deeper nesting than this is no request of ours, and deep recursion is an attack (reliability.md E21). */
const MAX_DEPTH = 32

/**
 * A request body as a value: well-formed UTF-8, JSON without repeated keys, texts without NUL or half characters, numbers
 * that JavaScript can hold.
 * @param isSifted whether the operation itself tells, part by part, which texts cannot be kept
 * @throws Problem invalid_json for what is not such JSON, validation_failed for values that no field takes
 */
export function parseJsonBody(bytes: Buffer, isSifted = false): unknown {
  const text = decode(bytes)
  refuseDepthAndTwins(text)
  const value = parse(text)
  refuseUnkeepable('', value, isSifted)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidJson(positionOf(error))
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidJson('it is not UTF-8')
  }
}

/** V8 names the position; its excerpt of the input is not repeated to the caller. */
function positionOf(error: unknown): string {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  return position === undefined ? 'it ends too early' : `see position ${position}`
}

const invalidJson = (why: string): Problem =>
  new Problem('invalid_json', { message: `The body is not valid JSON: ${why}.` })

/** One pass over the text before it is parsed: JSON.parse would recurse, and keep the last of two equal keys. */
function refuseDepthAndTwins(text: string): void {
  const open: (Set<string> | null)[] = []
  let isKeyNext = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]
    if (char === '"') {
      const end = endOfString(text, index)
      if (isKeyNext) noteKey(open.at(-1), text.slice(index, end + 1))
      isKeyNext = false
      index = end
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null)
      isKeyNext = char === '{'
      if (open.length > MAX_DEPTH) throw invalidJson(`it is nested deeper than ${MAX_DEPTH}`)
    } else if (char === '}' || char === ']') {
      open.pop()
      isKeyNext = false
    } else if (char === ',') isKeyNext = open.at(-1) instanceof Set
  }
}

function noteKey(keys: Set<string> | null | undefined, literal: string): void {
  const key = literal.includes('\\') ? unescaped(literal) : literal.slice(1, -1)
  if (keys?.has(key)) throw invalidJson('a key stands twice in one object')
  keys?.add(key)
}

function unescaped(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index
  }
  return text.length
}

/** Afterwards and not while it is parsed: asked at each of 100,000 elements, JSON.parse takes many times as long. */
function refuseUnkeepable(key: string, value: unknown, isSifted: boolean): void {
  if (typeof value === 'number') {
    if (!isExact(value)) throw unstorable(key, 'This number cannot be kept exactly.')
  } else if (typeof value === 'string') {
    if (!isSifted && !isStorable(value)) throw unstorable(key, 'Must be well-formed Unicode without NUL.')
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) refuseUnkeepable(String(index), value[index], isSifted)
  } else if (value !== null && typeof value === 'object')
    for (const [name, part] of Object.entries(value)) refuseUnkeepable(name, part, isSifted)
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) && !Object.is(value, -0)

const unstorable = (path: string, message: string): Problem =>
  new Problem('validation_failed', {
    message: `1 field is not valid: ${path} – ${message}`,
    details: [{ path, code: 'unstorable', message }],
  })
