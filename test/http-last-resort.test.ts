import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { HttpDependencies } from '../packages/server/src/http/dependencies.ts'
import { createRestServer } from '../packages/server/src/http/server.ts'
import { createMeter } from '../packages/server/src/operations/accounts/metering.ts'
import { ask, assertErrorShape, holdAnswer, type Reply } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { requestHead, sendRaw } from './support/raw-http.ts'

/** A door whose every part can be told to fail, also those that make its error answers. */
describe('faults in what answers faults', () => {
  let house: TestApp
  let tenant: Tenant
  let origin: string
  let close: () => Promise<unknown>
  const broken = new Set<keyof HttpDependencies>()

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    const { services } = house.app
    const breaking = <Name extends keyof HttpDependencies>(
      name: Name,
      part: HttpDependencies[Name],
    ): HttpDependencies[Name] => {
      if (typeof part !== 'function') return part
      const whole = part as (...args: unknown[]) => unknown
      const breakable = (...args: unknown[]): unknown => {
        if (broken.has(name)) throw new Error(`${name} is broken at db.internal`)
        return whole(...args)
      }
      // The same function, but for the throwing.
      return breakable as HttpDependencies[Name]
    }
    const note = breaking('log', (() => {}) as never) as unknown as () => void
    const { organization, key } = await tenant.client.getMe()
    const rest = createRestServer({
      authenticate: breaking('authenticate', () => ({
        organization: {
          ...organization,
          plan: 'pro',
          callsPerMinute: 100_000,
          anchorAt: new Date(0),
          planSince: new Date(0),
        },
        actor: { kind: 'key', keyId: key.id },
        key: { id: key.id, name: key.name, expiresAt: null },
        scopes: key.scopes,
        role: null,
        brandIds: null,
      })),
      dispatch: breaking('dispatch', async () => ({ output: { fine: true }, isReplayed: false })),
      meter: createMeter(services),
      isReady: async () => true,
      isUnavailable: breaking('isUnavailable', () => false),
      now: breaking('now', services.now),
      newRequestId: breaking('newRequestId', () => services.newId('request')),
      log: { info: note, error: note },
      version: 'test',
    })
    await rest.listen({ host: '127.0.0.1', port: 0 })
    origin = `http://127.0.0.1:${(rest.server.address() as AddressInfo).port}`
    close = () => rest.close()
  })
  after(async () => {
    await close()
    await house.close()
  })

  const asked = () => ask(`${origin}/api/v1/brands`, { key: tenant.key })
  const whileBroken = async (parts: (keyof HttpDependencies)[], work: () => Promise<Reply>): Promise<Reply> => {
    for (const part of parts) broken.add(part)
    try {
      return await work()
    } finally {
      broken.clear()
    }
  }

  const combinations: (keyof HttpDependencies)[][] = [
    ['now'],
    ['dispatch', 'isUnavailable'],
    ['dispatch', 'now'],
    ['dispatch', 'log'],
    ['dispatch', 'log', 'now', 'isUnavailable', 'newRequestId'],
    ['authenticate', 'isUnavailable'],
  ]
  for (const parts of combinations)
    test(`E26: ${parts.join(', ')} broken: 500 in the one shape, nothing from inside, and the next call is served`, async () => {
      const reply = await whileBroken(parts, asked)
      assertErrorShape(reply, 500, 'internal_error')
      assert.doesNotMatch(reply.text, /broken|db\.internal/)
      assert.equal((await asked()).status, 200)
    })

  test('E26: a request that cannot be named by the house is named otherwise and served', async () => {
    assert.equal((await whileBroken(['newRequestId'], asked)).status, 200)
  })

  test('E26: addresses that do not exist and bytes that are no HTTP are answered while the clock and the log are broken', async () => {
    const ways = [
      () => ask(`${origin}/nowhere`),
      () => ask(`${origin}/api/v1/brands/%zz`),
      async () => (await sendRaw(origin, requestHead('FOO / HTTP/1.1'))).replies[0]!,
      async () => (await sendRaw(origin, 'nonsense\r\n\r\n')).replies[0]!,
    ]
    for (const way of ways) {
      const reply = await whileBroken(['now', 'log', 'newRequestId'], way)
      assertErrorShape(reply, 500, 'internal_error')
    }
    assert.equal((await asked()).status, 200)
  })

  test('E26: calls beside a broken one are served', async () => {
    const started = Array.from({ length: 10 }, asked)
    const failed = whileBroken(['dispatch', 'isUnavailable'], asked)
    assertErrorShape(await failed, 500, 'internal_error')
    for (const reply of await Promise.all(started)) assert.ok(reply.status === 200 || reply.status === 500)
    assert.equal((await asked()).status, 200)
  })
})

