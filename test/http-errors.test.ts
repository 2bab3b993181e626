import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '@sightline/sdk'
import { everyOperation, methodsByPath, pathOf } from './support/every-operation.ts'
import { ask, assertErrorShape, type Asked, type Reply } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'

describe('addresses, methods and headers that are wrong', () => {
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
  })
  after(() => house.close())

  const askApi = (path: string, asked: Asked = {}) => ask(`${house.baseUrl}${path}`, { key: tenant.key, ...asked })

  test('E1: an address that does not exist is 404 route_not_found, and another version says which there is', async () => {
    for (const path of ['/api', '/api/v1', '/api/v1/', '/api/v1/brands/', '/api/v1//brands', '/API/V1/brands'])
      assertErrorShape(await ask(`${house.origin}${path}`, { key: tenant.key }), 404, 'route_not_found')
    for (const path of ['/api/v2', '/api/v2/brands', '/api/v10/brands', '/api/v0/brands']) {
      const { message } = assertErrorShape(await ask(`${house.origin}${path}`), 404, 'route_not_found')
      assert.match(message, /\/api\/v1/)
    }
  })

  test('E2: a method that an address does not know is 405 with exactly those it knows', async () => {
    for (const [path, allowed] of methodsByPath())
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !allowed.includes(name))) {
        const operation = everyOperation.find((declared) => declared.path === path)!
        const reply = await askApi(pathOf(operation), { method })
        assertErrorShape(reply, 405, 'method_not_allowed')
        assert.equal(reply.headers.get('allow'), allowed.join(', '))
      }
    for (const path of ['/healthz', '/readyz', '/api/v1/openapi.json']) {
      const reply = await ask(`${house.origin}${path}`, { method: 'POST' })
      assertErrorShape(reply, 405, 'method_not_allowed')
      assert.equal(reply.headers.get('allow'), 'GET, HEAD')
    }
  })

  /** The connection's own headers are between two machines, not part of the answer. */
  const namesOf = ({ headers }: Reply) => [...headers.keys()].filter((name) => !/^(connection|keep-alive)$/.test(name))

  test('E3: HEAD answers as GET does, without the body', async () => {
    for (const [path, status] of [
      ['/brands', 200],
      ['/me', 200],
      [`/brands/${newId('brand', 0)}`, 404],
    ] as const) {
      const [head, get] = [await askApi(path, { method: 'HEAD' }), await askApi(path)]
      assert.equal(head.status, status)
      assert.equal(head.text, '')
      assert.equal(head.headers.get('content-length'), get.headers.get('content-length'))
      assert.deepEqual(namesOf(head), namesOf(get))
    }
  })

  test('E14: an id that is none is 404 for every operation that takes one, never a fault', async () => {
    const odd = [
      '{}',
      'x'.repeat(1_000),
      '../',
      'id?x=1',
      'id/?/',
      'id/id',
      newId('run', 0).toUpperCase(),
      '😀',
      "' or 1=1 --",
    ]
    for (const operation of everyOperation.filter(({ path }) => path.includes('{')))
      for (const id of [...odd, newId('delivery', 0)]) {
        const path = operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id))
        const body = operation.method === 'GET' || operation.method === 'DELETE' ? undefined : {}
        assertErrorShape(await askApi(path, { method: operation.method, body }), 404, 'resource_not_found')
      }
  })

  test('E14: an id that is empty, written as it is or holds NUL is 404 or 400 for every operation, never a fault', async () => {
    const raw = { '': [404, 405], 'id/id': [404, 405], 'id?x=1': [400, 404, 405], 'id/?/': [404, 405], '%00': [400] }
    for (const operation of everyOperation.filter(({ path }) => path.includes('{')))
      for (const [id, allowed] of Object.entries(raw)) {
        const path = operation.path.replaceAll(/\{\w+\}/g, () => id)
        const body = operation.method === 'GET' || operation.method === 'DELETE' ? undefined : {}
        const { status, text } = await askApi(path, { method: operation.method, body })
        assert.ok(allowed.includes(status), `${operation.method} ${path}: ${status} ${text}`)
      }
  })

  test('E18: a parameter that is repeated, unknown, nested or empty is 400 invalid_parameter', async () => {
    const wrong = ['limit=1&limit=2', 'a[]=1', 'a[b]=1', 'limit=', 'limit', 'nothing=1', 'Limit=1', '__proto__=1', '=1']
    for (const query of wrong) assertErrorShape(await askApi(`/brands?${query}`), 400, 'invalid_parameter')
    const many = (count: number) => Array.from({ length: count }, (_, index) => index.toString(36)).join('&')
    // As many as an address can hold; ten thousand are more than a head can.
    const { details } = assertErrorShape(await askApi(`/brands?${many(2_000)}`), 400, 'invalid_parameter')
    assert.ok(details.length <= 100)
    assertErrorShape(await askApi(`/brands?${many(10_000)}`), 431, 'headers_too_large')
    assertErrorShape(await askApi(`/brands?${'a&'.repeat(4_000)}`), 400, 'invalid_parameter')
  })

  test('no other site may read an answer in a browser: CORS is off, for what is asked before and for what is asked', async () => {
    const origin = 'https://other.example'
    const replies = [
      await askApi('/brands', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      }),
      await askApi('/brands', { headers: { origin } }),
      await askApi('/brands', { headers: { origin }, method: 'POST', body: { name: 'Elsewhere' } }),
      await ask(`${house.baseUrl}/openapi.json`, { headers: { origin } }),
      await askApi('/nowhere', { headers: { origin } }),
    ]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [405, 200, 201, 200, 404],
    )
    for (const { headers } of replies)
      assert.deepEqual(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        [],
      )
  })

  test('E27: the answer is JSON whatever the caller accepts', async () => {
    for (const accept of ['application/xml', 'text/html', '*/*;q=0', 'image/png', '']) {
      const reply = await askApi('/brands', { headers: { accept } })
      assert.equal(reply.status, 200)
      assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
    }
  })

  test('E28: every answer has a request id of its own', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => askApi('/nowhere')))
    assert.equal(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size, 20)
  })

  test('E30: without a key an id that exists and one that does not are answered alike', async () => {
    const { id } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    for (const [method, suffix] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/score'],
      ['POST', '/answers'],
    ] as const) {
      const [known, unknown] = [
        await ask(`${house.baseUrl}/brands/${id}${suffix}`, { method }),
        await ask(`${house.baseUrl}/brands/${newId('brand', 0)}${suffix}`, { method }),
      ]
      const [one, other] = [known, unknown].map((reply) => assertErrorShape(reply, 401, 'missing_api_key'))
      assert.deepEqual({ ...one, requestId: '' }, { ...other, requestId: '' })
    }
  })

  test('E30: without a key a body is not read: whatever it is, the answer is 401', async () => {
    const url = `${house.baseUrl}/brands/${newId('brand', 0)}/answers`
    for (const body of ['{', '\0', 'x'.repeat(1_000_000)])
      assertErrorShape(await ask(url, { method: 'POST', body }), 401, 'missing_api_key')
  })

  test('the key is asked for before the scope, and both before the body', async () => {
    const readOnly = await tenant.newKey(['brands:read'])
    const reply = await ask(`${house.baseUrl}/brands`, { method: 'POST', key: readOnly, body: '{' })
    assertErrorShape(reply, 403, 'insufficient_scope')
  })

  test('the doors beside the API answer without a key and tell the limits of the address', async () => {
    for (const path of ['/healthz', '/readyz', '/api/v1/openapi.json']) {
      const reply = await ask(`${house.origin}${path}`)
      assert.equal(reply.status, 200)
      assert.match(reply.headers.get('ratelimit-policy') ?? '', /^"ip";q=600;w=60$/)
    }
  })
})
