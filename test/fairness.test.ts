import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startRun } from '../packages/server/src/pipeline/start-run.ts'
import { openTestHouse, startedRun, type Tenant, type TestHouse } from './support/house.ts'
import { asOwner } from './support/owner.ts'

const SMALL = 6
/** Of questions: 600 prompts, ten times each. */
const LARGE = SMALL * 1_000

describe('one organization with a thousand times the load of another', { timeout: 60_000 }, () => {
  let house: TestHouse
  before(async () => {
    house = await openTestHouse({ lab: { seed: 3 }, works: false })
  })
  after(() => house.close())

  test('B13 each question of the smaller one has at most twice the turns before it that it would have alone', async () => {
    const large = await planned(LARGE / 10, 10)
    const small = await planned(SMALL, 1)
    const turns = (await asOwner(
      house,
      // As the queue takes them.
      `select payload->>'organizationId' as of from graphile_worker._private_jobs where key like 'collect:%' order by priority, run_at, id`,
    )) as { of: string }[]
    assert.equal(turns.filter(({ of }) => of === large.organizationId).length, LARGE)
    const places = turns.flatMap(({ of }, index) => (of === small.organizationId ? [index + 1] : []))
    assert.equal(places.length, SMALL)
    places.forEach((place, index) => assert.ok(place <= 2 * (index + 1), `question ${index + 1} has turn ${place}`))
  })

  async function planned(prompts: number, repeats: number): Promise<Tenant> {
    const tenant = await house.tenant()
    const { id: brandId } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    for (let from = 0; from < prompts; from += 100)
      await tenant.client.createPrompts({
        params: { id: brandId },
        body: {
          prompts: Array.from({ length: Math.min(100, prompts - from) }, (_, index) => ({
            text: `best tool number ${from + index}`,
          })),
        },
      })
    const { id: runId } = await startedRun(tenant.client, brandId, { platforms: ['chatgpt'], repeats })
    // Planned without being worked on, so that the queue can be looked at as a whole.
    const { database, now, newId } = house.app.services
    await startRun({ ...PIPELINE, database, now, newId }, { organizationId: tenant.organizationId, runId })
    return tenant
  }
})

/** What planning does not ask for. */
const PIPELINE = {} as Parameters<typeof startRun>[0]
