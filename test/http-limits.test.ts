import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '@sightline/sdk'
import { Client } from 'pg'
import { mintKey } from '../packages/server/src/operations/accounts/authenticate.ts'
import { ask, assertErrorShape, readLimits, type Asked, type Reply } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { requestHead, sendRaw } from './support/raw-http.ts'
import { eventually } from './support/eventually.ts'

describe('limits that a caller sees', () => {
  let house: TestApp
  let nowMs = Date.parse('2026-10-31T12:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(nowMs) })
  })
  after(() => house.close())

  const askAs = (tenant: Tenant, path: string, asked: Asked = {}) =>
    ask(`${house.baseUrl}${path}`, { key: tenant.key, ...asked })
  const monthOf = (reply: Reply) => readLimits(reply)['month']!
  const used = async (tenant: Tenant) => (await tenant.client.getUsage()).calls.used
  const lifted = async (plan: 'free' | 'pro' = 'free') => {
    const tenant = await house.tenant({ plan })
    await liftMinuteLimit(house, tenant)
    return tenant
  }

  test('D11: every kind of answer to a key tells its minute and its month', async () => {
    const tenant = await house.tenant({ plan: 'pro' })
    const readOnly = await tenant.newKey(['brands:read'])
    const post = { method: 'POST', body: '{' }
    const replies = [
      [200, await askAs(tenant, '/brands')],
      [200, await askAs(tenant, '/me')],
      [201, await askAs(tenant, '/brands', { method: 'POST', body: { name: 'Fernhold' } })],
      [400, await askAs(tenant, '/brands', post)],
      [400, await askAs(tenant, '/brands?limit=0')],
      [403, await askAs(tenant, '/brands', { ...post, key: readOnly })],
      [404, await askAs(tenant, `/brands/${newId('brand', 0)}`)],
      [409, await askAs(tenant, '/brands', { method: 'POST', body: { name: 'Fernhold' } })],
      [413, await askAs(tenant, '/brands', { method: 'POST', body: ' '.repeat(70_000) })],
      [415, await askAs(tenant, '/brands', { ...post, headers: { 'content-type': 'text/xml' } })],
      [422, await askAs(tenant, '/brands', { method: 'POST', body: {} })],
    ] as const
    for (const [status, reply] of replies) {
      assert.equal(reply.status, status, reply.text)
      assert.deepEqual(Object.keys(readLimits(reply)), ['minute', 'month'])
      assert.equal(reply.headers.get('x-ratelimit-limit'), '2500')
    }
  })

  test('D11: before a key is known an answer tells the limit of the address', async () => {
    const replies = [
      await ask(`${house.baseUrl}/brands`),
      await ask(`${house.baseUrl}/nowhere`),
      await ask(`${house.baseUrl}/brands`, { method: 'PUT' }),
      await ask(`${house.baseUrl}/brands?x=${'x'.repeat(8_192)}`),
    ]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [401, 404, 405, 414],
    )
    for (const reply of replies) assert.deepEqual(Object.keys(readLimits(reply)), ['ip'])
  })

  test('D12: what is left falls by exactly one for each counted call, whatever its answer', async () => {
    const tenant = await lifted('pro')
    let left = 2_500
    const counted = [
      await askAs(tenant, '/brands'),
      await askAs(tenant, '/brands?limit=0'),
      await askAs(tenant, '/brands', { method: 'POST', body: '{' }),
      await askAs(tenant, `/brands/${newId('brand', 0)}`),
      await askAs(tenant, '/brands/nonsense'),
      await askAs(tenant, '/brands', { method: 'POST', body: ' '.repeat(70_000) }),
      await askAs(tenant, '/brands', { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } }),
      await askAs(tenant, '/brands', { method: 'POST', body: {} }),
    ]
    for (const reply of counted) assert.equal(monthOf(reply).remaining, --left)
    assert.equal(await used(tenant), counted.length)
  })

  test('D6: 400, 404, 408, 409, 413, 415 and 422 to a valid key are counted once each', async () => {
    const tenant = await lifted('pro')
    await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      askAs(tenant, '/brands', { method: 'POST', body, headers })
    const stalled = requestHead('POST /api/v1/brands HTTP/1.1', [
      `Authorization: Bearer ${tenant.key}`,
      'Content-Type: application/json',
      'Content-Length: 9',
    ])
    const kinds: [number, () => Promise<Reply | undefined>][] = [
      [400, () => post('{')],
      [400, () => askAs(tenant, '/brands?limit=0')],
      [400, () => askAs(tenant, '/brands?cursor=made-up')],
      [404, () => askAs(tenant, `/brands/${newId('brand', 0)}`)],
      [404, () => askAs(tenant, `/brands/${newId('brand', 0)}`, { method: 'PATCH', body: { name: 'A' } })],
      [408, async () => (await sendRaw(house.origin, stalled)).replies[0]],
      [409, () => post({ name: 'Fernhold' })],
      [413, () => post(' '.repeat(70_000))],
      [415, () => post('{}', { 'content-type': 'text/plain' })],
      [422, () => post({})],
    ]
    let expected = await used(tenant)
    for (const [status, send] of kinds) {
      assert.equal((await send())?.status, status)
      assert.equal(await used(tenant), ++expected, `${status} is counted once`)
    }
  })

  test('D6: a request that is told to wait for another under its Idempotency-Key is counted once', async () => {
    const tenant = await lifted('pro')
    const owner = new Client({ connectionString: house.database.ownerUrl })
    await owner.connect()
    // One of the two holds the key until it may write.
    await owner.query('begin; lock table brand in exclusive mode')
    const post = () =>
      askAs(tenant, '/brands', { method: 'POST', body: { name: 'Twice' }, headers: { 'idempotency-key': 'd6' } })
    const both = [post(), post()]
    assertErrorShape(await Promise.race(both), 409, 'idempotency_in_progress')
    await owner.end()
    assert.ok((await Promise.all(both)).some(({ status }) => status === 201))
    assert.equal(await used(tenant), 2)
  })

  test('D5: 401, 403, usage, me, unknown addresses and health are never counted', async () => {
    const tenant = await lifted()
    await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const second = { method: 'POST', body: { name: 'Quorvane' } }
    const scopeless = await tenant.newKey([])
    for (let index = 0; index < 3; index += 1) {
      assertErrorShape(await askAs(tenant, '/brands', second), 403, 'plan_limit_reached')
      assertErrorShape(await askAs(tenant, '/brands', { key: scopeless }), 403, 'insufficient_scope')
      assertErrorShape(await askAs(tenant, '/brands', { key: 'nonsense' }), 401, 'invalid_api_key')
      assertErrorShape(await askAs(tenant, '/nowhere'), 404, 'route_not_found')
      assert.equal(monthOf(await askAs(tenant, '/me')).remaining, 99)
      assert.equal(monthOf(await askAs(tenant, '/usage')).remaining, 99)
      await ask(`${house.origin}/healthz`)
    }
    assert.equal(await used(tenant), 1)
  })

  test('D1: of 130 calls at once on Free exactly 100 pass; the others are told to wait for the period’s end', async () => {
    const tenant = await lifted()
    const replies = await Promise.all(Array.from({ length: 130 }, () => askAs(tenant, '/brands')))
    const refused = replies.filter(({ status }) => status === 429)
    assert.equal(replies.filter(({ status }) => status === 200).length, 100)
    assert.equal(refused.length, 30)
    const { period } = await tenant.client.getUsage()
    for (const reply of refused) {
      const { limit, current, plan, violatedPolicies } = assertErrorShape(reply, 429, 'quota_exceeded')
      assert.deepEqual({ limit, current, plan }, { limit: 100, current: 100, plan: 'free' })
      assert.deepEqual(violatedPolicies, ['month'])
      assert.equal(Number(reply.headers.get('retry-after')), (Date.parse(period.end) - nowMs) / 1_000)
      assert.equal(monthOf(reply).remaining, 0)
      assert.equal(Number(reply.headers.get('x-ratelimit-reset')) * 1_000, Date.parse(period.end))
    }
    const left = replies.filter(({ status }) => status === 200).map((reply) => monthOf(reply).remaining)
    assert.deepEqual(
      left.toSorted((one, other) => one - other),
      [...Array(100).keys()],
      'each number told once',
    )
  })

  test('usage and me answer at the ceiling, and a new period opens it', async () => {
    const tenant = await lifted()
    for (let index = 0; index < 100; index += 1) assert.equal((await askAs(tenant, '/brands')).status, 200)
    assertErrorShape(await askAs(tenant, '/brands'), 429, 'quota_exceeded')
    assert.equal((await askAs(tenant, '/me')).status, 200)
    const usage = await tenant.client.getUsage()
    assert.deepEqual(usage.calls, { used: 100, limit: 100, remaining: 0 })
    nowMs = Date.parse(usage.period.end) - 1
    assertErrorShape(await askAs(tenant, '/brands'), 429, 'quota_exceeded')
    nowMs += 1
    assert.equal(monthOf(await askAs(tenant, '/brands')).remaining, 99)
    assert.equal((await tenant.client.getUsage()).period.start, usage.period.end)
  })

  test('D13: above the calls of a minute an answer is 429 with Retry-After, and the next minute is open', async () => {
    const tenant = await house.tenant({ plan: 'free' })
    for (let index = 19; index >= 0; index -= 1)
      assert.equal(readLimits(await askAs(tenant, '/brands'))['minute']?.remaining, index)
    nowMs += 20_000
    const refused = await askAs(tenant, '/brands')
    const { limit, violatedPolicies } = assertErrorShape(refused, 429, 'rate_limited')
    assert.equal(limit, 20)
    assert.deepEqual(violatedPolicies, ['minute'])
    assert.equal(refused.headers.get('retry-after'), '40')
    assert.equal(readLimits(refused)['minute']?.resetsInSeconds, 40)
    nowMs += 40_000
    assert.equal((await askAs(tenant, '/brands')).status, 200)
  })

  test('D13: where the minute and the month are both used up the answer names both, and the longer wait', async () => {
    const tenant = await house.tenant({ plan: 'free' })
    for (let index = 0; index < 20; index += 1) await askAs(tenant, '/brands')
    await asOwner(house, 'update usage_period set calls = 100 where organization_id = $1', [tenant.organizationId])
    const refused = await askAs(tenant, '/brands')
    const { violatedPolicies, retryAfterSeconds } = assertErrorShape(refused, 429, 'quota_exceeded')
    assert.deepEqual(violatedPolicies, ['minute', 'month'])
    assert.equal(retryAfterSeconds, monthOf(refused).resetsInSeconds)
    const { violatedPolicies: ofUsage } = assertErrorShape(await askAs(tenant, '/usage'), 429, 'rate_limited')
    assert.deepEqual(ofUsage, ['minute'], 'what the month does not count it does not refuse')
  })

  test('D10: a call that the minute refuses is not counted in the month', async () => {
    const tenant = await house.tenant({ plan: 'free' })
    for (let index = 0; index < 30; index += 1) await askAs(tenant, '/brands')
    nowMs += 60_000
    assert.equal(await used(tenant), 20)
  })

  test('D17: an upgrade keeps what was used and raises the ceiling at once', async () => {
    const tenant = await lifted()
    for (let index = 0; index < 5; index += 1) await askAs(tenant, '/brands')
    await asOwner(house, `update organization set plan = 'pro' where organization_id = $1`, [tenant.organizationId])
    await eventually(async () => monthOf(await askAs(tenant, '/me')).quota !== 100)
    assert.equal(monthOf(await askAs(tenant, '/brands')).remaining, 2_500 - 6)
  })

  test('D18: usage by day, by key and by endpoint each add up to what was counted', async () => {
    const tenant = await lifted()
    const other = await tenant.newKey(['brands:read', 'runs:read'])
    for (const key of [tenant.key, other, other])
      for (const path of ['/brands', '/runs', '/brands?limit=0']) await askAs(tenant, path, { key })
    const { calls, byDay, byKey, byEndpoint } = await tenant.client.getUsage()
    assert.equal(calls.used, 9)
    for (const parts of [byDay, byKey, byEndpoint])
      assert.equal(
        parts.reduce((sum, part) => sum + part.calls, 0),
        9,
      )
    assert.deepEqual(byEndpoint, [
      { operation: 'listBrands', calls: 6 },
      { operation: 'listRuns', calls: 3 },
    ])
    assert.deepEqual(new Set(byKey.map(({ calls }) => calls)), new Set([3, 6]))
  })
})

