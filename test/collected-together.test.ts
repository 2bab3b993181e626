import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet } from './support/pipeline.ts'
import { jobsIn, makeDue } from './support/queue.ts'
import { eventually } from './support/eventually.ts'

describe('answers that come at the same time', { timeout: 120_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  before(async () => {
    house = await openTestApp({ lab: { seed: 17 } })
    tenant = await house.tenant({ plan: 'agency' })
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 4))
  })
  after(() => house.close())

  test('one that cannot be stored fails alone: those stored together with it are stored, and it is when it can be', async () => {
    await asOwner(
      house,
      `create function refuse_one() returns trigger language plpgsql as $$ begin
         if new.id = (select min(id) from slot where organization_id = new.organization_id and run_id = new.run_id) then
           raise exception 'not this one'; end if;
         return new; end $$`,
    )
    await asOwner(house, 'create trigger refuse_one before insert on answer for each row execute function refuse_one()')
    const { id } = await startedRun(tenant.client, brandId, { repeats: 2 })
    const left = () => jobsIn(house.app.database, { key: 'collect:%' })
    await eventually(async () => (await left()).some(({ lastError }) => lastError === 'not this one'))
    // Planned before the first question.
    const { planned } = await tenant.client.getRun({ params: { id } })
    await eventually(async () => (await tenant.client.getRun({ params: { id } })).stored >= planned - 1)
    await eventually(async () => (await left()).length <= 1)
    const [only] = await left()
    assert.ok(
      house.log.filter(({ event }) => event === 'job.failed').length <= only!.attempts,
      'another one failed, too',
    )
    await asOwner(house, 'drop trigger refuse_one on answer')
    await makeDue(house.app.database, 'collect:%')
    assert.equal((await runEnd(tenant.client, id)).stored, planned)
    const answers = await allAnswers(tenant.client, brandId, { runId: id })
    assert.equal(new Set(answers.map((answer) => answer.id)).size, planned)
    await quiet(house)
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
  })

  test('one costs at most twelve statements, all that is done for it and its run counted', async () => {
    const counted = countStatements()
    const { id } = await startedRun(tenant.client, brandId, { repeats: 4 })
    const { stored } = await runEnd(tenant.client, id)
    const each = counted.end() / stored
    console.log(`${each.toFixed(1)} statements an answer, of ${stored}`)
    assert.ok(each <= 12, String(each))
  })
})

/** Of the application's connections, whichever they are; begin and commit are statements too. */
function countStatements(): { end(): number } {
  let statements = 0
  // The driver's own method, whose many forms are passed on as they come.
  const prototype = Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const query = prototype.query
  prototype.query = function (this: Client & { connectionParameters?: { application_name?: string } }, ...args) {
    if (this.connectionParameters?.application_name?.startsWith('sightline')) statements += 1
    return query.apply(this, args)
  }
  return {
    end: () => {
      prototype.query = query
      return statements
    },
  }
}
