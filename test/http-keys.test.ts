import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { scopes, sessionOperations } from '@sightline/sdk'
import { mintKey } from '../packages/server/src/operations/accounts/authenticate.ts'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { everyOperation, pathOf } from './support/every-operation.ts'
import { ask, assertErrorShape, readLimits } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { requestHead, sendRaw } from './support/raw-http.ts'
import { eventually } from './support/eventually.ts'

describe('keys', () => {
  let house: TestApp
  let tenant: Tenant
  let nowMs = Date.parse('2026-10-31T12:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(nowMs) })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
  })
  after(() => house.close())

  const withHeaders = async (...headers: string[]) =>
    (await sendRaw(house.origin, requestHead('GET /api/v1/me HTTP/1.1', headers), { replies: 1 })).replies[0]!
  const me = (key: string) => ask(`${house.baseUrl}/me`, { key })

  test('A1: every operation without a key is 401 missing_api_key', async () => {
    for (const operation of everyOperation) {
      const reply = await ask(`${house.baseUrl}${pathOf(operation)}`, { method: operation.method })
      assertErrorShape(reply, 401, 'missing_api_key')
    }
  })

  test('A2: a key of the right form that was never issued is 401 invalid_api_key', async () => {
    assertErrorShape(await me(mintKey().text), 401, 'invalid_api_key')
    assertErrorShape(await me(mintKey('test').text), 401, 'invalid_api_key')
  })

  test('A3: a key with a wrong character is refused without asking the database', async () => {
    const { services } = house.app
    const { database } = services
    let asked = 0
    services.database = new Proxy(database, {
      get: (target, name, receiver) => {
        asked += 1
        return Reflect.get(target, name, receiver) as unknown
      },
    })
    try {
      const last = tenant.key.at(-1) === 'a' ? 'b' : 'a'
      for (const key of [tenant.key.slice(0, -1) + last, tenant.key.slice(0, -1), 'x', `${tenant.key}x`])
        assertErrorShape(await me(key), 401, 'invalid_api_key')
      assert.equal(asked, 0)
      await me(mintKey().text)
      assert.ok(asked > 0, 'the counter counts')
    } finally {
      services.database = database
    }
  })

  test('A4: the scheme is Bearer in any letter case, with one space and one key; all else is 401', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      assert.equal((await withHeaders(`Authorization: ${scheme} ${tenant.key}`)).status, 200)
    const wrong = [
      `Basic ${Buffer.from(`${tenant.key}:`).toString('base64')}`,
      tenant.key,
      `Bearer  ${tenant.key}`,
      `Bearer\t${tenant.key}`,
      `Bearer "${tenant.key}"`,
      'Bearer',
      'Bearer ',
      '',
      `Token ${tenant.key}`,
    ]
    for (const value of wrong) assertErrorShape(await withHeaders(`Authorization: ${value}`), 401, 'invalid_api_key')
  })

  test('A5: two keys are 401, whichever is valid', async () => {
    const other = mintKey().text
    for (const [one, two] of [
      [tenant.key, tenant.key],
      [tenant.key, other],
      [other, tenant.key],
    ] as const) {
      const twice = await withHeaders(`Authorization: Bearer ${one}`, `Authorization: Bearer ${two}`)
      assertErrorShape(twice, 401, 'invalid_api_key')
      assertErrorShape(await withHeaders(`Authorization: Bearer ${one}, Bearer ${two}`), 401, 'invalid_api_key')
      assertErrorShape(await withHeaders(`Authorization: Bearer ${one},${two}`), 401, 'invalid_api_key')
    }
  })

  test('A6: a key elsewhere than in its header is no key, and stands in no log', async () => {
    const { key } = tenant
    const replies = [
      await ask(`${house.baseUrl}/me?api_key=${key}&access_token=${key}`),
      await ask(`${house.baseUrl}/me`, { headers: { cookie: `key=${key}`, 'x-api-key': key } }),
      await ask(`${house.baseUrl}/brands`, { method: 'POST', body: { name: 'A', apiKey: key } }),
    ]
    for (const reply of replies) {
      assertErrorShape(reply, 401, 'missing_api_key')
      assert.ok(!reply.text.includes(key))
    }
    assert.ok(!JSON.stringify(house.log).includes(key))
  })

  test('A7: keys that are huge or hold odd characters are refused, never a fault', async () => {
    assertErrorShape(await withHeaders(`Authorization: Bearer ${'x'.repeat(10_000)}`), 401, 'invalid_api_key')
    assertErrorShape(await withHeaders(`Authorization: Bearer ${'x'.repeat(100_000)}`), 431, 'headers_too_large')
    assertErrorShape(await withHeaders(`Authorization: Bearer a\0b`), 400, 'invalid_request')
    for (const odd of ['%00', '😀', `${tenant.key}%00`, "' or 1=1 --"])
      assertErrorShape(await withHeaders(`Authorization: Bearer ${odd}`), 401, 'invalid_api_key')
  })

  test('A12: a key ends at the second of its expiry, though it was used before', async () => {
    const expiresAt = new Date(nowMs + 10_000)
    const body = { name: 'Short', scopes: [...scopes], expiresAt: expiresAt.toISOString() }
    const { secret: key } = await operate(house.app, tenant.organizationId, sessionOperations.createKey, { body })
    nowMs += 9_999
    assert.equal((await me(key)).status, 200)
    nowMs += 1
    assertErrorShape(await me(key), 401, 'api_key_expired')
  })

  test('a revoked key says that it was revoked, and the organization’s others go on', async () => {
    const body = { name: 'Gone', scopes: [...scopes] }
    const issued = await operate(house.app, tenant.organizationId, sessionOperations.createKey, { body })
    const { secret: key } = issued
    assert.equal((await me(key)).status, 200)
    await operate(house.app, tenant.organizationId, sessionOperations.revokeKey, { params: { id: issued.key.id } })
    await eventually(async () => (await me(key)).status !== 200)
    assertErrorShape(await me(key), 401, 'api_key_revoked')
    assert.equal((await me(tenant.key)).status, 200)
  })

  test('A13: keys of a suspended organization are 403, of a deleted one unknown, of a restored one good again', async () => {
    const other = await house.tenant()
    assert.equal((await me(other.key)).status, 200)
    const setStatus = (status: string) =>
      asOwner(house, 'update organization set status = $2 where organization_id = $1', [other.organizationId, status])
    await setStatus('suspended')
    await eventually(async () => (await me(other.key)).status !== 200)
    const suspended = await me(other.key)
    assertErrorShape(suspended, 403, 'organization_suspended')
    await setStatus('active')
    await eventually(async () => (await me(other.key)).status !== 403)
    assert.equal((await me(other.key)).status, 200)
    await asOwner(house, 'delete from organization where organization_id = $1', [other.organizationId])
    await eventually(async () => (await me(other.key)).status !== 200)
    assertErrorShape(await me(other.key), 401, 'invalid_api_key')
  })

  test('A16: nothing in the database holds a key; its hash, start and last four characters do', async () => {
    // Type expected by no one: the catalogue's own rows.
    const tables = (await asOwner(
      house,
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )) as { name: string }[]
    assert.ok(tables.length > 10)
    const secret = tenant.key.slice(13, -4)
    for (const { name } of tables) {
      const found = await asOwner(house, `select 1 from ${name} as t where t::text like '%' || $1 || '%' limit 1`, [
        secret,
      ])
      assert.deepEqual(found, [], name)
    }
    const [kept] = await asOwner(house, 'select start, last4 from api_key where id = $1', [tenant.keyId])
    assert.deepEqual(kept, { start: tenant.key.slice(0, 13), last4: tenant.key.slice(-4) })
  })
})

