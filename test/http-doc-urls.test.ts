import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { ProblemBody } from '@sightline/sdk'
import { ask, type Reply } from './support/http.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { requestHead, sendRaw } from './support/raw-http.ts'

const PUBLIC = 'https://sightline.example.com'
const ERRORS = '/docs/errors#missing_api_key'
const docUrlOf = ({ text }: Reply): string => (JSON.parse(text) as ProblemBody).error.docUrl

describe('the docUrl of an error, and other links', () => {
  let house: TestApp
  let known: TestApp

  before(async () => {
    house = await openTestApp()
    known = await openTestApp({ web: { publicUrl: PUBLIC } })
  })
  after(async () => {
    await house.close()
    await known.close()
  })

  const raw = async (
    origin: string,
    host: string | null,
    headers: string[] = [],
    line = 'GET /api/v1/brands HTTP/1.1',
  ) => {
    const { replies } = await sendRaw(origin, requestHead(line, headers, host), { replies: 1 })
    return docUrlOf(replies[0]!)
  }

  test('is absolute and leads to the page, where the caller names the address that it reached', async () => {
    const { port } = new URL(house.origin)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`]) {
      const docUrl = await raw(house.origin, host)
      assert.equal(docUrl, `http://${host.toLowerCase()}${ERRORS}`)
    }
    const page = await fetch(docUrlOf(await ask(`${house.baseUrl}/brands`)))
    assert.equal(page.status, 200)
    assert.match(await page.text(), /id="missing_api_key"/)
  })

  test('never holds another host, whatever a request says', async () => {
    const { port } = new URL(house.origin)
    const hosts = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `127.0.0.2:${port}`,
      `[::1]:${port}`,
    ]
    for (const host of hosts) assert.equal(await raw(house.origin, host), ERRORS, host)
    const forwarded = ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https', 'Forwarded: host=evil.example']
    assert.equal(await raw(house.origin, `127.0.0.1:${port}`, forwarded), ERRORS, 'a proxy stands between')
    assert.equal(await raw(house.origin, null, [], 'GET /api/v1/brands HTTP/1.0'), ERRORS)
    assert.equal(await raw(house.origin, 'evil.example', [], 'FOO / HTTP/1.1'), '/docs/errors#method_not_allowed')
  })

  test('believes a trusted proxy no host either', async () => {
    const rest = house.app.createRest({ trustedProxies: ['127.0.0.1'] })
    await rest.listen({ host: '127.0.0.1', port: 0 })
    const { port } = rest.server.address() as AddressInfo
    const headers = ['X-Forwarded-For: 203.0.113.9', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https']
    assert.equal(await raw(`http://127.0.0.1:${port}`, `127.0.0.1:${port}`, headers), ERRORS)
    await rest.close()
  })

  test('starts with SIGHTLINE_PUBLIC_URL where it is set, on every error and whatever a request says', async () => {
    const { port } = new URL(known.origin)
    for (const host of ['evil.example', `127.0.0.1:${port}`])
      assert.equal(await raw(known.origin, host), `${PUBLIC}${ERRORS}`)
    assert.equal(await raw(known.origin, 'a b'), `${PUBLIC}/docs/errors#invalid_request`)
    assert.equal(await raw(known.origin, null, [], 'FOO / HTTP/1.1'), `${PUBLIC}/docs/errors#method_not_allowed`)
    assert.equal(await raw(known.origin, null, [], 'nonsense'), `${PUBLIC}/docs/errors#invalid_request`)
    assert.equal(await raw(known.origin, 'a', [], 'GET /web/nowhere HTTP/1.1'), `${PUBLIC}/docs/errors#route_not_found`)
  })

  test('as do the links of lists and of the OpenAPI document, which without it start with the Host', async () => {
    for (const { app, origins } of [
      { app: known, origins: [PUBLIC] },
      { app: house, origins: ['http://evil.example'] },
    ]) {
      const tenant = await app.tenant({ plan: 'pro' })
      for (const name of ['One', 'Two']) await tenant.client.createBrand({ body: { name } })
      const asked = async (path: string): Promise<Reply> => {
        const head = requestHead(`GET /api/v1${path} HTTP/1.1`, [`Authorization: Bearer ${tenant.key}`], 'evil.example')
        return (await sendRaw(app.origin, head, { replies: 1 })).replies[0]!
      }
      const list = await asked('/brands?limit=1')
      const { pagination } = JSON.parse(list.text) as { pagination: { next: string } }
      const { servers } = JSON.parse((await asked('/openapi.json')).text) as { servers: { url: string }[] }
      const link = /<(.*)>/.exec(list.headers.get('link') ?? '')?.[1] ?? ''
      assert.deepEqual(
        [...new Set([pagination.next, link, servers[0]!.url].map((url) => new URL(url).origin))],
        origins,
      )
    }
  })
})
