import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { platformKey, planSlugs, plans } from '@sightline/sdk'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { aRecommendation } from './support/gap-market.ts'
import { ask } from './support/http.ts'

const specification = join(
  process.env['SIGHTLINE_SHARED'] ?? join(import.meta.dirname, '../../shared'),
  'spec/interface.md',
)
const isHere = existsSync(specification)
const without = isHere
  ? false
  : `no specification at ${specification}; set SIGHTLINE_SHARED to hold the server against it`

/**
 * The endpoints that the specification gives, held against its own tables. The fields of /usage are not specified, so that
 * it answers with an object is all there is to hold.
 */
describe('the running server against the interface specification', { skip: without }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let score: Json
  let visibility: Json

  before(async () => {
    house = await openTestApp({ lab: { seed: 3 } })
    tenant = await house.tenant()
    brandId = (await seedBrand(tenant.client, house.lab, 6)).brandId
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { repeats: 1 })).id)
    score = await read(`/brands/${brandId}/score`)
    visibility = await read('/visibility/scores')
  })
  after(() => house.close())

  const read = async (path: string): Promise<Json> => {
    const reply = await ask(`${house.baseUrl}${path}`, { key: tenant.key })
    assert.equal(reply.status, 200)
    return JSON.parse(reply.text) as Json
  }

  test('GET /brands/{id}/score has every specified field with its type', () => {
    const rows = fieldsOf('### Brand score')
    assert.ok(rows.length >= 11)
    for (const { field, type } of rows) assertField(score, field, type)
  })

  test('a score with advice has every specified field of its top recommendation', async () => {
    await aRecommendation(house, tenant.client, brandId)
    const advised = await read(`/brands/${brandId}/score`)
    assert.ok(isObject(advised['topRecommendation']))
    for (const { field, type } of fieldsOf('### Brand score')) assertField(advised, field, type)
  })

  test('POST /webhooks takes every specified field and every specified kind of event', async () => {
    const fields = tableAfter('### Webhook subscription').map(([field = '']) => field)
    const kinds = tableAfter('## Events').map(([kind = '']) => kind)
    assert.equal(kinds.length, 3)
    const sent: Json = { url: 'https://hooks.example.com/sightline', events: kinds, threshold: 2.5 }
    assert.deepEqual(Object.keys(sent).toSorted(), fields.toSorted())
    const reply = await ask(`${house.baseUrl}/webhooks`, { method: 'POST', key: tenant.key, body: sent })
    assert.equal(reply.status, 201, reply.text)
    const { url, events, threshold } = JSON.parse(reply.text) as Json
    assert.deepEqual({ url, events, threshold }, sent)
    for (const field of ['url', 'events']) {
      const { [field]: _left, ...without } = sent
      const refused = await ask(`${house.baseUrl}/webhooks`, { method: 'POST', key: tenant.key, body: without })
      assert.equal(refused.status, 422, `${field} is required`)
    }
  })

  test('GET /visibility/scores has every specified field with its type', () => {
    const rows = fieldsOf('### Visibility scores')
    assert.equal(rows.length, 3)
    for (const { field, type } of rows) assertField(visibility, field, type)
  })

  test('GET /usage answers with an object', async () => {
    assert.ok(isObject(await read('/usage')))
  })

  test('platforms are hyphenated slugs in the one, underscored keys with the same numbers in the other', () => {
    const listed = score['platforms'] as { slug: string; score: number }[]
    for (const { slug } of listed) assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    const scores = Object.fromEntries(listed.map(({ slug, score: points }) => [platformKey(slug), points]))
    assert.deepEqual(visibility['platformScores'], scores)
    assert.equal(visibility['compositeScore'], score['composite'])
    const seen = ['google_aio', 'chatgpt', 'perplexity']
    for (const key of seen) assert.ok(Object.hasOwn(scores, key), key)
  })

  test('the trend is a window like 7d in the one, a signed percentage with one decimal place in the other', () => {
    assert.match((score['trend'] as { window: string }).window, /^\d+[a-z]$/)
    assert.match(String(visibility['trend']), /^[+-]\d+\.\d%$/)
  })

  test('prices and calls of the plans are those of the specification', () => {
    const rows = tableAfter('## Limits').map(([plan = '', price = '', calls = '']) => ({ plan, price, calls }))
    assert.equal(rows.length, planSlugs.length)
    for (const { plan, price, calls } of rows) {
      const known = Object.values(plans).find(({ label }) => label === plan)
      assert.equal(known?.callsPerMonth, Number(calls.replaceAll(',', '')))
      assert.equal(known?.usdPerMonth, /\$([\d.]+)/.exec(price) ? Number(/\$([\d.]+)/.exec(price)?.[1]) : null)
    }
  })
})

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (heading: string): { field: string; type: string }[] =>
  tableAfter(heading).map(([field = '', type = '']) => ({ field, type }))

/** Rows of the first table below a heading, as cells. */
function tableAfter(heading: string): string[][] {
  const text = readFileSync(specification, 'utf8')
  const lines = text.slice(text.indexOf(`\n${heading}`) + 1).split('\n')
  const first = lines.findIndex((line) => line.startsWith('|'))
  const rows = lines.slice(first)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** A dotted field, `[]` standing for each entry. Below what is null (nothing to say) nothing is expected. */
function assertField(body: unknown, field: string, type: string): void {
  const [step = '', ...rest] = field.split('.')
  const name = step.replace('[]', '')
  assert.ok(isObject(body) && Object.hasOwn(body, name), `${field} is there`)
  const value = body[name]
  const isOptionalObject = name === 'topRecommendation' && value === null
  if (isOptionalObject) return
  if (rest.length === 0) return assert.ok(isOfType(value, type), `${field} is ${type}, not ${JSON.stringify(value)}`)
  const entries: unknown[] = Array.isArray(value) ? value : [value]
  assert.ok(entries.length > 0)
  for (const entry of entries) assertField(entry, rest.join('.'), type)
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string' && value !== ''
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number'
    case 'object':
      return isObject(value)
    case 'array of objects':
      return Array.isArray(value) && value.every(isObject)
    default:
      throw new Error(`The specification names a type that this test does not know: ${type}`)
  }
}
