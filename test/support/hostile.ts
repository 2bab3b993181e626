import {
  array,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  jsonValue,
  oneof,
  option,
  record,
  string,
  stringMatching,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { exampleOf } from './every-operation.ts'
import type { DocumentedOperation, JsonSchema, Parameter } from './contract.ts'

/** A request as the generator makes it: everything already text. */
export type GeneratedCall = { params: Record<string, string>; query: string; body: string | undefined }

const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '0x10',
  '9'.repeat(40),
  'x'.repeat(2_000),
  "' or 1=1 --",
  '%',
  '\\',
  '"',
  '\n',
  '\u202e',
  '😀',
  '\ud800',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '999w',
  'http://127.0.0.1/',
  'brd_01kabcdefghjkmnpqrstvwxyz0',
]
const hostileText = constantFrom(...hostileTexts)
const hostileValue: Arbitrary<unknown> = oneof(
  hostileText,
  constantFrom<unknown>(null, true, -1, 1.5, 1e308, 2 ** 53, [], {}, [[[[]]]], { __proto__: null, a: 1 }),
  jsonValue({ maxDepth: 2 }),
)

/** Calls of an operation, made from its documented schemas: mostly what it takes, often with something hostile in it. */
export function callsOf(operation: DocumentedOperation, realIds: Record<string, string>): Arbitrary<GeneratedCall> {
  const path = operation.parameters.filter((parameter) => parameter.in === 'path')
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const schema = operation.requestBody?.content['application/json'].schema
  return record({
    params: tuple(...path.map((parameter) => pathValue(parameter, realIds))).map((values) =>
      Object.fromEntries(values.map((value, index): [string, string] => [path[index]!.name, value])),
    ),
    query: tuple(
      ...query.map((parameter) => option(mostly(textOf(valueOf(parameter.schema, realIds))), { freq: 2 })),
    ).map((values) => queryText(query, values)),
    body: schema ? bodyText(valueOf(schema, realIds)) : constant(undefined),
  })
}

const mostly = (good: Arbitrary<string>): Arbitrary<string> =>
  oneof({ arbitrary: good, weight: 4 }, { arbitrary: hostileText, weight: 1 })

const textOf = (values: Arbitrary<unknown>): Arbitrary<string> =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))

/** An empty segment would be another address, and half a character none at all. */
function pathValue({ schema }: Parameter, realIds: Record<string, string>): Arbitrary<string> {
  const example = exampleOf(schema)
  const real = constant(realIds[example.slice(0, 3)] ?? example)
  return oneof({ arbitrary: real, weight: 8 }, { arbitrary: mostly(constant(example)), weight: 1 }).map(
    (text) => text.toWellFormed() || example,
  )
}

const queryText = (parameters: Parameter[], values: (string | null)[]): string =>
  new URLSearchParams(
    values.flatMap((value, index): [string, string][] => (value === null ? [] : [[parameters[index]!.name, value]])),
  ).toString()

/** A body as text; now and then with one field replaced, added or cut off. */
function bodyText(good: Arbitrary<unknown>): Arbitrary<string> {
  const text = good.map((value) => JSON.stringify(value))
  const spoiled = tuple(good, hostileValue, constantFrom('name', 'prompts', 'answers', 'extra')).map(
    ([value, bad, field]) => JSON.stringify({ ...(value as object), [field]: bad }),
  )
  return oneof(
    { arbitrary: text, weight: 5 },
    { arbitrary: spoiled, weight: 3 },
    { arbitrary: hostileValue.map((value) => JSON.stringify(value)), weight: 1 },
    { arbitrary: text.map((whole) => whole.slice(0, -1)), weight: 1 },
  )
}

/** Values that a JSON Schema takes, and now and then one that it does not. */
function valueOf(schema: JsonSchema, realIds: Record<string, string>): Arbitrary<unknown> {
  const inner = (part: unknown): Arbitrary<unknown> => valueOf(part as JsonSchema, realIds)
  const variants = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(variants)) return oneof(...variants.map(inner))
  if (Array.isArray(schema['enum'])) return constantFrom<unknown>(...(schema['enum'] as unknown[]))
  if ('const' in schema) return constant(schema['const'])
  switch (schema['type']) {
    case 'string':
      return texts(schema, realIds)
    case 'integer':
      return integer({ min: bound(schema['minimum'], -5), max: bound(schema['maximum'], 500) })
    case 'number':
      return double({ min: bound(schema['minimum'], -5), max: bound(schema['maximum'], 500), noNaN: true })
    case 'boolean':
      return boolean()
    case 'null':
      return constant(null)
    case 'array':
      return array(inner(schema['items'] ?? {}), { minLength: bound(schema['minItems'], 0), maxLength: 4 })
    case 'object': {
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, unknown>)
      const required = (schema['required'] ?? []) as string[]
      const fields = Object.fromEntries(properties.map(([name, part]) => [name, inner(part)]))
      return record(fields, { requiredKeys: required.filter((name) => name in fields) })
    }
    default:
      return hostileValue
  }
}

const bound = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Math.abs(value) < 1e9 ? value : otherwise

function texts(schema: JsonSchema, realIds: Record<string, string>): Arbitrary<string> {
  const { pattern, format, example, maxLength } = schema
  if (format === 'date') return constantFrom('2026-10-31', '2026-11-21', '1970-01-01', '2100-01-01')
  if (format === 'date-time') return constantFrom('2026-10-31T12:00:00.000Z', '2026-10-31T12:00:00+02:00')
  const real = typeof example === 'string' ? realIds[example.slice(0, 3)] : undefined
  if (real !== undefined && typeof example === 'string' && /^[a-z]{3}_/.test(example)) return constant(real)
  const isPlainPattern = typeof pattern === 'string' && !pattern.includes('\\p')
  if (isPlainPattern) return stringMatching(new RegExp(pattern), { maxLength: 30 })
  const most = typeof maxLength === 'number' ? Math.min(maxLength, 60) : 60
  return oneof(string({ unit: 'grapheme', minLength: 1, maxLength: most }), hostileText)
}
