import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { plans } from '@sightline/sdk'
import { firstDayKept, applyAnswerRetention } from '../packages/server/src/pipeline/measuring/answer-retention.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { allAnswers, differencesOf, quiet } from './support/pipeline.ts'
import { jobsIn } from './support/queue.ts'

const day = (text: string): Date => new Date(`${text}T12:00:00Z`)

describe('how long answers are kept', { timeout: 120_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  /** The house's clock. */
  let now = day('2026-01-20')

  before(async () => {
    house = await openTestApp({ works: true, now: () => now })
    tenant = await house.tenant({ plan: 'free' })
    ;({ id: brandId } = await tenant.client.createBrand({ body: { name: 'Fernhold' } }))
    await importOf('2026-01-10', '2026-01-11', '2026-01-12')
  })
  after(() => house.close())

  test('the first day kept is as many calendar months back as the plan says, at the end of shorter months too', () => {
    const since = day('2020-01-01')
    assert.equal(plans.free.answersKeptMonths, 6)
    assert.equal(firstDayKept('free', since, day('2026-07-20')), '2026-01-20')
    assert.equal(firstDayKept('free', since, day('2028-08-31')), '2028-02-29')
    assert.equal(firstDayKept('pro', since, day('2028-02-29')), '2026-02-28')
    assert.equal(firstDayKept('agency', since, day('2026-07-20')), null)
  })

  test('a plan that keeps less deletes nothing for thirty days', () => {
    assert.equal(firstDayKept('free', day('2026-07-01'), day('2026-07-30')), null)
    assert.equal(firstDayKept('free', day('2026-07-01'), day('2026-08-01')), '2026-02-01')
  })

  test('the round is appointed with the first answers, and again each day', async () => {
    assert.equal((await rounds()).length, 1)
    await round('2026-01-20')
    assert.equal((await rounds()).length, 1)
    assert.equal((await allAnswers(tenant.client, brandId)).length, 3)
  })

  test('answers of earlier days go with all that was found in them; what was counted stays, and verify is content', async () => {
    now = day('2026-07-12')
    await importOf('2026-07-11')
    const before = await kept()
    assert.deepEqual(before, { answer: 4, observation: 4, source_use: 4, rollup: 4 })
    await round('2026-07-12')
    assert.deepEqual(await kept(), { answer: 2, observation: 2, source_use: 2, rollup: 4 })
    const left = await allAnswers(tenant.client, brandId)
    assert.deepEqual(left.map(({ collectedAt }) => collectedAt.slice(0, 10)).toSorted(), ['2026-01-12', '2026-07-11'])
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
  })

  test('new names change no count of a day whose answers are gone', async () => {
    await tenant.client.addCompetitor({ params: { id: brandId }, body: { name: 'Quorvane' } })
    await quiet(house)
    assert.deepEqual(await kept(), { answer: 2, observation: 2, source_use: 2, rollup: 4 })
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
  })

  test('an answer of a day that is kept no longer is not imported, and the reason names the day', async () => {
    const { accepted, rejected } = await importOf('2026-01-11')
    assert.equal(accepted, 0)
    assert.deepEqual(
      rejected.map(({ code }) => code),
      ['collected_too_long_ago'],
    )
    assert.match(rejected[0]?.message ?? '', /2026-01-12/)
  })

  async function importOf(...days: string[]) {
    const answers = days.map((on) => ({
      text: 'Fernhold is fine, Quorvane is not.',
      platform: 'chatgpt',
      prompt: 'best tool',
      collectedAt: `${on}T08:00:00Z`,
      citations: [{ url: 'https://reviews.test/one' }],
    }))
    const imported = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
    await quiet(house)
    return imported
  }

  async function round(on: string): Promise<void> {
    now = day(on)
    const { database } = house.app
    await asOwner(house, 'update organization set anchor_at = $1', [day('2020-01-01')])
    await applyAnswerRetention({ database, now: () => now }, { organizationId: tenant.organizationId })
  }

  const rounds = (): Promise<unknown[]> => jobsIn(house.app.database, { key: `tend-answers:${tenant.organizationId}` })

  async function kept(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const table of ['answer', 'observation', 'source_use', 'rollup'])
      counts[table] = (await asOwner(house, `select from ${table}`)).length
    return counts
  }
})