describe('an address that guesses keys', () => {
  let house: TestApp
  let nowMs = Date.parse('2026-10-31T12:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(nowMs) })
  })
  after(() => house.close())

  test('A15: is told 429 after 600 wrong keys a minute, while keys that are valid pass', async () => {
    const tenant = await house.tenant()
    const guess = () => ask(`${house.baseUrl}/brands`, { key: mintKey().text })
    for (let left = 599; left >= 0; left -= 1) {
      const reply = await guess()
      assert.equal(reply.status, 401)
      assert.equal(readLimits(reply)['ip']?.remaining, left)
    }
    for (let index = 0; index < 5; index += 1)
      assert.deepEqual(assertErrorShape(await guess(), 429, 'rate_limited').violatedPolicies, ['ip'])
    assertErrorShape(await ask(`${house.baseUrl}/brands`), 429, 'rate_limited')
    assert.equal((await ask(`${house.baseUrl}/brands`, { key: tenant.key })).status, 200)
    // Another address has all of its own.
    const { replies } = await sendRaw(house.origin, requestHead('GET /api/v1/brands HTTP/1.1'), {
      replies: 1,
      from: '127.0.0.2',
    })
    assertErrorShape(replies[0]!, 401, 'missing_api_key')
    assert.equal(readLimits(replies[0]!)['ip']?.remaining, 599)
    nowMs += 60_000
    assertErrorShape(await guess(), 401, 'invalid_api_key')
  })
})
