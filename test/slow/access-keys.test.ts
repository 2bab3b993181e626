import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { scopePresets, scopes, sessionOperations, type ProblemCode, type Scope } from '@sightline/sdk'
import { operate } from '../../packages/server/src/commands/with-app.ts'
import { mintKey } from '../../packages/server/src/operations/accounts/authenticate.ts'
import {
  BRAND_CANARY,
  canaryEstate,
  goodCallOf,
  ORGANIZATION_CANARY,
  type CanaryEstate,
} from '../support/canary-estate.ts'
import { readContract, type Contract } from '../support/contract.ts'
import { everyDoor, idsIn, nameOf, type DoorOperation } from '../support/every-door.ts'
import { expectedScopes } from '../support/expected-access.ts'
import { fingerprintOf } from '../support/fingerprint.ts'
import { assertNothingInside, openHostileScene, type HostileScene } from '../support/hostile-scene.ts'
import { ask, assertErrorShape, type Reply } from '../support/http.ts'
import type { Tenant } from '../support/test-app.ts'
import { asOwner, liftMinuteLimit } from '../support/owner.ts'
import { eventually } from '../support/eventually.ts'

const generous = { timeout: 240_000 }
type OfKeys = Extract<DoorOperation, { door: 'key' }>
const ofKeys = everyDoor.filter((one): one is OfKeys => one.door === 'key')

/**
 * Each operation with each caller, as a call that would succeed for whoever may make it. What is refused has the one status
 * of the contract, writes nothing, and tells nothing that the caller may not know.
 */
