import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId, sessionOperations, type BrandScore, type PlanSlug } from '@sightline/sdk'
import { asCommandLine, operate } from '../packages/server/src/commands/with-app.ts'
import { setCallsPerMinute } from '../packages/server/src/operations/accounts/organizations.ts'
import { ask, assertErrorShape, readLimits } from './support/http.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { join, problemOf, type Person } from './support/people.ts'
import { differencesOf, quiet } from './support/pipeline.ts'
import { eventually } from './support/eventually.ts'

const generous = { timeout: 240_000 }
const { changePlan, getOrganization, listAuditEntries, listNotices, updateOrganization } = sessionOperations

describe('an organization’s settings', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let admin: Person
  let brandIds: string[]

  before(async () => {
    house = await openTestApp({ lab: { seed: 23 } })
    tenant = await house.tenant({ name: 'Acme' })
    await liftMinuteLimit(house, tenant)
    admin = await join(house, tenant, 'admin')
    const { brandId } = await seedBrand(tenant.client, house.lab, 4)
    const second = await tenant.client.createBrand({ body: { name: 'Second' } })
    await tenant.client.createPrompts({
      params: { id: second.id },
      body: { prompts: house.lab!.market.prompts.slice(0, 2).map((text) => ({ text })) },
    })
    brandIds = [brandId, second.id]
    for (const id of brandIds)
      await runEnd(tenant.client, (await startedRun(tenant.client, id, { platforms: ['chatgpt', 'perplexity'] })).id)
  })
  after(() => house.close())

  const scores = () => Promise.all(brandIds.map((id) => tenant.client.getBrandScore({ params: { id } })))
  const weigh = async (platformWeights: Record<string, number> | null) => {
    const told = await admin.ask(updateOrganization, { body: { platformWeights } })
    await quiet(house)
    return told
  }
  const scoreOn = (score: BrandScore, slug: string) => score.platforms.find((platform) => platform.slug === slug)!.score

  test('other platform weights score every brand anew, its history and exports included, and back again', async () => {
    const before = await scores()
    const params = { id: brandIds[0]! }
    const day = before[0]!.asOf
    const history = () => tenant.client.getScoreHistory({ params, query: { from: day, to: day } })
    const historyBefore = await history()
    assert.notEqual(scoreOn(before[0]!, 'chatgpt'), scoreOn(before[0]!, 'perplexity'), 'the seed tells them apart')
    const told = await weigh({ chatgpt: 2, perplexity: 0 })
    assert.deepEqual(told.platformWeights, { chatgpt: 2, perplexity: 0 })
    for (const score of await scores()) {
      assert.equal(score.composite, scoreOn(score, 'chatgpt'))
      assert.deepEqual(score.weights, { chatgpt: 2, perplexity: 0 })
    }
    assert.notDeepEqual(await history(), historyBefore)
    for (const id of brandIds) assert.deepEqual(await differencesOf(house, tenant, id), [])
    assert.equal((await weigh(null)).platformWeights, null)
    assert.deepEqual(await history(), historyBefore)
    assert.deepEqual(
      (await scores()).map(({ composite, interval }) => ({ composite, interval })),
      before.map(({ composite, interval }) => ({ composite, interval })),
    )
  })

  test('weights that weigh nothing, less than nothing or name no platform are refused', async () => {
    for (const platformWeights of [{}, { chatgpt: 0 }, { chatgpt: -1 }, { chatgpt: 101 }, { ChatGPT: 1 }, { 'a b': 1 }])
      assert.equal(
        (await problemOf(admin.ask(updateOrganization, { body: { platformWeights } }))).code,
        'validation_failed',
        JSON.stringify(platformWeights),
      )
  })

  test('name and default brand are changed, and hold in the API', async () => {
    const foreign = await (await house.tenant()).client.createBrand({ body: { name: 'Foreign' } })
    for (const defaultBrandId of [foreign.id, newId('brand', 0)])
      assert.equal(
        (await problemOf(admin.ask(updateOrganization, { body: { name: 'Taken', defaultBrandId } }))).code,
        'validation_failed',
      )
    assert.equal((await admin.ask(getOrganization)).name, 'Acme')
    const changed = await admin.ask(updateOrganization, { body: { name: 'Acme Two', defaultBrandId: brandIds[1]! } })
    assert.deepEqual([changed.name, changed.defaultBrandId], ['Acme Two', brandIds[1]])
    await eventually(async () => (await tenant.client.getMe()).organization.name === 'Acme Two')
    assert.deepEqual(
      (await tenant.client.listBrands()).data.map(({ isDefault }) => isDefault),
      [false, true],
    )
  })

  test('the operator sets the calls a minute up to what the plan allows, and no owner sheds it by another plan', async () => {
    const limited = await house.tenant({ plan: 'pro' })
    const owner = await join(house, limited, 'owner')
    const set = (calls: number | null) =>
      asCommandLine(house.app, limited.organizationId, (context) => setCallsPerMinute(context, calls))
    const minute = async () => readLimits(await ask(`${house.baseUrl}/me`, { key: limited.key }))['minute']?.quota
    const refused = await problemOf(set(601))
    assert.deepEqual([refused.code, refused.extras.limit], ['plan_limit_reached', 600])
    assert.equal(await minute(), 120)
    for (const [calls, expected] of [
      [600, 600],
      [3, 3],
      [null, 120],
      [600, 600],
    ] as const) {
      assert.equal((await set(calls)).callsPerMinute, expected)
      await eventually(async () => (await minute()) === expected)
    }
    // A smaller plan takes back what it does not allow.
    for (const [calls, plan, expected, ended] of [
      [600, 'free', 100, 600],
      [5, 'pro', 5, null],
      [5, 'free', 5, null],
      [5, 'agency', 5, null],
      [500, 'free', 100, 500],
      [100, 'agency', 100, null],
    ] as const) {
      if (calls !== 100) await set(calls)
      const { organization, endedLimits } = await owner.ask(changePlan, { body: { plan } })
      assert.deepEqual([organization.callsPerMinute, endedLimits.callsPerMinute], [expected, ended], `${calls} ${plan}`)
      const [entry] = (await owner.ask(listAuditEntries, { query: { action: 'plan.change' } })).data
      assert.deepEqual(entry!.detail['endedLimits'], { callsPerMinute: ended })
      await eventually(async () => (await minute()) === expected)
    }
    await set(null)
    assert.equal((await owner.ask(changePlan, { body: { plan: 'free' } })).organization.callsPerMinute, 20)
  })

  test('a limit that the operator set ends with a plan of the operator’s, higher or lower, and the answer and the audit log tell it', async () => {
    const limited = await house.tenant({ plan: 'pro' })
    const owner = await join(house, limited, 'owner')
    const take = (plan: PlanSlug) => operate(house.app, limited.organizationId, changePlan, { body: { plan } })
    const set = (calls: number | null) =>
      asCommandLine(house.app, limited.organizationId, (context) => setCallsPerMinute(context, calls))
    // Each of them is allowed in the next plan too, and is not its usual number.
    for (const [plan, calls, next, usual] of [
      ['pro', 90, 'free', 20],
      ['free', 90, 'business', 300],
      ['business', 5, 'agency', 600],
    ] as const) {
      await set(calls)
      const { organization, endedLimits } = await take(next)
      assert.deepEqual([organization.callsPerMinute, endedLimits], [usual, { callsPerMinute: calls }])
      const [entry] = (await owner.ask(listAuditEntries, { query: { action: 'plan.change' } })).data
      const { from, to, endedLimits: told } = entry!.detail
      assert.deepEqual({ from, to, told }, { from: plan, to: next, told: { callsPerMinute: calls } })
    }
    const { endedLimits } = await take('pro')
    assert.deepEqual(endedLimits, { callsPerMinute: null }, 'none was set')
  })

  test('a limit stays with another plan when that is asked for, and when the plan stays; beyond the new plan it is refused', async () => {
    const limited = await house.tenant({ plan: 'pro' })
    const owner = await join(house, limited, 'owner')
    const set = (calls: number | null) =>
      asCommandLine(house.app, limited.organizationId, (context) => setCallsPerMinute(context, calls))
    await set(500)
    const same = await owner.ask(changePlan, { body: { plan: 'pro' } })
    assert.deepEqual([same.organization.callsPerMinute, same.endedLimits], [500, { callsPerMinute: null }])
    const kept = await owner.ask(changePlan, { body: { plan: 'business', keepLimits: true } })
    assert.deepEqual([kept.organization.callsPerMinute, kept.endedLimits], [500, { callsPerMinute: null }])
    const refused = await problemOf(owner.ask(changePlan, { body: { plan: 'free', keepLimits: true } }))
    assert.deepEqual([refused.code, refused.extras.limit, refused.extras.current], ['plan_limit_reached', 100, 500])
    assert.equal(refused.message, 'The plan Free allows at most 100 calls a minute, not 500.')
    const { plan, callsPerMinute } = await owner.ask(getOrganization)
    assert.deepEqual([plan, callsPerMinute], ['business', 500], 'nothing changed')
  })
})