describe('the check that every answer of a test run goes through', () => {
  test('D11, E28: refuses an answer without limits, with another’s id, or from 400 on in any other shape', async (t) => {
    const house = await openTestApp()
    t.after(() => house.close())
    const good = await ask(`${house.baseUrl}/brands`)
    const id = () => `req_${String(Math.random()).slice(2).padEnd(26, '0').slice(0, 26)}`
    const altered = (change: (reply: { status: number; headers: Headers; error: Record<string, unknown> }) => void) => {
      const requestId = id()
      const headers = new Headers(good.headers)
      headers.set('x-request-id', requestId)
      const error: Record<string, unknown> = { ...(JSON.parse(good.text) as { error: object }).error, requestId }
      const reply = { status: good.status, headers, error }
      change(reply)
      return () => holdAnswer({ ...reply, text: JSON.stringify({ error: reply.error }) })
    }
    assert.doesNotThrow(altered(() => {}))
    assert.throws(() => holdAnswer(good), 'the same answer twice')
    for (const name of ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-reset', 'x-request-id'])
      assert.throws(
        altered(({ headers }) => headers.delete(name)),
        name,
      )
    assert.throws(altered(({ headers }) => headers.set('ratelimit', '"ip";r=-1;t=60')))
    assert.throws(altered(({ headers }) => headers.set('ratelimit', '"other";r=1;t=60')))
    assert.throws(altered(({ headers }) => headers.set('content-type', 'text/html')))
    for (const [field, value] of [
      ['code', 'unheard_of'],
      ['code', 'internal_error'],
      ['status', 500],
      ['message', ''],
      ['requestId', 'req_0'],
      ['details', [{ path: 1, code: 'x', message: 'x' }]],
    ] as const)
      assert.throws(
        altered(({ error }) => {
          error[field] = value
        }),
        field,
      )
    assert.throws(() => holdAnswer({ ...good, text: '<html>' }))
  })

  test('E28, D18: every answer stands in the log under its id, and those that say so add up to the usage', async (t) => {
    const house = await openTestApp()
    t.after(() => house.close())
    const { client, key } = await house.tenant()
    const asking = [
      ask(`${house.baseUrl}/brands`, { key }),
      ask(`${house.baseUrl}/brands?limit=0`, { key }),
      ask(`${house.baseUrl}/brands?api_key=${key}`),
      ask(`${house.baseUrl}/brands`, { key, method: 'POST', body: '{' }),
      ask(`${house.baseUrl}/brands`, { key, headers: { 'if-none-match': '*' } }),
      ask(`${house.origin}/nowhere`),
      ask(`${house.baseUrl}/me`, { key }),
    ]
    const replies = [
      ...(await Promise.all(asking)),
      ...(await sendRaw(house.origin, requestHead('FOO / HTTP/1.1'))).replies,
    ]
    const logged = house.log.filter(({ event }) => event === 'request.answered').map(({ facts }) => facts)
    for (const reply of replies) {
      const line = logged.find(({ requestId }) => requestId === reply.headers.get('x-request-id'))
      assert.ok(line)
      assert.equal(line['status'], reply.status)
      if (reply.status >= 400)
        assert.equal(line['code'], (JSON.parse(reply.text) as { error: { code: string } }).error.code)
    }
    assert.ok(!JSON.stringify(logged).includes(key))
    const { byEndpoint, calls } = await client.getUsage()
    const counted = Map.groupBy(
      logged.filter(({ isCounted }) => isCounted === true),
      ({ operation }) => operation,
    )
    assert.deepEqual(
      Object.fromEntries([...counted].map(([operation, lines]) => [operation, lines.length])),
      Object.fromEntries(byEndpoint.map(({ operation, calls: used }) => [operation, used])),
    )
    assert.equal(calls.used, 3)
  })
})
