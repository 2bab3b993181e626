import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createRestServer } from '../packages/server/src/http/server.ts'
import { createAuthenticator } from '../packages/server/src/operations/accounts/authenticate.ts'
import type { DispatchResult } from '../packages/server/src/operations/idempotency.ts'
import { createMeter } from '../packages/server/src/operations/accounts/metering.ts'
import { isUnavailable } from '../packages/server/src/base/db/errors.ts'
import { ask, assertErrorShape, readLimits } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { eventually } from './support/eventually.ts'

const SECRET_WORDS = 'select secret from /var/lib/postgres at db.internal'

/** A door of the real house whose operations do what a test tells them to. */
describe('what breaks behind the door', () => {
  let house: TestApp
  let tenant: Tenant
  let origin: string
  let behave: () => DispatchResult
  let isLogBroken = false
  const noted: { event: string; facts: Record<string, unknown> }[] = []
  const closers: (() => Promise<unknown>)[] = []

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    const { services } = house.app
    const authenticator = createAuthenticator(services, house.database.url)
    const rest = createRestServer({
      authenticate: authenticator.authenticate,
      dispatch: async () => behave(),
      meter: createMeter(services),
      isReady: async () => true,
      isUnavailable,
      now: services.now,
      newRequestId: () => services.newId('request'),
      log: {
        info: () => {},
        error: (event, facts = {}) => {
          if (isLogBroken) throw new Error('disk full')
          noted.push({ event, facts })
        },
      },
      version: 'test',
    })
    await rest.listen({ host: '127.0.0.1', port: 0 })
    origin = `http://127.0.0.1:${(rest.server.address() as AddressInfo).port}`
    closers.push(() => rest.close(), authenticator.close, house.close)
  })
  after(async () => {
    for (const close of closers) await close()
  })

  const askBroken = async (behaviour: () => DispatchResult) => {
    behave = behaviour
    return ask(`${origin}/api/v1/brands`, { key: tenant.key })
  }
  const answering = (output: unknown): DispatchResult => ({ output, isReplayed: false })
  const throwing = (value: unknown) => (): never => {
    throw value
  }

  test('E25: whatever is thrown is 500, says nothing from inside, is in the log under its request id, and costs nothing', async () => {
    const thrown = [new Error(SECRET_WORDS), SECRET_WORDS, Symbol(SECRET_WORDS), undefined, null, 42, { message: 'x' }]
    for (const value of thrown) {
      const reply = await askBroken(throwing(value))
      const { requestId } = assertErrorShape(reply, 500, 'internal_error')
      assert.doesNotMatch(reply.text, /secret|postgres|db\.internal/)
      assert.equal(noted.at(-1)?.facts['requestId'], requestId)
      assert.equal(readLimits(reply)['month']?.remaining, 50_000)
    }
    assert.equal((await tenant.client.getUsage()).calls.used, 0)
  })

  test('E26: an answer that cannot be written as JSON is 500, and the next one is served', async () => {
    const circular: { self?: unknown } = {}
    circular.self = circular
    for (const output of [{ big: 1n }, circular])
      assertErrorShape(await askBroken(() => answering(output)), 500, 'internal_error')
    assert.equal((await askBroken(() => answering({ fine: true }))).status, 200)
  })

  test('E26: a log that cannot be written does not cost the caller the answer', async () => {
    isLogBroken = true
    assertErrorShape(await askBroken(throwing(new Error('x'))), 500, 'internal_error')
    isLogBroken = false
  })
})

describe('a database that fails', () => {
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
  })
  after(() => house.close())

  const limitConnections = (count: number) =>
    asOwner(
      house,
      `do $$ begin execute format('alter database %I connection limit ${count}', current_database()); end $$`,
    )

  test('E25: a broken statement is 500 without its words, and costs nothing', async () => {
    const before = (await tenant.client.getUsage()).calls.used
    await asOwner(house, 'alter table brand rename to mislaid')
    const reply = await ask(`${house.baseUrl}/brands`, { key: tenant.key })
    await asOwner(house, 'alter table mislaid rename to brand')
    assertErrorShape(reply, 500, 'internal_error')
    assert.doesNotMatch(reply.text, /brand|relation/)
    assert.ok(house.log.some(({ facts }) => String(facts['error']).includes('relation "brand" does not exist')))
    assert.equal((await tenant.client.getUsage()).calls.used, before)
  })

  test('E25: without a database every door is 503 with Retry-After, and serves again when it is back', async () => {
    await limitConnections(0)
    await asOwner(
      house,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const asked = { key: tenant.key }
    const replies = [
      await ask(`${house.baseUrl}/brands`, asked),
      await ask(`${house.baseUrl}/me`, asked),
      await ask(`${house.baseUrl}/brands`, { ...asked, method: 'POST', body: { name: 'Fernhold' } }),
      await ask(`${house.origin}/readyz`),
    ]
    const alive = await ask(`${house.origin}/healthz`)
    await limitConnections(-1)
    for (const reply of replies) assertErrorShape(reply, 503, 'service_unavailable')
    assert.equal(alive.status, 200)
    await eventually(async () => (await ask(`${house.origin}/readyz`)).status === 200)
    assert.deepEqual((await tenant.client.listBrands()).data, [])
  })
})
