import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { runScheduled } from '../packages/server/src/operations/measuring/scheduled.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase } from './support/database.ts'
import { seedBrand, openApp, runEnd, startedRun, type Tenant, type TestApp } from './support/product.ts'
import { asOwner, bringForward } from './support/owner.ts'
import { jobsIn } from './support/queue.ts'
import { eventually } from './support/eventually.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const ZONE = 'Australia/Lord_Howe'

/** Nobody takes jobs here: a turn is taken by hand, by as many and with whatever clock a test says. */
describe('a schedule and those who take its turns', { timeout: 60_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string

  before(async () => {
    const database = await freshDatabase()
    // Turns are days and hours of UTC, whatever the database takes for its own: here with half an hour of daylight saving.
    await query(
      database.ownerUrl,
      `alter database ${new URL(database.url).pathname.slice(1)} set timezone to '${ZONE}'`,
    )
    house = await openApp(database, { lab: { seed: 12 }, works: false })
  })
  after(() => house.close())

  /** A brand whose turn, at the hour that has just begun, was due so long ago. */
  async function turnDue(late: string): Promise<Date> {
    tenant = await house.tenant()
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 1))
    const hour = new Date().getUTCHours()
    await tenant.client.setSchedule({ params: { id: brandId }, body: { hour, days: everyDay, platforms: ['chatgpt'] } })
    await bringForward(house, brandId, late)
    return new Date()
  }

  const take = (clockMs = 0): Promise<void> => {
    const { services } = house.app
    const now = (): Date => new Date(services.now().getTime() + clockMs)
    return runScheduled({ ...services, now }, { organizationId: tenant.organizationId, brandId })
  }
  const runs = async () => (await tenant.client.listRuns({ query: { brandId } })).data
  const skipped = () =>
    asOwner(house, `select from audit_entry where organization_id = $1 and action = 'schedule.skipped'`, [
      tenant.organizationId,
    ])
  const appointments = async () =>
    (await jobsIn(house.app.database, { key: `schedule:${brandId}` })).map(({ runAt }) => ({ runAt }))

  /** The turn was taken once, nobody came for it in vain, and the next is the next day's. */
  async function assertTakenOnce(at: Date): Promise<void> {
    assert.equal((await runs()).length, 1)
    assert.deepEqual(await skipped(), [])
    const { nextRunAt } = await tenant.client.getSchedule({ params: { id: brandId } })
    const next = new Date(nextRunAt!)
    assert.ok(
      next > at && next.getTime() <= at.getTime() + DAY_MS,
      `${nextRunAt} is the next turn after ${at.toISOString()}`,
    )
    assert.deepEqual(await appointments(), [{ runAt: next }])
  }

  test('R11 two schedulers that take one turn at once: it runs once, and the next one is appointed once', async () => {
    const at = await turnDue('1 second')
    await Promise.all([take(), take(), take()])
    await assertTakenOnce(at)
  })

  test('R11 a turn whose job comes back, as its worker died after it was taken, does not run again', async () => {
    const at = await turnDue('1 second')
    await take()
    const [run] = await runs()
    await tenant.client.cancelRun({ params: { id: run!.id } })
    await take()
    await assertTakenOnce(at)
  })

  for (const late of ['3 hours', '3 days'])
    test(`R12 nobody took turns for ${late}: what was missed runs once, and the next turn is to come`, async () => {
      const at = await turnDue(late)
      await take()
      await take()
      await assertTakenOnce(at)
    })

  test('R14 a clock five minutes behind appoints no turn twice', async () => {
    const at = await turnDue('1 second')
    // The turn is the full hour's; the clock of who takes it says that this hour has not begun.
    const [due] = (await asOwner(
      house,
      `update schedule set next_run_at = date_trunc('hour', now()) where brand_id = $1 returning next_run_at as at`,
      [brandId],
    )) as { at: Date }[]
    await take(due!.at.getTime() - at.getTime() - 5 * 60_000)
    await assertTakenOnce(at)
  })

  test('R14 a clock five minutes ahead takes no turn early', async () => {
    await turnDue('-4 minutes')
    await take(5 * 60_000)
    assert.deepEqual(await runs(), [])
    await bringForward(house, brandId)
    const at = new Date()
    await take(5 * 60_000)
    await assertTakenOnce(at)
  })

  test('R13 in a database of another zone a schedule is due at its hour and on its day in UTC, and appointed then', async () => {
    assert.deepEqual(await asOwner(house, 'show timezone'), [{ TimeZone: ZONE }])
    await turnDue('1 second')
    for (const day of everyDay) {
      const body = { hour: 23, days: [day], platforms: ['chatgpt'] as const }
      const { nextRunAt } = await tenant.client.setSchedule({
        params: { id: brandId },
        body: { ...body, platforms: [...body.platforms] },
      })
      const at = new Date(nextRunAt!)
      assert.deepEqual([at.getUTCDay(), nextRunAt!.slice(11, 19)], [day, '23:00:00'])
      assert.deepEqual(await appointments(), [{ runAt: at }])
    }
  })

  for (const [what, minutes] of [
    ['ahead', 5],
    ['behind', -5],
  ] as const)
    test(`R14 a machine whose clock is five minutes ${what} does a turn when the database says so, and once`, async () => {
      await turnDue('-4 minutes')
      mock.timers.enable({ apis: ['Date'], now: Date.now() + minutes * 60_000 })
      const wrong = await openApp({ ...house.database, drop: async () => {} }, { lab: { seed: 12 }, works: true })
      try {
        // What is asked for now is done now; the turn of in four minutes is not.
        const other = await house.tenant()
        const { brandId: asked, promptIds } = await seedBrand(other.client, wrong.lab, 1)
        await runEnd(other.client, (await startedRun(other.client, asked, { promptIds, platforms: ['chatgpt'] })).id)
        assert.deepEqual(await runs(), [])
        await bringForward(house, brandId)
        await eventually(async () => (await runs()).length > 0)
        mock.timers.reset()
        await assertTakenOnce(new Date())
      } finally {
        mock.timers.reset()
        await wrong.close()
      }
    })
})
