import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { plans, type ApiError, type PlanSlug } from '@sightline/sdk'
import { ask, assertErrorShape } from './support/http.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { refusalOf } from './support/pipeline.ts'

const generous = { timeout: 240_000 }

describe('what a plan allows', generous, () => {
  let house: TestApp

  before(async () => {
    house = await openTestApp({ lab: { seed: 13 } })
  })
  after(() => house.close())

  const lifted = async (plan: PlanSlug): Promise<Tenant> => {
    const tenant = await house.tenant({ plan })
    await liftMinuteLimit(house, tenant)
    return tenant
  }
  const brands = async ({ client }: Tenant) => (await client.listBrands({ query: { limit: 200 } })).data
  const addBrands = async ({ client }: Tenant, count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await client.createBrand({ body: { name: `Brand ${index}` } })
  }

  for (const [plan, limit] of [
    ['free', 1],
    ['pro', 10],
    ['agency', 50],
  ] as const)
    test(`C7: on ${plan} brand ${limit + 1} is 403 with the limit and what is there`, async () => {
      const tenant = await lifted(plan)
      await addBrands(tenant, limit)
      const refused = await ask(`${house.baseUrl}/brands`, { method: 'POST', key: tenant.key, body: { name: 'Extra' } })
      const error = assertErrorShape(refused, 403, 'plan_limit_reached')
      assert.deepEqual([error.plan, error.limit, error.current], [plan, limit, limit])
      assert.equal((await brands(tenant)).length, limit)
    })

  test('C7: of twenty brands at once at nine of ten exactly one passes', async () => {
    const tenant = await lifted('pro')
    await addBrands(tenant, 9)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => tenant.client.createBrand({ body: { name: `Last ${index}` } })),
    )
    assertOnePassed(results)
    assert.equal((await brands(tenant)).length, 10)
  })

  test('of ten competitors at once at 99 of 100 exactly one passes', async () => {
    const { client } = await lifted('pro')
    const { id } = await client.createBrand({ body: { name: 'Fernhold' } })
    const add = (name: string) => client.addCompetitor({ params: { id }, body: { name } })
    for (let index = 0; index < 99; index += 1) await add(`Rival ${index}`)
    assertOnePassed(await Promise.allSettled(Array.from({ length: 10 }, (_, index) => add(`Last ${index}`))))
    const { data } = await client.listCompetitors({ params: { id }, query: { limit: 100 } })
    assert.equal(data.length, 100)
  })

  test('C7: on Free a third platform is 403, named in one run or in the next, and all that are set up means two', async () => {
    const { client } = await lifted('free')
    const { brandId } = await seedBrand(client, house.lab, 2)
    const params = { id: brandId }
    const three = { platforms: ['chatgpt', 'perplexity', 'claude'] }
    const atOnce = await refusalOf(client.startRun({ params, body: three }))
    assert.deepEqual([atOnce.code, atOnce.body?.limit], ['plan_limit_reached', 2])
    await runEnd(client, (await startedRun(client, brandId, { platforms: ['perplexity', 'claude'] })).id)
    const third = await refusalOf(client.startRun({ params, body: { platforms: ['chatgpt'] } }))
    assert.deepEqual([third.code, third.body?.limit, third.body?.current], ['plan_limit_reached', 2, 2])
    const all = await runEnd(client, (await startedRun(client, brandId)).id)
    assert.deepEqual(all.platforms.map(({ slug }) => slug).toSorted(), ['claude', 'perplexity'])
    assert.equal((await refusalOf(client.setSchedule({ params, body: { hour: 3, days: [1], ...three } }))).status, 403)
  })

  test('C7: of two runs at once on two platforms each, Free lets one pass', async () => {
    const { client } = await lifted('free')
    const { brandId } = await seedBrand(client, house.lab, 2)
    const start = (platforms: string[]) => startedRun(client, brandId, { platforms })
    const [one, other] = await Promise.allSettled([start(['chatgpt', 'perplexity']), start(['claude', 'copilot'])])
    assert.deepEqual([one.status, other.status].toSorted(), ['fulfilled', 'rejected'])
    assert.equal((await client.getUsage()).allowances.platforms.used, 2)
  })

  test('C7: of twenty prompts at once for the last of Pro’s 250 exactly one passes', async () => {
    const { client } = await lifted('pro')
    const { id } = await client.createBrand({ body: { name: 'Fernhold' } })
    const add = (texts: string[]) =>
      client.createPrompts({ params: { id }, body: { prompts: texts.map((text) => ({ text })) } })
    const numbered = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `best tool number ${from + index}`)
    for (const texts of [numbered(0, 200), numbered(200, plans.pro.prompts - 1)]) await add(texts)
    const results = await Promise.allSettled(numbered(300, 320).map((text) => add([text])))
    assertOnePassed(results)
    assert.equal((await client.getUsage()).allowances.prompts.used, plans.pro.prompts)
  })

  test('C7: of runs of ten brands at once for the month’s last answers exactly one passes', async () => {
    const tenant = await lifted('pro')
    const { client, organizationId } = tenant
    const ids: string[] = []
    while (ids.length < 10) {
      const { id } = await client.createBrand({ body: { name: `Brand ${ids.length}` } })
      await client.createPrompts({ params: { id }, body: { prompts: [{ text: 'best tool' }] } })
      ids.push(id)
    }
    const { answersPerMonth } = plans.pro
    await asOwner(house, 'update usage_period set answers = $2 where organization_id = $1', [
      organizationId,
      answersPerMonth - 3,
    ])
    const two = { platforms: ['chatgpt', 'perplexity'] }
    const results = await Promise.allSettled(ids.map((id) => startedRun(client, id, two)))
    assertOnePassed(results)
    const { answers } = (await client.getUsage()).allowances
    assert.deepEqual([answers.used, answers.limit], [answersPerMonth - 1, answersPerMonth])
  })

  function assertOnePassed(results: PromiseSettledResult<unknown>[]): void {
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as ApiError] : []))
    assert.equal(refused.length, results.length - 1)
    for (const error of refused) assert.equal(error.code, 'plan_limit_reached')
  }

  test('every figure of the specification stands in the plans', () => {
    const { free, pro, business, agency } = plans
    assert.deepEqual(
      [free.callsPerMonth, pro.callsPerMonth, business.callsPerMonth, agency.callsPerMonth],
      [100, 2_500, 15_000, 50_000],
    )
    assert.deepEqual([pro.seats, pro.brands, agency.brands, agency.seats], [10, 10, 50, null])
    assert.deepEqual([free.platforms, pro.platforms], [2, 5])
  })
})
