import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations, type Operation } from '@sightline/sdk'
import { createMeter, type Meter } from '../packages/server/src/operations/accounts/metering.ts'
import { insideCaller } from '../packages/server/src/operations/measuring/scheduled.ts'
import type { Caller } from '../packages/server/src/operations/context.ts'
import { openDatabase, type Database } from '../packages/server/src/base/db/database.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'

const call = operations.getBrandScore as Operation

describe('the monthly ceiling, counted by four processes at once', () => {
  let house: TestApp
  const databases: Database[] = []
  let meters: Meter[]

  before(async () => {
    house = await openTestApp()
    for (let index = 0; index < 4; index += 1) databases.push(openDatabase({ url: house.database.url, poolSize: 2 }))
    meters = databases.map((database) => createMeter({ ...house.app.services, database }))
  })
  after(async () => {
    for (const database of databases) await database.close()
    await house.close()
  })

  async function freeCaller(): Promise<Caller> {
    const { organizationId } = await house.tenant({ plan: 'free' })
    return house.app.database.transaction(organizationId, (db) => insideCaller(db, organizationId, { kind: 'system' }))
  }

  test('of 400 calls at a ceiling of 100 exactly 100 pass, whichever of four meters counts them', async () => {
    const caller = await freeCaller()
    const quotas = await Promise.all(Array.from({ length: 400 }, (_, index) => meters[index % 4]!.admit(caller, call)))
    const passed = quotas.filter((quota) => quota !== null)
    assert.equal(passed.length, 100)
    assert.equal((await meters[0]!.standing(caller)).used, 100)
  })

  test('D12: each counted call is told its own number, 1 to 100, none twice', async () => {
    const caller = await freeCaller()
    const quotas = await Promise.all(Array.from({ length: 130 }, (_, index) => meters[index % 4]!.admit(caller, call)))
    const numbers = quotas.flatMap((quota) => quota?.used ?? []).toSorted((one, other) => one - other)
    assert.deepEqual(
      numbers,
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
  })

  test('D7: a refunded call may be made again, and the detail agrees with the counter', async () => {
    const caller = await freeCaller()
    const quotas = await Promise.all(Array.from({ length: 100 }, () => meters[0]!.admit(caller, call)))
    assert.equal(await meters[1]!.admit(caller, call), null)
    await meters[2]!.refund(caller, call, quotas[0]!)
    assert.equal((await meters[1]!.admit(caller, call))?.used, 100)
    const detail = await house.app.database
      .reader(caller.organization.id)
      .selectFrom('usage_detail')
      .select((eb) => eb.fn.sum<number>('calls').as('calls'))
      .where('organization_id', '=', caller.organization.id)
      .executeTakeFirstOrThrow()
    assert.equal(detail.calls, 100)
  })

  test('D17: a plan with a lower ceiling than the calls used takes nothing back and lets nothing pass', async () => {
    const caller = await freeCaller()
    const pro: Caller = { ...caller, organization: { ...caller.organization, plan: 'pro' } }
    await Promise.all(Array.from({ length: 150 }, () => meters[0]!.admit(pro, call)))
    assert.equal(await meters[1]!.admit(caller, call), null)
    assert.equal((await meters[1]!.standing(caller)).used, 150)
    assert.equal((await meters[1]!.admit(pro, call))?.used, 151)
  })
})