describe('every operation of the API, with every caller that may not', generous, () => {
  let scene: HostileScene
  let estate: CanaryEstate
  let contract: Contract

  before(async () => {
    scene = await openHostileScene({ works: true })
    estate = await canaryEstate(scene.house)
    contract = await readContract(scene.house.baseUrl)
  })
  after(() => scene.close())

  const send = (one: OfKeys, headers: Record<string, string>): Promise<Reply> => {
    const { method, address, body } = goodCallOf(one, estate)
    return ask(scene.house.origin + address, { method, headers, body })
  }
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  /** @param told ids that the caller sent, and so knows */
  function assertTellsNothing(one: OfKeys, reply: Reply, hidden: string[], told: string[] = []): void {
    contract.hold(one.operation, reply)
    assertNothingInside(reply, estate.secrets, nameOf(one))
    for (const word of [...hidden, ...Object.values(estate.ids)].filter((each) => !told.includes(each)))
      assert.ok(!reply.text.includes(word), `${nameOf(one)} tells ${word}: ${reply.text.slice(0, 500)}`)
  }
  const isNamed = (one: OfKeys): boolean =>
    sentIds(one).length > 0 || goodCallOf(one, estate).address.includes('brandId=')
  const sentIds = (one: OfKeys): string[] => Object.values(idsIn(one, estate.ids))

  async function issue(tenant: Tenant, wanted: { scopes?: Scope[]; brandIds?: string[]; expiresAt?: string }) {
    const body = { name: 'Caller', scopes: [...scopes], ...wanted }
    return operate(scene.house.app, tenant.organizationId, sessionOperations.createKey, { body })
  }
  /** Until every memory of it is gone. */
  async function untilRefused(key: string): Promise<void> {
    await eventually(async () => (await ask(`${scene.house.baseUrl}/me`, { key })).status !== 200)
  }

  test('whoever has no valid key is refused alike at each, and learns nothing', async () => {
    const { house, clock } = scene
    const own = estate.tenant
    const revoked = await issue(own, {})
    await operate(house.app, own.organizationId, sessionOperations.revokeKey, { params: { id: revoked.key.id } })
    const expired = await issue(own, { expiresAt: new Date(clock.now + 1_000).toISOString() })
    clock.now += 2_000
    const [deleted, suspended] = [await house.tenant(), await house.tenant()]
    await asOwner(house, 'delete from organization where organization_id = $1', [deleted.organizationId])
    await asOwner(house, `update organization set status = 'suspended' where organization_id = $1`, [
      suspended.organizationId,
    ])
    for (const { key } of [deleted, suspended]) await untilRefused(key)
    for (const { secret } of [revoked, expired]) await untilRefused(secret)
    const callers: Record<string, [headers: Record<string, string>, status: number, code: ProblemCode]> = {
      nobody: [{}, 401, 'missing_api_key'],
      'an empty header': [{ authorization: '' }, 401, 'invalid_api_key'],
      garbage: [bearer('x'), 401, 'invalid_api_key'],
      'a key with a letter changed': [
        bearer(own.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))),
        401,
        'invalid_api_key',
      ],
      'a key in capitals': [bearer(own.key.toUpperCase()), 401, 'invalid_api_key'],
      'a key as a password': [{ authorization: `Basic ${btoa(`${own.key}:`)}` }, 401, 'invalid_api_key'],
      'a key that was never issued': [bearer(mintKey().text), 401, 'invalid_api_key'],
      'a webhook’s secret': [bearer(estate.secrets[2] ?? ''), 401, 'invalid_api_key'],
      'a session’s cookie': [{ cookie: estate.owner.cookie ?? '' }, 401, 'missing_api_key'],
      'a revoked key': [bearer(revoked.secret), 401, 'api_key_revoked'],
      'an expired key': [bearer(expired.secret), 401, 'api_key_expired'],
      'a deleted organization’s key': [bearer(deleted.key), 401, 'invalid_api_key'],
      'a suspended organization’s key': [bearer(suspended.key), 403, 'organization_suspended'],
    }
    const calls = Object.entries(callers).flatMap(([name, caller]) => ofKeys.map((one) => ({ name, caller, one })))
    await scene.unharmed(() =>
      scene.inTurns(calls, async ({ name, one, caller: [headers, status, code] }) => {
        const reply = await send(one, headers)
        assert.equal(reply.status, status, `${nameOf(one)} with ${name}: ${reply.text}`)
        assertErrorShape(reply, status, code)
        assertTellsNothing(one, reply, [BRAND_CANARY, ORGANIZATION_CANARY])
      }),
    )
  })

  test('a key with every scope but the operation’s own is refused with that scope; so is a read-only key at what writes', async () => {
    const without = new Map<string, string>()
    for (const scope of scopes)
      without.set(scope, (await issue(estate.tenant, { scopes: scopes.filter((other) => other !== scope) })).secret)
    const readOnly = (await issue(estate.tenant, { scopes: [...scopePresets['read-only']] })).secret
    const none = (await issue(estate.tenant, { scopes: [] })).secret
    const calls = ofKeys.flatMap((one) => {
      const { scope } = one.operation
      if (scope === 'any' || scope === 'public') return []
      const keys = [without.get(scope) ?? '', none, ...(expectedScopes[scope].writes ? [readOnly] : [])]
      return keys.map((key) => ({ one, key, scope }))
    })
    assert.ok(calls.length > 120, `${calls.length}`)
    await scene.unharmed(() =>
      scene.inTurns(calls, async ({ one, key, scope }) => {
        const reply = await send(one, bearer(key))
        assert.equal(assertErrorShape(reply, 403, 'insufficient_scope').requiredScope, scope, nameOf(one))
        assertTellsNothing(one, reply, [BRAND_CANARY, ORGANIZATION_CANARY])
      }),
    )
  })

  test('a read-only key reads, and what only reads writes nothing', async () => {
    const key = (await issue(estate.tenant, { scopes: [...scopePresets['read-only']] })).secret
    await scene.unharmed(() =>
      scene.inTurns(
        ofKeys.filter(({ operation }) => operation.method === 'GET'),
        async (one) => {
          const reply = await send(one, bearer(key))
          assert.ok(![401, 403].includes(reply.status), `${nameOf(one)}: ${reply.text}`)
          contract.hold(one.operation, reply)
        },
      ),
    )
  })

  test('a full key of another organization finds none of it by any id, and reads and changes only its own', async () => {
    const foreign = await scene.house.tenant({ name: 'Elsewhere' })
    await liftMinuteLimit(scene.house, foreign)
    await assertFinds(foreign.key, ofKeys, [BRAND_CANARY, ORGANIZATION_CANARY])
  })

  test('a full key that is limited to another brand finds none of this one by any id', async () => {
    const limited = await issue(estate.tenant, { brandIds: [estate.plainBrandId] })
    const named = ofKeys.filter((one) => isNamed(one) || !one.operation.isWrite)
    await assertFinds(limited.secret, named, [BRAND_CANARY], [estate.tenant.organizationId])
    // What names nothing may be its own: what it makes is of its brand, and a brand it cannot make.
    for (const one of ofKeys.filter((each) => !named.includes(each))) {
      const reply = await send(one, bearer(limited.secret))
      assertTellsNothing(one, reply, [BRAND_CANARY])
      if (reply.status >= 300) assertErrorShape(reply, 403, 'insufficient_scope')
      else
        assert.deepEqual(
          (JSON.parse(reply.text) as { brandIds?: string[] }).brandIds,
          [estate.plainBrandId],
          nameOf(one),
        )
    }
  })

  /** Whatever is named is not there; what is made instead is the caller’s own. */
  async function assertFinds(key: string, calls: OfKeys[], hidden: string[], known: string[] = []): Promise<void> {
    const held = () => fingerprintOf(scene.house, { organizationId: estate.tenant.organizationId })
    const before = await held()
    await scene.inTurns(calls, async (one) => {
      const reply = await send(one, bearer(key))
      // Deleting what is not there succeeds, the first time as the second: a retry must not fail.
      const isGone = one.operation.method === 'DELETE' && reply.status === 200
      if (isNamed(one) && !isGone) assertErrorShape(reply, 404, 'resource_not_found')
      assert.notEqual(reply.status, 401, nameOf(one))
      assertTellsNothing(one, reply, hidden, [...sentIds(one), ...known])
    })
    assert.deepEqual(await held(), before)
  }

  test('every scope has an expectation, and the contract’s operations keep to it', () => {
    assert.deepEqual(Object.keys(expectedScopes).toSorted(), [...scopes].toSorted())
    for (const { operation } of ofKeys) {
      const { id, scope, isWrite } = operation
      assert.ok(isWrite || operation.method === 'GET' || operation.method === 'POST', id)
      assert.notEqual(scope, 'public', `${id}: say who may ask for it`)
      if (scope === 'any' || scope === 'public') assert.ok(!isWrite, id)
      else assert.equal(expectedScopes[scope].writes, isWrite, id)
    }
    assert.deepEqual(
      [...scopePresets['read-only']].toSorted(),
      scopes.filter((scope) => !expectedScopes[scope].writes).toSorted(),
    )
  })
})
