import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { Client } from 'pg'
import { ask, assertErrorShape } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { refusalOf } from './support/pipeline.ts'
import { eventually } from './support/eventually.ts'

describe('calls that stand in each other’s way in the database', { timeout: 60_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  /** Holds locks. */
  let owner: Client

  before(async () => {
    house = await openTestApp()
    owner = new Client({ connectionString: house.database.ownerUrl })
    await owner.connect()
  })
  after(async () => {
    await owner.end()
    await house.close()
  })
  beforeEach(async () => {
    ;({ tenant, brandId } = await tenantWithBrand())
  })
  afterEach(() => owner.query('rollback'))

  async function tenantWithBrand(): Promise<{ tenant: Tenant; brandId: string }> {
    const made = await house.tenant()
    const { id } = await made.client.createBrand({ body: { name: 'Fernhold' } })
    return { tenant: made, brandId: id }
  }

  const add = (name: string) => tenant.client.addCompetitor({ params: { id: brandId }, body: { name } })
  const competitors = async () =>
    (await tenant.client.listCompetitors({ params: { id: brandId } })).data.map(({ name }) => name)
  const auditEntries = () =>
    asOwner(house, `select from audit_entry where organization_id = $1 and action = 'competitor.create'`, [
      tenant.organizationId,
    ])
  async function untilWaiting(count: number): Promise<void> {
    const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => (await asOwner(house, text)).length >= count)
  }

  test('R8 slow statements take every place: the next writes are refused before one of them ends; reads and keys pass', async () => {
    const other = await tenantWithBrand()
    const newKey = await tenant.newKey(['brands:read'])
    await owner.query('begin')
    await owner.query('lock table competitor in exclusive mode')
    let ended = 0
    const slow = [1, 2, 3, 4].map((number) => add(`Rival ${number}`).finally(() => (ended += 1)))
    await untilWaiting(4)
    const refused = await Promise.all(
      [
        { key: tenant.key, id: brandId },
        { key: other.tenant.key, id: other.brandId },
      ].map(({ key, id }) =>
        ask(`${house.baseUrl}/brands/${id}/competitors`, { method: 'POST', key, body: { name: 'Late' } }),
      ),
    )
    for (const reply of refused) {
      assertErrorShape(reply, 503, 'service_unavailable')
      assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
    for (const key of [tenant.key, newKey, other.tenant.key])
      assert.equal((await ask(`${house.baseUrl}/brands`, { key })).status, 200)
    assert.equal((await ask(`${house.origin}/readyz`)).status, 200)
    assert.equal(ended, 0, 'nothing slow has ended yet')
    await owner.query('rollback')
    await Promise.all(slow)
    await add('Late')
    assert.deepEqual((await competitors()).toSorted(), ['Late', 'Rival 1', 'Rival 2', 'Rival 3', 'Rival 4'])
  })

  /** The database rolls so many of the next inserts back. */
  async function rollBack(code: string, times: number): Promise<void> {
    await asOwner(house, 'drop sequence if exists faults cascade')
    await asOwner(house, 'create sequence faults')
    await asOwner(
      house,
      `create or replace function fault() returns trigger language plpgsql security definer as $$ begin
         if nextval('faults') <= ${times} then raise exception 'rolled back' using errcode = '${code}'; end if;
         return new; end $$`,
    )
    await asOwner(
      house,
      'create or replace trigger fault before insert on competitor for each row execute function fault()',
    )
  }
  const tries = async () =>
    ((await asOwner(house, 'select last_value::int as tries from faults')) as { tries: number }[])[0]!.tries

  for (const [what, code] of [
    ['a serialization failure', '40001'],
    ['a deadlock', '40P01'],
  ] as const) {
    test(`R9 ${what} that passes is tried again, and what was asked happens once`, async () => {
      await rollBack(code, 2)
      await add('Quorvane')
      assert.equal(await tries(), 3)
      assert.deepEqual(await competitors(), ['Quorvane'])
      assert.equal((await auditEntries()).length, 1)
    })

    test(`R9 ${what} that stays is 503 after the third try, and nothing happened`, async () => {
      await rollBack(code, 1_000)
      const refusal = await refusalOf(add('Quorvane'))
      await asOwner(house, 'drop trigger fault on competitor')
      assert.deepEqual([refusal.status, refusal.code], [503, 'service_unavailable'])
      assert.equal(await tries(), 3)
      assert.deepEqual(await competitors(), [])
      assert.deepEqual(await auditEntries(), [])
    })
  }

  test('R9 a call that the database ends because of a real deadlock is done as soon as the other is', async () => {
    await owner.query('begin')
    // It is the call that looks first, so that the call is ended.
    await owner.query(`set local deadlock_timeout = '30s'`)
    await owner.query('lock table audit_entry in exclusive mode')
    const added = add('Quorvane')
    await untilWaiting(1)
    await owner.query('lock table competitor in exclusive mode')
    await owner.query('commit')
    assert.equal((await added).name, 'Quorvane')
    assert.deepEqual(await competitors(), ['Quorvane'])
    assert.equal((await auditEntries()).length, 1)
  })

  test('R9 two that write the same rows in opposite order do not wait for each other in a ring', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => ({ text: `question number ${index}` }))
    const write = (prompts: { text: string }[]) =>
      tenant.client.createPrompts({ params: { id: brandId }, body: { prompts } })
    for (let round = 0; round < 5; round += 1) {
      const mine = texts.map(({ text }) => ({ text: `${text} of ${round}` }))
      const both = await Promise.all([write(mine), write(mine.toReversed())])
      assert.equal(both[0].data.length + both[1].data.length, mine.length)
    }
    const [row] = (await asOwner(
      house,
      'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
    )) as { deadlocks: number }[]
    // One of them was made on purpose.
    assert.ok(row!.deadlocks <= 1)
  })

  test('R9 of ten that add one name at once one passes, and the others are told that it is there', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => add('Quorvane')))
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    assert.deepEqual(
      refusals.map(({ status }) => status),
      Array.from({ length: 9 }, () => 409),
    )
    assert.deepEqual(await competitors(), ['Quorvane'])
    assert.equal((await auditEntries()).length, 1)
  })
})
