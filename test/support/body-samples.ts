import type { JsonSchema } from './contract.ts'

/** A body with one thing wrong, and where. */
export type WrongBody = { path: string; what: string; body: unknown }

/** A value that a JSON Schema takes, with everything in it that it may have. */
export function sampleOf(schema: JsonSchema): unknown {
  const variants = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (variants?.[0]) return sampleOf(variants[0])
  if (isText(schema) && Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0]
  if ('const' in schema) return schema['const']
  if ('example' in schema && schema['type'] !== 'string') return schema['example']
  switch (schema['type']) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' && schema['minimum'] > 0 ? schema['minimum'] : 1
    case 'boolean':
      return true
    case 'array':
      return [sampleOf((schema['items'] ?? {}) as JsonSchema)]
    case 'object':
      return Object.fromEntries(Object.entries(propertiesOf(schema)).map(([name, part]) => [name, sampleOf(part)]))
    default:
      return null
  }
}

const isText = ({ type, enum: values }: JsonSchema): boolean => type === 'string' || Array.isArray(values)

/** What the contract's patterns ask for: an address, a span, a slug, a key, words. */
const TEXTS = ['four random words again', '7d', 'chatgpt', 'x'.repeat(20), 'ada@acme.example', '2026-10-31']

function textOf({ format, minLength = 0, pattern = '', example }: JsonSchema): string {
  if (format === 'date') return '2026-10-31'
  if (format === 'date-time') return '2026-10-31T12:00:00.000Z'
  const fits = (text: string): boolean => new RegExp(String(pattern), 'u').test(text)
  // An example is for people to read, and may be shortened.
  const texts = typeof example === 'string' ? [example, ...TEXTS] : TEXTS
  return (texts.find(fits) ?? '').padEnd(Number(minLength), 'x')
}

const propertiesOf = ({ properties = {} }: JsonSchema): Record<string, JsonSchema> =>
  properties as Record<string, JsonSchema>

/** One of each type of JSON, and what is near to another type. */
const VALUES: unknown[] = [null, true, 0, 1.5, 1e300, '', 'x', [], [[[[]]]], {}, { length: 1 }, { $ne: null }]

/**
 * Every field of a body once with each value, once too long, once left out, and every object once with a field more. Whether
 * a schema takes one of them all the same is its reader's to say.
 */
export function wrongBodiesOf(schema: JsonSchema): WrongBody[] {
  const whole = sampleOf(schema)
  const found: WrongBody[] = VALUES.map((value) => ({ path: '', what: JSON.stringify(value), body: value }))
  const spoil = (steps: (string | number)[], what: string, value: unknown): void =>
    void found.push({ path: steps.join('.'), what, body: replaced(whole, steps, value) })
  const walk = (part: JsonSchema, steps: (string | number)[]): void => {
    const variants = (part['anyOf'] ?? part['oneOf']) as JsonSchema[] | undefined
    if (variants?.[0]) return walk(variants[0], steps)
    if (steps.length > 0) for (const value of VALUES) spoil(steps, JSON.stringify(value), value)
    if (part['type'] === 'string')
      for (const [what, value] of Object.entries(longTexts(part))) spoil(steps, what, value)
    if (part['type'] === 'object') {
      for (const [name, inner] of Object.entries(propertiesOf(part))) {
        spoil([...steps, name], 'left out', LEFT_OUT)
        walk(inner, [...steps, name])
      }
      for (const extra of ['organizationId', 'id', 'role', 'constructor', 'toString'])
        if (!(extra in propertiesOf(part))) spoil([...steps, extra], 'a field more', 'x')
    }
    // What is judged apart is no fault of the whole.
    if (part['type'] === 'array' && part['x-items'] === undefined) {
      const { maxItems } = part
      const item = sampleOf((part['items'] ?? {}) as JsonSchema)
      if (typeof maxItems === 'number') spoil(steps, `${maxItems + 1} entries`, Array(maxItems + 1).fill(item))
      walk((part['items'] ?? {}) as JsonSchema, [...steps, 0])
    }
  }
  walk(schema, [])
  return found
}

function longTexts({ maxLength }: JsonSchema): Record<string, string> {
  const most = typeof maxLength === 'number' ? maxLength : 0
  return most > 0 && most < 10_000 ? { 'one character too long': 'x'.repeat(most + 1) } : {}
}

const LEFT_OUT = Symbol('left out')

function replaced(value: unknown, [step, ...rest]: (string | number)[], by: unknown): unknown {
  if (step === undefined) return by
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? replaced(item, rest, by) : (item as unknown)))
  const fields = { ...(value as Record<string, unknown>) }
  if (by === LEFT_OUT && rest.length === 0) delete fields[step]
  else fields[step] = replaced(fields[step], rest, by)
  return fields
}
