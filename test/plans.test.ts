import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { sessionOperations, type PlanSlug } from '@sightline/sdk'
import { openDoors } from './support/doors.ts'
import { ask, assertErrorShape, readLimits } from './support/http.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { bringForward, liftMinuteLimit } from './support/owner.ts'
import { join, type Person } from './support/people.ts'
import { refusalOf } from './support/pipeline.ts'
import { eventually } from './support/eventually.ts'

const generous = { timeout: 240_000 }
const { changePlan, listAuditEntries } = sessionOperations

describe('a change of plan', generous, () => {
  let house: TestApp

  before(async () => {
    house = await openTestApp({ lab: { seed: 11 } })
  })
  after(() => house.close())

  const lifted = async (plan: PlanSlug): Promise<Tenant> => {
    const tenant = await house.tenant({ plan })
    await liftMinuteLimit(house, tenant)
    return tenant
  }
  const owned = async (plan: PlanSlug): Promise<{ tenant: Tenant; owner: Person }> => {
    const tenant = await lifted(plan)
    return { tenant, owner: await join(house, tenant, 'owner') }
  }
  const take = async ({ ask }: Person, plan: PlanSlug) => {
    const changed = await ask(changePlan, { body: { plan } })
    // Lifted beyond what any plan allows, it fell back with the change.
    await liftMinuteLimit(house, { organizationId: changed.organization.id })
    return changed
  }
  const brands = async ({ client }: Tenant) => (await client.listBrands({ query: { limit: 200 } })).data
  const addBrands = async ({ client }: Tenant, count: number): Promise<string[]> => {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1)
      ids.push((await client.createBrand({ body: { name: `Brand ${index}` } })).id)
    return ids
  }
  const prompts = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ text: `best tool number ${from + index}` }))

  test('C9: a smaller plan holds at once, deletes nothing, and pauses the newest above it; the data stays readable', async () => {
    const { tenant, owner } = await owned('pro')
    const { client } = tenant
    const { brandId } = await seedBrand(client, house.lab, 6)
    const [second, third] = await addBrands(tenant, 2)
    const params = { id: brandId }
    await client.createPrompts({ params, body: { prompts: prompts(0, 24) } })
    await runEnd(client, (await startedRun(client, brandId, { platforms: ['chatgpt', 'perplexity', 'claude'] })).id)
    const webhookIds: string[] = []
    for (let index = 0; index < 4; index += 1)
      webhookIds.push((await addWebhook(tenant, `https://hooks.example.com/${index}`)).id)
    await client.updateWebhook({ params: { id: webhookIds[0]! }, body: { status: 'paused' } })
    const before = { score: await client.getBrandScore({ params }), answers: await client.listAnswers({ params }) }

    const changed = await take(owner, 'free')
    assert.deepEqual(changed.paused, { brandIds: [second, third], prompts: 5, webhookIds: [webhookIds[3]] })
    const limits = readLimits(await ask(`${house.baseUrl}/me`, { key: tenant.key }))
    assert.equal(limits['month']?.quota, 100)

    assert.deepEqual(
      (await brands(tenant)).map(({ id, status }) => [id, status]),
      [brandId, second, third].map((id) => [id, id === brandId ? 'active' : 'paused']),
    )
    // The advice beside a score is drawn a moment after it.
    const { topRecommendation: _after, ...score } = await client.getBrandScore({ params })
    const { topRecommendation: _before, ...scoreBefore } = before.score
    assert.deepEqual(score, scoreBefore)
    assert.deepEqual(await client.listAnswers({ params }), before.answers)
    const listed = await client.listPrompts({ params, query: { status: 'active', limit: 200 } })
    assert.deepEqual(
      listed.data.map(({ isPaused }) => isPaused),
      [...Array<boolean>(25).fill(false), ...Array<boolean>(5).fill(true)],
    )
    const webhooks = (await client.listWebhooks()).data
    assert.deepEqual(
      webhooks.map(({ status, statusReason }) => [status, statusReason]),
      [
        ['paused', 'owner'],
        ['active', null],
        ['active', null],
        ['paused', 'plan'],
      ],
    )

    const refused = await refusalOf(client.startRun({ params: { id: second! }, body: {} }))
    assert.equal(refused.code, 'plan_limit_reached')
    assert.match(refused.message, /paused, because the plan Free includes 1 of your brands\. .* can be read/)
    const answers = [{ prompt: 'best tool', platform: 'chatgpt', text: 'Take any.' }]
    const imported = await refusalOf(client.importAnswers({ params: { id: second! }, body: { answers } }))
    assert.equal(imported.code, 'plan_limit_reached')
    assert.equal((await client.getBrand({ params: { id: second! } })).name, 'Brand 0')
    const run = await runEnd(client, (await startedRun(client, brandId, { platforms: ['mistral', 'copilot'] })).id)
    assert.deepEqual([run.planned, run.platforms.length], [50, 2])
    const { allowances } = await client.getUsage()
    assert.deepEqual(allowances.brands, { used: 3, limit: 1 })
    assert.deepEqual(allowances.platforms, { used: 2, limit: 2 })
  })

  test('C9: the larger plan lets go on exactly what the smaller one paused, and the log tells both', async () => {
    const { tenant, owner } = await owned('pro')
    const { client } = tenant
    const ids = await addBrands(tenant, 3)
    const params = { id: ids[0]! }
    await client.createPrompts({ params, body: { prompts: prompts(0, 40) } })
    const webhooks = [await addWebhook(tenant, 'https://hooks.example.com/a')]
    for (const name of ['b', 'c', 'd']) webhooks.push(await addWebhook(tenant, `https://hooks.example.com/${name}`))
    await client.updateWebhook({ params: { id: webhooks[1]!.id }, body: { status: 'paused' } })
    const before = await stateOf(tenant, ids[0]!)
    const down = await take(owner, 'free')
    assert.notDeepEqual(await stateOf(tenant, ids[0]!), before)
    const up = await take(owner, 'business')
    assert.deepEqual(up.resumed, down.paused)
    assert.deepEqual(up.paused, { brandIds: [], prompts: 0, webhookIds: [] })
    assert.deepEqual(await stateOf(tenant, ids[0]!), before)
    const { data } = await owner.ask(listAuditEntries, { query: { action: 'plan' } })
    assert.deepEqual(
      data.map(({ detail }) => [detail['from'], detail['to']]),
      [
        ['free', 'business'],
        ['pro', 'free'],
      ],
    )
    assert.deepEqual(data[1]?.detail['paused'], down.paused)
  })

  test('C9: the default brand is never paused, and one that becomes the default takes the place of another', async () => {
    const { tenant, owner } = await owned('pro')
    const [first, second, third] = await addBrands(tenant, 3)
    const active = async () => (await brands(tenant)).filter(({ status }) => status === 'active').map(({ id }) => id)
    await tenant.client.updateBrand({ params: { id: third! }, body: { isDefault: true } })
    await take(owner, 'free')
    assert.deepEqual(await active(), [third])
    await tenant.client.updateBrand({ params: { id: second! }, body: { isDefault: true } })
    assert.deepEqual(await active(), [second])
    await tenant.client.deleteBrand({ params: { id: second! } })
    assert.deepEqual(await active(), [first])
    assert.equal((await tenant.client.getBrand({ params: { id: first! } })).isDefault, true)
  })

  test('C9: what is archived or deleted makes room for what the plan paused, and no more', async () => {
    const { tenant, owner } = await owned('pro')
    const { client } = tenant
    const [brandId] = await addBrands(tenant, 1)
    const params = { id: brandId! }
    const { data } = await client.createPrompts({ params, body: { prompts: prompts(0, 28) } })
    const webhooks: string[] = []
    for (const name of ['a', 'b', 'c', 'd'])
      webhooks.push((await addWebhook(tenant, `https://hooks.example.com/${name}`)).id)
    await take(owner, 'free')
    const asked = async () =>
      (await client.listPrompts({ params, query: { status: 'active', limit: 200 } })).data.flatMap(({ id, isPaused }) =>
        isPaused ? [] : [id],
      )
    const ids = data.map(({ id }) => id).toSorted()
    assert.deepEqual(await asked(), ids.slice(0, 25))
    await client.archivePrompt({ params: { ...params, pid: ids[3]! } })
    assert.deepEqual(
      await asked(),
      ids.slice(0, 26).filter((id) => id !== ids[3]),
    )
    const edited = await client.updatePrompt({ params: { ...params, pid: ids[0]! }, body: { text: 'another text' } })
    assert.equal(edited.isPaused, false)
    assert.equal((await asked()).length, 25)
    const paused = ids.at(-1)!
    assert.equal(
      (await refusalOf(client.startRun({ params, body: { promptIds: [paused] } }))).code,
      'plan_limit_reached',
    )
    assert.equal(
      (await refusalOf(client.createPrompts({ params, body: { prompts: prompts(100, 1) } }))).code,
      'plan_limit_reached',
    )
    const statuses = async () => (await client.listWebhooks()).data.map(({ status }) => status)
    assert.deepEqual(await statuses(), ['active', 'active', 'paused', 'paused'])
    await client.deleteWebhook({ params: { id: webhooks[0]! } })
    assert.deepEqual(await statuses(), ['active', 'active', 'paused'])
  })

  test('C9: a schedule goes on with the platforms that fit the plan, and stays as it was set', async () => {
    const { tenant, owner } = await owned('pro')
    const { client } = tenant
    const { brandId } = await seedBrand(client, house.lab, 2)
    const params = { id: brandId }
    const platforms = ['claude', 'chatgpt', 'perplexity', 'copilot']
    await client.setSchedule({ params, body: { hour: 3, days: [0, 1, 2, 3, 4, 5, 6], platforms } })
    await take(owner, 'free')
    await bringForward(house, brandId)
    const [run] = await untilRun(client)
    assert.deepEqual(run?.platforms.map(({ slug }) => slug).toSorted(), ['chatgpt', 'claude'])
    assert.deepEqual((await client.getSchedule({ params })).platforms, platforms)
  })

  test('C9: the schedule of a paused brand starts nothing, says so in the log, and keeps its appointments', async () => {
    const { tenant, owner } = await owned('pro')
    const { client } = tenant
    await addBrands(tenant, 1)
    const { id } = await client.createBrand({ body: { name: 'Paused later' } })
    const params = { id }
    await client.createPrompts({ params, body: { prompts: prompts(0, 1) } })
    await client.setSchedule({ params, body: { hour: 3, days: [0, 1, 2, 3, 4, 5, 6] } })
    await take(owner, 'free')
    await bringForward(house, id)
    const skipped = () => owner.ask(listAuditEntries, { query: { action: 'schedule.skipped', subject: id } })
    await eventually(async () => (await skipped()).data.length !== 0)
    const [entry] = (await skipped()).data
    assert.deepEqual([entry?.actor.kind, entry?.detail['code']], ['schedule', 'plan_limit_reached'])
    assert.deepEqual((await client.listRuns({ query: { brandId: id } })).data, [])
    assert.ok((await client.getSchedule({ params })).nextRunAt)
  })

  test('C9: a request that was let in under the larger plan cannot pass the smaller one’s limit', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { tenant, owner } = await owned('pro')
      await addBrands(tenant, 1)
      await Promise.allSettled([
        take(owner, 'free'),
        ...Array.from({ length: 4 }, (_, index) => tenant.client.createBrand({ body: { name: `At once ${index}` } })),
      ])
      const active = (await brands(tenant)).filter(({ status }) => status === 'active')
      assert.equal(active.length, 1)
    }
  })

  test('D17: an upgrade keeps what was used and raises the ceiling in every process', async () => {
    const { tenant, owner } = await owned('free')
    const doors = await openDoors(house, 3)
    const baseUrls = [house.baseUrl, ...doors.baseUrls]
    const me = (baseUrl: string) => ask(`${baseUrl}/me`, { key: tenant.key }).then(readLimits)
    const call = async (baseUrl: string) => readLimits(await ask(`${baseUrl}/brands`, { key: tenant.key }))['month']!
    for (let used = 0; used < 100; used += 1) await call(baseUrls[used % 4]!)
    for (const baseUrl of baseUrls)
      assertErrorShape(await ask(`${baseUrl}/brands`, { key: tenant.key }), 429, 'quota_exceeded')
    await take(owner, 'pro')
    for (const baseUrl of baseUrls) while ((await me(baseUrl))['month']?.quota === 100);
    for (const [index, baseUrl] of baseUrls.entries())
      assert.deepEqual((await call(baseUrl)).remaining, 2_500 - 101 - index)
    await doors.close()
  })
})

const addWebhook = ({ client }: Tenant, url: string) =>
  client.createWebhook({ body: { url, events: ['score.changed'] } })

/** Everything of a tenant that a plan may pause. */
async function stateOf({ client }: Tenant, brandId: string): Promise<unknown> {
  const prompts = await client.listPrompts({ params: { id: brandId }, query: { limit: 200 } })
  return {
    brands: (await client.listBrands()).data.map(({ id, status }) => [id, status]),
    prompts: prompts.data.map(({ id, isPaused }) => [id, isPaused]),
    webhooks: (await client.listWebhooks()).data.map(({ id, status, statusReason }) => [id, status, statusReason]),
  }
}

async function untilRun(client: Tenant['client']) {
  for (;;) {
    const { data } = await client.listRuns()
    if (data.length > 0) return data
    // Each look is one of the hundred calls of Free.
    await sleep(200)
  }
}
