import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionOperations, type PlanSlug } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { join, problemOf, type Person } from './support/people.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'

const { changePlan, getOrganization } = sessionOperations

describe('an installation whose operator decides on larger plans', () => {
  let house: TestApp
  let tenant: Tenant
  let owner: Person

  before(async () => {
    house = await openTestApp({ web: { ownersUpgrade: false } })
    tenant = await house.tenant({ plan: 'pro' })
    owner = await join(house, tenant, 'owner')
  })
  after(() => house.close())

  test('refuses an owner’s larger plan and says whom to ask; a smaller one and the operator’s are in force at once', async () => {
    const refused = await problemOf(owner.ask(changePlan, { body: { plan: 'agency' } }))
    assert.deepEqual([refused.status, refused.code], [403, 'insufficient_role'])
    assert.match(refused.message, /operator/)
    const planOf = async (): Promise<PlanSlug> => (await owner.ask(getOrganization, {})).plan
    assert.equal(await planOf(), 'pro')
    await owner.ask(changePlan, { body: { plan: 'pro' } })
    await operate(house.app, tenant.organizationId, changePlan, { body: { plan: 'agency' } })
    assert.equal(await planOf(), 'agency')
    await owner.ask(changePlan, { body: { plan: 'free' } })
    assert.equal(await planOf(), 'free')
  })

  test('is every one where anybody may sign up, unless SIGHTLINE_OWNERS_UPGRADE says otherwise', () => {
    for (const [environment, isExpected] of [
      [{}, true],
      [{ SIGHTLINE_SIGN_UP: 'open' }, false],
      [{ SIGHTLINE_SIGN_UP: 'open', SIGHTLINE_OWNERS_UPGRADE: 'on' }, true],
      [{ SIGHTLINE_OWNERS_UPGRADE: 'off' }, false],
    ] as const)
      assert.equal(readConfig(environment).ownersUpgrade, isExpected, JSON.stringify(environment))
  })
})
