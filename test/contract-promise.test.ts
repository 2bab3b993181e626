import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { breakingChanges } from '../scripts/contract/breaking-changes.ts'
import { contractOf, type Contract, type DocumentedOperation, type Schema } from '../scripts/contract/document.ts'

const promised = JSON.parse(readFileSync(join(import.meta.dirname, '../docs/openapi.v1.json'), 'utf8')) as Schema
const touched = [
  '/exports/{dataset}',
  '/brands',
  '/brands/{id}/score',
  '/events',
  '/webhooks',
  '/me',
  '/runs/{id}/cancel',
]
const before: Contract = {
  paths: Object.fromEntries(Object.entries(contractOf(promised).paths).filter(([path]) => touched.includes(path))),
}

type Field = Schema & { properties: Record<string, Field>; required: string[]; items: Field; anyOf: Field[] }
type Handle = {
  contract: Contract
  /** POST /brands */
  create: DocumentedOperation
  body: Field
  /** GET /brands/{id}/score */
  read: DocumentedOperation
  score: Field
  events: Field
  rows: Field
}

const field = (schema: Schema | undefined): Field => schema as Field
const schemaIn = (operation: DocumentedOperation, status: number): Field =>
  field(operation.responses[status]?.content?.['application/json']?.schema)

function changed(change: (handle: Handle) => void): string[] {
  const contract = structuredClone(before)
  const create = contract.paths['/brands']?.['post']
  const read = contract.paths['/brands/{id}/score']?.['get']
  const list = contract.paths['/events']?.['get']
  assert.ok(create && read && list)
  const body = field(create.requestBody?.content['application/json']?.schema)
  const events = schemaIn(list, 200).properties['data']?.items
  const rows = schemaIn(contract.paths['/exports/{dataset}']!['get']!, 200).properties['data']?.items
  assert.ok(events && rows)
  change({ contract, create, body, read, score: schemaIn(read, 200), events, rows })
  return breakingChanges(before, contract)
}

const newParameter = { name: 'also', in: 'query', schema: { type: 'string' } }

describe('a change that breaks what a client relies on is found:', () => {
  const breaks: [title: string, change: (handle: Handle) => void, found: RegExp][] = [
    ['a path goes', ({ contract }) => delete contract.paths['/brands'], /^GET \/brands: is gone$/],
    ['a method goes', ({ contract }) => delete contract.paths['/brands']?.['post'], /^POST \/brands: is gone$/],
    [
      'a method of the client is renamed',
      ({ create }) => (create.operationId = 'addBrand'),
      /operationId was createBrand/,
    ],
    ['another scope is needed', ({ read }) => (read['x-scope'] = 'results:read'), /needs the scope results:read/],
    ['what was free counts', ({ contract }) => (contract.paths['/me']!['get']!['x-metered'] = true), /now counts/],
    [
      'a parameter goes',
      ({ read }) => (read.parameters = read.parameters.slice(0, 1)),
      /query parameter window: is gone/,
    ],
    ['a parameter becomes required', ({ read }) => (read.parameters[1]!.required = true), /window: is now required/],
    [
      'a new parameter is required',
      ({ read }) => read.parameters.push({ ...newParameter, required: true }),
      /also: is new and required/,
    ],
    [
      'a default changes',
      ({ read }) => (read.parameters[1]!.schema['default'] = '28d'),
      /window: its default was "7d"/,
    ],
    ['a pattern changes', ({ read }) => (read.parameters[1]!.schema['pattern'] = '^7d$'), /window: pattern is now/],
    ['an input goes', ({ body }) => delete body.properties['aliases'], /body\.aliases: is gone/],
    ['an input becomes required', ({ body }) => body.required.push('aliases'), /body\.aliases: is now required/],
    [
      'an input is shorter',
      ({ body }) => (body.properties['name']!['maxLength'] = 3),
      /body\.name: maxLength is now 3/,
    ],
    [
      'a list must hold more',
      ({ body }) => (body.properties['aliases']!['minItems'] = 1),
      /body\.aliases: minItems is now 1/,
    ],
    [
      'an input has another type',
      ({ body }) => (body.properties['name'] = field({ type: 'integer' })),
      /body\.name: string is no longer accepted/,
    ],
    [
      'a word is no longer taken',
      ({ contract }) => {
        const format = field(contract.paths['/webhooks']!['post']!.requestBody?.content['application/json']?.schema)
          .properties['format']!
        format['enum'] = ['event', 'slack']
      },
      /body\.format: no longer accepts discord, teams, googlechat/,
    ],
    [
      'null is no longer taken',
      ({ contract }) => {
        const body = field(contract.paths['/webhooks']!['post']!.requestBody?.content['application/json']?.schema)
        body.properties['brandIds']!.anyOf.pop()
      },
      /body\.brandIds: null is no longer accepted/,
    ],
    [
      'a body is needed',
      ({ contract }) => {
        const operation = contract.paths['/runs/{id}/cancel']!['post']!
        operation.requestBody = { required: true, content: {} }
      },
      /body: is new and required/,
    ],
    [
      'success has another status',
      ({ create }) => {
        create.responses['200'] = create.responses['201']!
        delete create.responses['201']
      },
      /status 201: is gone/,
    ],
    [
      'a header goes',
      ({ read }) => delete read.responses['200']!.headers!['RateLimit'],
      /status 200: header RateLimit is gone/,
    ],
    [
      'a field of an answer goes',
      ({ score }) => delete score.properties['composite'],
      /answer 200\.composite: is gone/,
    ],
    [
      'a field deep in an answer goes',
      ({ score }) => delete score.properties['platforms']!.items.properties['slug'],
      /platforms\[\]\.slug: is gone/,
    ],
    [
      'a field may be missing',
      ({ score }) => (score.required = score.required.filter((name) => name !== 'trend')),
      /answer 200\.trend: may be missing/,
    ],
    [
      'a whole number gets decimals',
      ({ score }) => (score.properties['composite']!['type'] = 'number'),
      /composite: number is new here/,
    ],
    [
      'a field may be null',
      ({ score }) => (score.properties['asOf'] = field({ anyOf: [score.properties['asOf'], { type: 'null' }] })),
      /asOf: null is new here/,
    ],
    [
      'an instant becomes a day',
      ({ score }) => (score.properties['computedAt']!['format'] = 'date'),
      /computedAt: its format was date-time/,
    ],
    [
      'a field of one kind of event goes',
      ({ events }) => {
        const variants = (events['oneOf'] ?? events['anyOf']) as Field[]
        delete variants[0]!.properties['data']!.properties['delta']
      },
      /data\[\]\.data\.delta: is gone/,
    ],
    [
      'a kind of event goes',
      ({ events }) => void ((events['oneOf'] ?? events['anyOf']) as Field[]).pop(),
      /data\[\]: type="competitor.alert" is gone/,
    ],
    [
      'a column of one dataset goes',
      ({ rows }) => delete rows.anyOf[0]!.properties['score'],
      /data\[\]\.score: is gone/,
    ],
    [
      'the shape of errors changes',
      ({ read }) => delete schemaIn(read, 429).properties['error']!.properties['message'],
      /answer 429\.error\.message: is gone/,
    ],
  ]
  for (const [title, change, found] of breaks)
    test(title, () => {
      const lines = changed(change)
      assert.ok(
        lines.some((line) => found.test(line)),
        `found: ${lines.join(' | ')}`,
      )
    })
})