describe('notices of the month’s calls', generous, () => {
  let house: TestApp
  let nowMs = Date.parse('2026-10-31T12:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(nowMs) })
  })
  after(() => house.close())

  async function opened(
    plan: PlanSlug,
  ): Promise<{ tenant: Tenant; owner: Person; call: (count: number) => Promise<void> }> {
    const tenant = await house.tenant({ plan })
    await liftMinuteLimit(house, tenant)
    const owner = await join(house, tenant, 'owner')
    const call = async (count: number) => {
      for (let index = 0; index < count; index += 1) await ask(`${house.baseUrl}/brands`, { key: tenant.key })
    }
    return { tenant, owner, call }
  }
  const kinds = async (owner: Person) => (await owner.ask(listNotices)).data.map(({ kind }) => kind)

  test('come at 80 and at 100 percent, once in a period each, and again in the next', async () => {
    const { tenant, owner, call } = await opened('free')
    await call(79)
    assert.deepEqual(await kinds(owner), [])
    await call(1)
    assert.deepEqual(await kinds(owner), ['calls_80'])
    await call(19)
    assert.deepEqual(await kinds(owner), ['calls_80'])
    await call(5)
    assert.deepEqual(await kinds(owner), ['calls_100', 'calls_80'])
    const usage = await tenant.client.getUsage()
    assert.deepEqual(
      usage.notices.map(({ kind, message }) => [kind, message]),
      [
        [
          'calls_100',
          'All 100 calls of the period are used: further ones are refused until it ends. Upgrade to go on.',
        ],
        ['calls_80', '80 % of the period’s calls are used: 80 of 100.'],
      ],
    )
    nowMs = Date.parse(usage.period.end)
    assert.deepEqual((await tenant.client.getUsage()).notices, [])
    await call(80)
    assert.deepEqual(
      (await tenant.client.getUsage()).notices.map(({ kind }) => kind),
      ['calls_80'],
    )
    assert.deepEqual((await kinds(owner)).toSorted(), ['calls_100', 'calls_80', 'calls_80'])
  })

  test('come once though many calls cross the line at once, and a refunded call crosses it again', async () => {
    const { tenant, owner } = await opened('free')
    await Promise.all(Array.from({ length: 120 }, () => ask(`${house.baseUrl}/brands`, { key: tenant.key })))
    assert.deepEqual((await kinds(owner)).toSorted(), ['calls_100', 'calls_80'])
    const first = await opened('free')
    await first.tenant.client.createBrand({ body: { name: 'One' } })
    await first.call(78)
    const second = { method: 'POST', key: first.tenant.key, body: { name: 'Two' } }
    for (let index = 0; index < 3; index += 1)
      assertErrorShape(await ask(`${house.baseUrl}/brands`, second), 403, 'plan_limit_reached')
    await first.call(1)
    assert.deepEqual(await kinds(first.owner), ['calls_80'])
  })

  test('come with a smaller plan whose line is behind already, and anew at the larger plan’s line', async () => {
    const { owner, call } = await opened('pro')
    await call(150)
    assert.deepEqual(await kinds(owner), [])
    await owner.ask(changePlan, { body: { plan: 'free' } })
    assert.deepEqual((await kinds(owner)).toSorted(), ['calls_100', 'calls_80'])
    await owner.ask(changePlan, { body: { plan: 'pro' } })
    await owner.ask(changePlan, { body: { plan: 'free' } })
    assert.deepEqual((await kinds(owner)).toSorted(), ['calls_100', 'calls_80'])
  })
})
