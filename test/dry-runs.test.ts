import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ApiError } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'

describe('a write that is only tried', () => {
  let house: TestApp
  let tenant: Tenant
  before(async () => {
    house = await openTestApp()
  })
  beforeEach(async () => {
    tenant = await house.tenant({ plan: 'free' })
  })
  after(() => house.close())

  /** Every row that a write could leave: things, audit entries, jobs. */
  const stored = async (): Promise<unknown> => {
    const [counts] = await asOwner(
      house,
      `select (select count(*) from brand) brands, (select count(*) from prompt) prompts,
              (select count(*) from audit_entry) entries, (select count(*) from job) jobs,
              (select max(updated_at) from brand) changed`,
    )
    return counts
  }

  test('answers what the write answers, and leaves no row, no audit entry and no job', async () => {
    const { client } = tenant
    const untouched = await stored()
    const tried = await client.createBrand({
      body: { name: 'Fernhold', domains: ['https://WWW.fernhold.com/x'], dryRun: true },
    })
    assert.deepEqual(
      [tried.dryRun, tried.name, tried.domains, tried.isDefault],
      [true, 'Fernhold', ['fernhold.com'], true],
    )
    assert.deepEqual(await stored(), untouched)
    const { id, dryRun } = await client.createBrand({ body: { name: 'Fernhold' } })
    assert.equal(dryRun, false)

    const before = await stored()
    const params = { id }
    const renamed = await client.updateBrand({ params, body: { name: 'Fernhold Labs', dryRun: true } })
    assert.deepEqual([renamed.dryRun, renamed.name], [true, 'Fernhold Labs'])
    const prompts = [{ text: 'best project tool' }, { text: 'is Fernhold good?' }, { text: 'best project tool' }]
    const added = await client.createPrompts({ params, body: { prompts, dryRun: true } })
    assert.deepEqual(
      added.data.map(({ text, branded }) => [text, branded]),
      [
        ['best project tool', false],
        ['is Fernhold good?', true],
      ],
    )
    assert.deepEqual(
      added.duplicates.map(({ index }) => index),
      [2],
    )
    assert.equal(added.dryRun, true)
    assert.deepEqual(await stored(), before)
    assert.equal((await client.getBrand({ params })).name, 'Fernhold')
  })

  test('is refused as the write would be: by the plan, by a twin', async () => {
    const { client } = tenant
    const { id } = await client.createBrand({ body: { name: 'Fernhold' } })
    const texts = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `question ${index}` }))
    await assert.rejects(
      client.createBrand({ body: { name: 'Second', dryRun: true } }),
      refusedWith('plan_limit_reached'),
    )
    await assert.rejects(
      client.createPrompts({ params: { id }, body: { prompts: texts(26), dryRun: true } }),
      refusedWith('plan_limit_reached'),
    )
    // The refusal took nothing: the plan's 25 still fit, tried and then meant.
    for (const dryRun of [true, false])
      assert.equal(
        (await client.createPrompts({ params: { id }, body: { prompts: texts(25), dryRun } })).data.length,
        25,
      )
    const paid = await house.tenant({ plan: 'pro' })
    await paid.client.createBrand({ body: { name: 'Fernhold' } })
    const other = await paid.client.createBrand({ body: { name: 'Quorvane' } })
    const toTwin = { params: { id: other.id }, body: { name: 'Fernhold', dryRun: true } }
    await assert.rejects(paid.client.updateBrand(toTwin), refusedWith('conflict'))
    await assert.rejects(paid.client.createBrand({ body: { name: 'Fernhold', dryRun: true } }), refusedWith('conflict'))
  })

  test('under an Idempotency-Key stays a dry run, and the key is not free for the write itself', async () => {
    const { client } = tenant
    const named = { idempotencyKey: 'one' }
    const first = await client.createBrand({ body: { name: 'Fernhold', dryRun: true } }, named)
    assert.deepEqual(await client.createBrand({ body: { name: 'Fernhold', dryRun: true } }, named), first)
    await assert.rejects(
      client.createBrand({ body: { name: 'Fernhold' } }, named),
      refusedWith('idempotency_key_reused'),
    )
    assert.deepEqual((await client.listBrands()).data, [])
  })
})

const refusedWith = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code
