import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { operations, type Operation } from '@sightline/sdk'
import type { Caller } from '../packages/server/src/operations/context.ts'
import { createMeter, type Meter } from '../packages/server/src/operations/accounts/metering.ts'
import { insideCaller } from '../packages/server/src/operations/measuring/scheduled.ts'
import { openDatabase, type Database } from '../packages/server/src/base/db/database.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { eventually } from './support/eventually.ts'

const call = operations.getBrandScore as Operation
const CEILING = 100

describe('calls of many organizations, counted together', { timeout: 60_000 }, () => {
  let house: TestApp
  const databases: Database[] = []
  /** Statements that a meter began, by whom they were about. */
  const begun: string[] = []
  let meters: Meter[]

  before(async () => {
    house = await openTestApp()
    for (let index = 0; index < 3; index += 1) databases.push(openDatabase({ url: house.database.url, poolSize: 2 }))
    meters = databases.map((database) => createMeter({ ...house.app.services, database: noting(database) }))
  })
  after(async () => {
    for (const database of databases) await database.close()
    await house.close()
  })

  const noting = (database: Database): Database => ({
    ...database,
    statement: (organizationId) => {
      begun.push(organizationId)
      return database.statement(organizationId)
    },
    statementOfMany: () => {
      begun.push('many')
      return database.statementOfMany()
    },
  })

  /** Organizations that called once today, so that there are rows to count in. */
  const callers = (count: number): Promise<Caller[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { organizationId } = await house.tenant({ plan: 'free' })
        const caller = await house.app.database.transaction(organizationId, (db) =>
          insideCaller(db, organizationId, { kind: 'system' }),
        )
        assert.equal((await meters[0]!.admit(caller, call))?.used, 1)
        return caller
      }),
    )

  const detailOf = ({ organization }: Caller): Promise<unknown[]> =>
    asOwner(house, 'select sum(calls)::int as calls from usage_detail where organization_id = $1', [organization.id])

  test('those that wait in a process at one moment cost one statement, whosever they are', async () => {
    const all = await callers(20)
    begun.length = 0
    const quotas = await Promise.all([...all, ...all].map((caller) => meters[0]!.admit(caller, call)))
    assert.deepEqual(begun, ['many'])
    assert.deepEqual(
      quotas.map((quota) => quota?.used),
      [...all.map(() => 2), ...all.map(() => 3)],
    )
  })

  test('D1 D12 each organization has its ceiling exactly and its own numbers, whichever processes count', async () => {
    const all = await callers(5)
    const admitted = await Promise.all(
      Array.from({ length: 3 * 50 }, (_, index) =>
        Promise.all(all.map((caller) => meters[index % 3]!.admit(caller, call))),
      ),
    )
    for (const [place, caller] of all.entries()) {
      const numbers = admitted.flatMap((quotas) => quotas[place]?.used ?? [])
      assert.deepEqual(
        numbers.toSorted((one, other) => one - other),
        Array.from({ length: CEILING - 1 }, (_, index) => index + 2),
      )
      assert.deepEqual(await detailOf(caller), [{ calls: CEILING }])
    }
  })

  for (const [what, lock] of [
    ['its month', 'select from usage_period where organization_id = $1 for update'],
    ['the detail of its calls', 'select from usage_detail where organization_id = $1 for update'],
  ] as const)
    test(`no organization waits for another's rows: while ${what} is locked, the others are counted`, async () => {
      const [locked, ...others] = await callers(4)
      const holder = new Client({ connectionString: house.database.ownerUrl })
      await holder.connect()
      await holder.query('begin')
      await holder.query(lock, [locked!.organization.id])
      let isCounted = false
      const waits = meters[0]!.admit(locked!, call).finally(() => (isCounted = true))
      for (const used of [2, 3, 4])
        assert.deepEqual(
          (await Promise.all(others.map((caller) => meters[0]!.admit(caller, call)))).map((quota) => quota?.used),
          others.map(() => used),
        )
      assert.equal(isCounted, false)
      await holder.query('commit')
      await holder.end()
      assert.equal((await waits)?.used, 2)
    })

  test('no organization waits for another that is being deleted, whatever that one asks at once', async () => {
    const [doomed, ...others] = await callers(4)
    const list = operations.listBrands
    await meters[0]!.admit(doomed!, list)
    const holder = new Client({ connectionString: house.database.ownerUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from organization where organization_id = $1 for update', [doomed!.organization.id])
    // Two changes of one row in one transaction make PostgreSQL look for the organization again.
    const waits = Promise.all([meters[0]!.admit(doomed!, call), meters[0]!.admit(doomed!, list)])
    const counted = await Promise.all(others.map((caller) => meters[0]!.admit(caller, call)))
    assert.deepEqual(
      counted.map((quota) => quota?.used),
      others.map(() => 2),
    )
    await holder.query('commit')
    await holder.end()
    assert.deepEqual(new Set((await waits).map((quota) => quota?.used)), new Set([3, 4]))
    assert.deepEqual(await detailOf(doomed!), [{ calls: 4 }])
  })

  test('a call that the server rolls back to let another transaction pass is counted after it', async () => {
    const [one] = await callers(1)
    const id = one!.organization.id
    const holder = new Client({ connectionString: house.database.ownerUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from organization where organization_id = $1 for update', [id])
    // It holds the period and waits for the organization, to which its first detail of this operation shall refer.
    const counted = meters[0]!.admit(one!, operations.listBrands)
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%usage_detail%'`
    await eventually(async () => (await asOwner(house, waits)).length > 0)
    await holder.query('update usage_period set answers = 1 where organization_id = $1', [id])
    await holder.query('commit')
    await holder.end()
    assert.equal((await counted)?.used, 2)
    assert.deepEqual(await detailOf(one!), [{ calls: 2 }])
  })

  test('B9 the statement of many sees each organization’s rows only as that organization, and leaves the tenant as it was', async () => {
    const [one, other] = await callers(2)
    const foreign = [other!.organization.id, 'brd_foreign']
    await asOwner(
      house,
      `insert into brand (organization_id, id, name, aliases, excluded_names, domains, case_sensitive)
       values ($1, $2, 'Acme', '{}', '{}', '{}', false)`,
      foreign,
    )
    await asOwner(
      house,
      `insert into current_score (organization_id, brand_id, time_window, score, relative_trend, computed_at)
       values ($1, $2, '28d', 'secret', 'x', now())`,
      foreign,
    )
    const [period] = (await asOwner(house, 'select period_start from usage_period where organization_id = $1', [
      one!.organization.id,
    ])) as object[]
    const group = {
      ...period,
      ceiling: CEILING,
      day: new Date().toISOString().slice(0, 10),
      key_id: '',
      operation: call.id,
      calls: 1,
      brand_id: 'brd_foreign',
      time_window: '28d',
    }
    const groups = [one!.organization.id, null].map((id, place) => ({ ...group, place, organization_id: id }))
    const client = new Client({ connectionString: house.database.url })
    await client.connect()
    await client.query('begin')
    await client.query(`select set_config('app.organization_id', $1, true)`, [other!.organization.id])
    const counted = await client.query('select * from count_calls($1)', [JSON.stringify(groups)])
    const tenant = await client.query(`select current_setting('app.organization_id') as id`)
    await client.query('commit')
    await client.end()
    assert.deepEqual(
      counted.rows.map((row: object) => ({ ...row })),
      [{ place: 0, before: 1, after: 2, version: null, score: null }],
    )
    assert.deepEqual(tenant.rows, [{ id: other!.organization.id }])
    assert.deepEqual(await detailOf(other!), [{ calls: 1 }])
  })
})
