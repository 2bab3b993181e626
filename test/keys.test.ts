import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId, scopes, sessionOperations, type ApiKey, type Scope } from '@sightline/sdk'
import { hasKeyShape } from '../packages/server/src/operations/accounts/authenticate.ts'
import { query } from './support/cluster-processes.ts'
import { openDoors, type Doors } from './support/doors.ts'
import { ask, assertErrorShape } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { join, problemOf, type Person } from './support/people.ts'
import { eventually } from './support/eventually.ts'

const { createKey, listAuditEntries, listKeys, revokeKey, updateKey } = sessionOperations

describe('API keys, managed by people', () => {
  let house: TestApp
  let tenant: Tenant
  let admin: Person
  let nowMs = Date.parse('2026-10-31T12:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(nowMs) })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    admin = await join(house, tenant, 'admin')
  })
  after(() => house.close())

  const issue = (wanted: { name?: string; scopes?: Scope[]; brandIds?: string[]; expiresAt?: string } = {}) =>
    admin.ask(createKey, { body: { name: 'Loader', scopes: ['brands:read'], ...wanted } })
  const change = (id: string, body: { name?: string; scopes?: Scope[]; brandIds?: null; expiresAt?: string | null }) =>
    admin.ask(updateKey, { params: { id }, body })
  const found = async (id: string): Promise<ApiKey | undefined> =>
    (await admin.ask(listKeys)).data.find((key) => key.id === id)
  const brands = (key: string, baseUrl = house.baseUrl) => ask(`${baseUrl}/brands`, { key })

  test('A16: the secret is told once; afterwards the key is known by its first 13 and last 4 characters', async () => {
    const { key, secret } = await issue({ name: 'Told once' })
    assert.ok(hasKeyShape(secret))
    assert.deepEqual([key.start, key.last4, key.status], [secret.slice(0, 13), secret.slice(-4), 'active'])
    assert.equal((await brands(secret)).status, 200)
    const later = [
      await admin.ask(listKeys),
      await change(key.id, { name: 'Renamed' }),
      await admin.ask(revokeKey, { params: { id: key.id } }),
      await admin.ask(listAuditEntries, { query: { subject: key.id } }),
    ]
    for (const answer of later) assert.doesNotMatch(JSON.stringify(answer), new RegExp(secret.slice(13, -4)))
  })

  test('A16: issuing twice under one idempotency key tells the same key twice, and no table holds it', async () => {
    const asked = { body: { name: 'Twice', scopes: ['brands:read' as const] }, idempotencyKey: 'the same' }
    const [first, second] = [await admin.ask(createKey, asked), await admin.ask(createKey, asked)]
    assert.deepEqual(second, first)
    assert.equal((await brands(first.secret)).status, 200)
    const [row] = await query<{ kept: string }>(
      house.database.ownerUrl,
      `select output #>> '{}' as kept from idempotency_key where key = 'the same'`,
    )
    // All of the answer, and none of it to be read.
    assert.ok(Buffer.from(row!.kept, 'base64').length > JSON.stringify(first).length)
    for (const text of [first.key.id, first.secret.slice(13, -4)])
      for (const kept of [row!.kept, Buffer.from(row!.kept, 'base64').toString('latin1')])
        assert.ok(!kept.includes(text))
  })

  test('a key is shown with what it may do, its end, and its last use to the minute', async () => {
    const { id: brandId } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const expiresAt = new Date(nowMs + 3_600_000).toISOString()
    const { key, secret } = await issue({ scopes: ['runs:write', 'brands:read'], brandIds: [brandId], expiresAt })
    assert.deepEqual(await found(key.id), {
      ...key,
      scopes: ['brands:read', 'runs:write'],
      brandIds: [brandId],
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
    })
    const firstUse = new Date(nowMs).toISOString()
    for (let use = 0; use < 2; use += 1) {
      assert.equal((await brands(secret)).status, 200)
      await eventually(async () => (await found(key.id))?.lastUsedAt === firstUse)
      nowMs += 20_000
    }
    nowMs += 20_000
    await brands(secret)
    await eventually(async () => (await found(key.id))?.lastUsedAt === new Date(nowMs).toISOString())
    nowMs += 3_600_000
    assert.equal((await found(key.id))?.status, 'expired')
    assert.deepEqual(
      (await admin.ask(listKeys, { query: { status: 'expired' } })).data.map(({ id }) => id),
      [key.id],
    )
  })

  test('what cannot be issued or changed is refused by its field, and nothing is written', async () => {
    const before = await admin.ask(listKeys)
    const foreign = await (await house.tenant()).client.createBrand({ body: { name: 'Foreign' } })
    const past = new Date(nowMs).toISOString()
    const wrong: [() => Promise<unknown>, string][] = [
      [() => issue({ brandIds: [foreign.id] }), 'brandIds.0'],
      [() => issue({ brandIds: [newId('brand', 0)] }), 'brandIds.0'],
      [() => issue({ brandIds: [] }), 'brandIds'],
      [() => issue({ expiresAt: past }), 'expiresAt'],
      [() => issue({ expiresAt: '2027-01-31' }), 'expiresAt'],
      [() => issue({ name: '  ' }), 'name'],
      [() => issue({ scopes: ['keys:write' as Scope] }), 'scopes.0'],
    ]
    for (const [call, path] of wrong) {
      const { code, extras } = await problemOf(call())
      assert.deepEqual([code, extras.details?.[0]?.path], ['validation_failed', path])
    }
    const params = { id: newId('key', 0) }
    assert.equal((await problemOf(admin.ask(updateKey, { params, body: {} }))).code, 'resource_not_found')
    assert.equal((await problemOf(admin.ask(revokeKey, { params }))).code, 'resource_not_found')
    assert.deepEqual(await admin.ask(listKeys), before)
  })

  test('a revoked key is no longer changed, and revoking it again leaves it as it was', async () => {
    const { key } = await issue()
    const revoked = await admin.ask(revokeKey, { params: { id: key.id } })
    assert.equal(revoked.status, 'revoked')
    assert.equal((await problemOf(change(key.id, { scopes: [...scopes] }))).code, 'conflict')
    nowMs += 1_000
    assert.deepEqual(await admin.ask(revokeKey, { params: { id: key.id } }), revoked)
  })

  test('what a key was allowed before and after stands in the audit log, with who changed it', async () => {
    const { key } = await issue()
    await change(key.id, { scopes: ['runs:read'], name: 'Loader' })
    await admin.ask(revokeKey, { params: { id: key.id } })
    const { data } = await admin.ask(listAuditEntries, { query: { subject: key.id } })
    assert.deepEqual(
      data.map(({ action }) => action),
      ['key.revoke', 'key.update', 'key.create'],
    )
    assert.deepEqual(data[1]?.detail, { scopes: { from: ['brands:read'], to: ['runs:read'] } })
    for (const { actor } of data)
      assert.deepEqual(actor, { kind: 'person', personId: admin.personId, email: admin.email })
  })

  describe('in four processes', () => {
    let doors: Doors
    let baseUrls: string[]

    before(async () => {
      doors = await openDoors(house, 3)
      baseUrls = [house.baseUrl, ...doors.baseUrls]
    })
    after(() => doors.close())

    test('C4: a scope that is taken from a key in use is refused in every process, and one that is given passes', async () => {
      const { key, secret } = await issue({ scopes: ['brands:read', 'runs:read'] })
      const statuses = () => Promise.all(baseUrls.map(async (baseUrl) => (await brands(secret, baseUrl)).status))
      assert.deepEqual([...new Set(await statuses())], [200])
      await change(key.id, { scopes: ['runs:read'] })
      await eventually(async () => !(await statuses()).includes(200))
      for (const baseUrl of baseUrls) {
        const refused = assertErrorShape(await brands(secret, baseUrl), 403, 'insufficient_scope')
        assert.equal(refused.requiredScope, 'brands:read')
        assert.equal((await ask(`${baseUrl}/runs`, { key: secret })).status, 200)
      }
      await change(key.id, { scopes: ['brands:read'] })
      await eventually(async () => !(await statuses()).includes(403))
      assert.deepEqual([...new Set(await statuses())], [200])
    })

    test('C4: brands and an end that are set on a key in use, and its name, hold in every process', async () => {
      const { key, secret } = await issue({ scopes: [...scopes] })
      const { id: own } = await tenant.client.createBrand({ body: { name: 'Own' } })
      const seen = async (baseUrl: string): Promise<number> =>
        (JSON.parse((await brands(secret, baseUrl)).text) as { data: unknown[] }).data.length
      for (const baseUrl of baseUrls) assert.ok((await seen(baseUrl)) > 1)
      await admin.ask(updateKey, { params: { id: key.id }, body: { brandIds: [own], name: 'Limited' } })
      for (const baseUrl of baseUrls) {
        await eventually(async () => (await seen(baseUrl)) <= 1)
        const me = JSON.parse((await ask(`${baseUrl}/me`, { key: secret })).text) as { key: { name: string } }
        assert.equal(me.key.name, 'Limited')
      }
    })

    test('C4: a key that is revoked while it is in use is refused in every process', async () => {
      const { key, secret } = await issue()
      for (const baseUrl of baseUrls) assert.equal((await brands(secret, baseUrl)).status, 200)
      await admin.ask(revokeKey, { params: { id: key.id } })
      for (const baseUrl of baseUrls) {
        await eventually(async () => (await brands(secret, baseUrl)).status !== 200)
        assertErrorShape(await brands(secret, baseUrl), 401, 'api_key_revoked')
      }
    })
  })

  test('C3: what people do with keys, members and plans is at no address of the API, whatever the key', async () => {
    const ids: Record<string, string> = { id: tenant.keyId, personId: admin.personId }
    const paths = new Set(Object.values(sessionOperations).map(({ path }) => path))
    for (const path of paths)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const url = `${house.baseUrl}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')}`
        assertErrorShape(await ask(url, { method, key: tenant.key }), 404, 'route_not_found')
      }
    const document = JSON.parse((await ask(`${house.baseUrl}/openapi.json`)).text) as { paths: Record<string, unknown> }
    assert.deepEqual(
      Object.keys(document.paths).filter((path) => paths.has(path)),
      [],
    )
    assert.equal((await found(tenant.keyId))?.status, 'active')
  })
})