describe('an addition is none:', () => {
  const additions: [title: string, change: (handle: Handle) => void][] = [
    ['nothing changes', () => {}],
    ['a path', ({ contract, read }) => (contract.paths['/new'] = { get: read })],
    ['an optional parameter', ({ read }) => read.parameters.push({ ...newParameter, required: false })],
    ['an optional input', ({ body }) => (body.properties['note'] = field({ type: 'string' }))],
    [
      'an input may be longer, absent or null',
      ({ body }) => {
        body.properties['name'] = field({ anyOf: [{ type: 'string', maxLength: 9_999 }, { type: 'null' }] })
        body.required = []
      },
    ],
    [
      'a field of an answer',
      ({ score }) => {
        score.properties['mood'] = field({ type: 'string' })
        score.required.push('mood')
      },
    ],
    [
      'an answer is never null any more, always there, whole instead of decimal',
      ({ score }) => {
        score.properties['topRecommendation'] = field(score.properties['topRecommendation']!.anyOf[0])
        score.properties['trend']!.properties['delta']!['type'] = 'integer'
      },
    ],
    [
      'a new word in a list of words',
      ({ score }) => {
        const surface = score.properties['platforms']!.items.properties['surface']!
        surface['enum'] = [...(surface['enum'] as string[]), 'browser']
      },
    ],
    [
      'a new dataset',
      ({ rows }) =>
        rows.anyOf.splice(1, 0, field({ type: 'object', properties: { id: { type: 'string' } }, required: ['id'] })),
    ],
    [
      'a new kind of event',
      ({ events }) => {
        const variants = (events['oneOf'] ?? events['anyOf']) as Field[]
        variants.push(field({ ...variants[0], properties: { type: { type: 'string', const: 'brand.gone' } } }))
      },
    ],
    [
      'an error that may come, another that no longer does',
      ({ read }) => {
        read.responses['418'] = read.responses['404']!
        delete read.responses['417']
      },
    ],
    ['a call needs less', ({ read }) => (read['x-scope'] = 'any')],
  ]
  for (const [title, change] of additions) test(title, () => assert.deepEqual(changed(change), []))
})
