import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, bringForward, liftMinuteLimit } from './support/owner.ts'
import { quiet, refusalOf } from './support/pipeline.ts'
import { isDue, isWaiting, jobsIn } from './support/queue.ts'
import { eventually } from './support/eventually.ts'

const generous = { timeout: 120_000 }

describe('what a plan includes', generous, () => {
  let house: TestApp
  before(async () => {
    house = await openTestApp({ lab: { seed: 33 } })
  })
  after(() => house.close())

  async function tenantOf(plan: 'free' | 'pro'): Promise<Tenant> {
    const tenant = await house.tenant({ plan })
    await liftMinuteLimit(house, tenant)
    return tenant
  }

  test('Free measures two platforms, whatever is asked and in however many runs', async () => {
    const { client } = await tenantOf('free')
    const { brandId } = await seedBrand(client, house.lab, 1)
    const start = (platforms?: string[]) => startedRun(client, brandId, platforms ? { platforms } : {})
    const tooMany = await refusalOf(start(['chatgpt', 'claude', 'grok']))
    assert.deepEqual([tooMany.status, tooMany.code, tooMany.body?.limit], [403, 'plan_limit_reached', 2])
    const run = await runEnd(client, (await start()).id)
    const measured = run.platforms.map(({ slug }) => slug)
    assert.equal(measured.length, 2)
    const third = ['chatgpt', 'claude', 'grok'].find((slug) => !measured.includes(slug))!
    assert.equal((await refusalOf(start([third]))).code, 'plan_limit_reached')
    assert.equal((await runEnd(client, (await start([measured[0]!])).id)).stored, 1)
  })

  test('answers of a month are reserved all or none', async () => {
    const tenant = await tenantOf('free')
    const { brandId } = await seedBrand(tenant.client, house.lab, 6)
    const platforms = ['chatgpt', 'perplexity']
    // Counting begins with the first call; all but 20 of the 2,500 answers are used.
    await asOwner(house, 'update usage_period set answers = 2480 where organization_id = $1', [tenant.organizationId])
    const used = async () =>
      (await asOwner(house, 'select answers from usage_period where organization_id = $1', [
        tenant.organizationId,
      ])) as {
        answers: number
      }[]
    const refusal = await refusalOf(startedRun(tenant.client, brandId, { platforms, repeats: 2 }))
    assert.deepEqual([refusal.code, refusal.body?.limit, refusal.body?.current], ['plan_limit_reached', 2_500, 2_480])
    assert.deepEqual(await used(), [{ answers: 2_480 }])
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { platforms })).id)
    assert.deepEqual(await used(), [{ answers: 2_492 }])
  })

  test('of twenty brands created at once beside nine of ten, one passes', async () => {
    const { client } = await tenantOf('pro')
    for (let number = 1; number <= 9; number += 1) await client.createBrand({ body: { name: `Brand ${number}` } })
    const created = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) => client.createBrand({ body: { name: `Late ${number}` } })),
    )
    assert.equal(created.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const each of created)
      if (each.status === 'rejected') {
        assert.equal(each.reason.code, 'plan_limit_reached')
        assert.deepEqual([each.reason.body.limit, each.reason.body.current], [10, 10])
      }
    assert.equal((await client.listBrands({ query: {} })).data.length, 10)
  })
})

describe('a schedule', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string

  before(async () => {
    house = await openTestApp({ lab: { seed: 34 } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 2))
  })
  after(() => house.close())

  const appointments = async () =>
    (await jobsIn(house.app.database, { key: `schedule:${brandId}` }))
      .filter((job) => isWaiting(job) && !isDue(job))
      .map(({ runAt }) => ({ runAt }))

  async function turn(): Promise<void> {
    await bringForward(house, brandId)
    await eventually(async () => (await appointments()).length > 0)
  }

  test('appoints its next turn at the hour in UTC', async () => {
    const set = await tenant.client.setSchedule({
      params: { id: brandId },
      body: { hour: 6, days: [0, 1, 2, 3, 4, 5, 6], platforms: ['chatgpt', 'claude'], repeats: 3 },
    })
    const next = new Date(set.nextRunAt!)
    assert.ok(next.getTime() > Date.now() && next.getTime() <= Date.now() + 86_400_000)
    assert.equal(next.toISOString().slice(10), 'T06:00:00.000Z')
    assert.deepEqual(await appointments(), [{ runAt: next }])
    assert.deepEqual(await tenant.client.getSchedule({ params: { id: brandId } }), set)
  })

  test('set again, it has one appointment, not two', async () => {
    await tenant.client.setSchedule({
      params: { id: brandId },
      body: { hour: 7, days: [0, 1, 2, 3, 4, 5, 6], platforms: ['chatgpt', 'claude'], repeats: 3 },
    })
    assert.equal((await appointments()).length, 1)
  })

  test('its turn starts the run and appoints the next one', async () => {
    house.lab?.addFault({ kind: 'slow', delayMs: 1_500 })
    await turn()
    const { data } = await tenant.client.listRuns({ query: { brandId } })
    assert.equal(data.length, 1)
    assert.deepEqual([data[0]!.repeats, data[0]!.platforms.map(({ slug }) => slug)], [3, ['chatgpt', 'claude']])
    assert.equal((await appointments()).length, 1)
  })

  test('a turn while a run is open starts none, and says so in the audit log', async () => {
    await turn()
    const skipped = await asOwner(
      house,
      `select actor, subject, detail->>'code' as code from audit_entry where organization_id = $1 and action = 'schedule.skipped'`,
      [tenant.organizationId],
    )
    assert.deepEqual(skipped, [{ actor: { kind: 'schedule' }, subject: brandId, code: 'conflict' }])
    const { data } = await tenant.client.listRuns({ query: { brandId } })
    assert.equal(data.length, 1)
    assert.equal((await appointments()).length, 1)
    house.lab?.clearFaults()
    assert.equal((await runEnd(tenant.client, data[0]!.id)).stored, 12)
  })

  test('switched off, its turn passes without a run', async () => {
    await tenant.client.setSchedule({ params: { id: brandId }, body: { isOn: false, hour: 7, days: [1] } })
    await bringForward(house, brandId)
    await quiet(house)
    assert.equal((await tenant.client.listRuns({ query: { brandId } })).data.length, 1)
    assert.deepEqual(await appointments(), [])
    assert.equal((await tenant.client.getSchedule({ params: { id: brandId } })).nextRunAt, null)
  })
})
