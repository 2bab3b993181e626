import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiVersions, type ApiVersions } from '@sightline/sdk'
import { createDeprecations } from '../packages/server/src/http/request-target.ts'
import { ask, assertErrorShape } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'

const END = Date.parse('2028-03-01T00:00:00.000Z')
const versions: ApiVersions = {
  v0: { deprecatedAt: '2024-01-01T00:00:00.000Z', sunsetAt: '2025-01-01T00:00:00.000Z', guide: '/docs/from-v0' },
  v1: { deprecatedAt: '2027-02-28T00:00:00.000Z', sunsetAt: '2028-03-01T00:00:00.000Z', guide: '/docs/to-v2' },
}

describe('a version of the API whose end is declared', () => {
  let house: TestApp
  let tenant: Tenant
  let nowMs = Date.parse('2026-11-22T12:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(nowMs), apiVersions: versions })
    tenant = await house.tenant()
  })
  after(() => house.close())

  test('tells on every answer since when and until when, and where to read what to do', async () => {
    for (const name of ['One', 'Two']) await tenant.client.createBrand({ body: { name } })
    const replies = [
      await ask(`${house.baseUrl}/brands?limit=1`, { key: tenant.key }),
      await ask(`${house.baseUrl}/brands`),
      await ask(`${house.baseUrl}/nowhere`, { key: tenant.key }),
      await ask(`${house.baseUrl}/openapi.json`),
    ]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 401, 404, 200],
    )
    for (const { headers } of replies) {
      assert.equal(headers.get('deprecation'), '@1803772800')
      assert.equal(headers.get('sunset'), 'Wed, 01 Mar 2028 00:00:00 GMT')
      assert.match(headers.get('link') ?? '', /^<\/docs\/to-v2>; rel="deprecation"; type="text\/html"/)
    }
    // Beside the next page, which stands in the same header.
    assert.match(replies[0]!.headers.get('link')!, /, <http[^>]*cursor=[^>]*>; rel="next"$/)
    assert.equal((await ask(`${house.origin}/healthz`)).headers.get('sunset'), null)
  })

  test('serves until its end, and is 410 from then on, with or without a key, and costs nothing', async () => {
    nowMs = END - 1
    assert.equal((await ask(`${house.baseUrl}/me`, { key: tenant.key })).status, 200)
    nowMs = END
    for (const asked of [{ key: tenant.key }, {}, { method: 'POST', key: tenant.key, body: { name: 'Late' } }]) {
      const reply = await ask(`${house.baseUrl}/brands`, asked)
      assert.match(assertErrorShape(reply, 410, 'version_removed').message, /2028-03-01.*\/docs\/to-v2/)
      assert.ok(reply.headers.get('sunset'))
    }
    assertErrorShape(await ask(`${house.origin}/api/v0/brands`), 410, 'version_removed')
    assert.equal((await ask(`${house.origin}/healthz`)).status, 200)
  })

  test('ends no earlier than 12 months after the word: a service that would end one does not start', () => {
    const early: ApiVersions = { v1: { ...versions['v1']!, sunsetAt: '2028-02-27T00:00:00.000Z' } }
    assert.throws(() => createDeprecations(early, () => new Date(nowMs)), /12 months/)
  })
})

test('this version has no declared end, and says nothing of one', async () => {
  assert.deepEqual(apiVersions, { v1: null })
})