describe('what a key may do', () => {
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
  })
  after(() => house.close())

  test('C1: every operation with every key of one scope and with one of none: exactly its own scope passes', async () => {
    const keys: [scope: string | null, key: string][] = [[null, await tenant.newKey([])]]
    for (const scope of scopes) keys.push([scope, await tenant.newKey([scope])])
    for (const operation of everyOperation) {
      const asked = { method: operation.method, ...(operation.method !== 'GET' && { body: {} }) }
      const url = `${house.baseUrl}${pathOf(operation)}`
      const replies = await Promise.all(
        keys.map(async ([scope, key]) => [scope, await ask(url, { ...asked, key })] as const),
      )
      for (const [scope, reply] of replies) {
        const said = `${operation.id} with ${scope}: ${reply.status} ${reply.text.slice(0, 200)}`
        if (scope === operation.scope || operation.scope === 'any')
          assert.ok(![401, 403].includes(reply.status) && reply.status < 500, said)
        else assert.equal(assertErrorShape(reply, 403, 'insufficient_scope').requiredScope, operation.scope, said)
      }
    }
  })

  test('C1: a key without any scope may ask who it is, and costs nothing', async () => {
    const reply = await ask(`${house.baseUrl}/me`, { key: await tenant.newKey([]) })
    assert.equal(reply.status, 200)
    readLimits(reply)
  })

  test('C3: no address manages keys, members or plans', async () => {
    for (const path of ['/keys', '/api-keys', '/organizations', '/members', '/plan', '/me/keys'])
      for (const method of ['GET', 'POST', 'DELETE'])
        assertErrorShape(await ask(`${house.baseUrl}${path}`, { method, key: tenant.key }), 404, 'route_not_found')
  })

  test('C5: fields that a body does not have are 422, and nothing is changed', async () => {
    const { id } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const before = await tenant.client.getBrand({ params: { id } })
    const extras = ['id', 'plan', 'organizationId', 'createdAt', 'status', 'organization_id', 'limit']
    for (const extra of extras) {
      const patched = await ask(`${house.baseUrl}/brands/${id}`, {
        method: 'PATCH',
        key: tenant.key,
        body: { name: 'Changed', [extra]: 'x' },
      })
      const { details } = assertErrorShape(patched, 422, 'validation_failed')
      assert.ok(details.some(({ path, code }) => path === extra && code === 'unknown'))
      const created = await ask(`${house.baseUrl}/brands`, {
        method: 'POST',
        key: tenant.key,
        body: { name: 'Another', [extra]: 'x' },
      })
      assertErrorShape(created, 422, 'validation_failed')
    }
    assert.deepEqual((await tenant.client.listBrands()).data, [before])
  })

  test('C10: a key limited to a brand sees its organization’s other brands as if they did not exist', async () => {
    const [own, other] = [
      await tenant.client.createBrand({ body: { name: 'Own' } }),
      await tenant.client.createBrand({ body: { name: 'Other' } }),
    ]
    const key = await tenant.newKey([...scopes], [own.id])
    const listed = await ask(`${house.baseUrl}/brands`, { key })
    const { data } = JSON.parse(listed.text) as { data: { id: string }[] }
    assert.deepEqual(
      data.map(({ id }) => id),
      [own.id],
    )
    for (const operation of everyOperation.filter(({ path }) => path.startsWith('/brands/{id}'))) {
      const body = operation.method === 'GET' || operation.method === 'DELETE' ? undefined : {}
      const ofOther = await ask(`${house.baseUrl}${pathOf(operation, { id: other.id })}`, {
        method: operation.method,
        key,
        body,
      })
      // An empty body is refused before anybody looks for the brand, for a brand that exists as for none.
      if (ofOther.status !== 422) assertErrorShape(ofOther, 404, 'resource_not_found')
    }
    for (const path of [`/visibility/scores?brandId=${other.id}`, `/runs?brandId=${other.id}`])
      assertErrorShape(await ask(`${house.baseUrl}${path}`, { key }), 404, 'resource_not_found')
    const created = await ask(`${house.baseUrl}/brands`, { method: 'POST', key, body: { name: 'New' } })
    assertErrorShape(created, 403, 'insufficient_scope')
    assert.equal((await tenant.client.getBrand({ params: { id: other.id } })).name, 'Other')
  })
})
