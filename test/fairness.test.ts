import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { scoreJob } from '../packages/server/src/jobs/kinds.ts'
import { startRun } from '../packages/server/src/pipeline/measuring/start-run.ts'
import { enqueue } from '../packages/server/src/base/queue/jobs.ts'
import { openTestApp, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { openWebhookReceiver } from './support/receivers.ts'
import { happen, subscribe, subscriber } from './support/webhooks.ts'
import { jobsIn } from './support/queue.ts'
import { eventually } from './support/eventually.ts'

const SMALL = 6
/** Of questions: 600 prompts, ten times each. */
const LARGE = SMALL * 1_000

describe('one organization with a thousand times the load of another', { timeout: 60_000 }, () => {
  let house: TestApp
  let brands = 0
  before(async () => {
    house = await openTestApp({ lab: { seed: 3 }, works: false })
  })
  after(() => house.close())

  test('B13 each question of the smaller one has at most twice the turns before it that it would have alone', async () => {
    const large = await planned(LARGE / 10, 10)
    const small = await planned(SMALL, 1)
    const turns = await turnsOf([large, small])
    assert.equal(turns.filter((id) => id === large.organizationId).length, LARGE)
    assert.deepEqual(placesOf(small, turns).length, SMALL)
    placesOf(small, turns).forEach((place, index) =>
      assert.ok(place <= 2 * (index + 1), `question ${index + 1} has turn ${place}`),
    )
  })

  test('B13 beside three that flood, each in several runs, a question waits for one of each: as many as there are organizations', async () => {
    const floods = await Promise.all([1, 2, 3].map(() => planned(25, 4)))
    for (const flood of floods) for (let run = 0; run < 3; run += 1) await planned(25, 4, flood)
    const small = await planned(SMALL, 1)
    const turns = await turnsOf([...floods, small])
    assert.equal(turns.length, 3 * 4 * 100 + SMALL)
    placesOf(small, turns).forEach((place, index) =>
      assert.ok(place <= 4 * (index + 1), `question ${index + 1} has turn ${place}`),
    )
  })

  test('B13 a step of another goes before all but one of an organization that has hundreds of steps waiting', async () => {
    const [large, small] = [await house.tenant(), await house.tenant()]
    const { database, newId } = house.app.services
    for (const { organizationId } of [...Array.from({ length: 300 }, () => large), small])
      await database.transaction(organizationId, (db) =>
        enqueue(db, [scoreJob({ organizationId, brandId: newId('brand'), runId: null })]),
      )
    const turns = await turnsOf([large, small], 'score:%')
    assert.ok(turns.indexOf(small.organizationId) <= 1, `it has turn ${turns.indexOf(small.organizationId) + 1}`)
    assert.equal(turns.length, 301)
  })

  test('what takes its own place in the line again does not go back in it', async () => {
    const { organizationId } = await house.tenant()
    for (let time = 0; time < 3; time += 1)
      await house.app.services.database.transaction(organizationId, (db) =>
        enqueue(db, [scoreJob({ organizationId, brandId: 'brand', runId: null })]),
      )
    const jobs = await jobsIn(house.app.database, { key: 'score:brand' })
    assert.deepEqual(jobs.map(({ priority }) => priority), [0]) // prettier-ignore
  })

  /** Whose turn it is, one after another, among these, as the queue takes them. */
  async function turnsOf(tenants: readonly Tenant[], keys = 'collect:%'): Promise<string[]> {
    const ids = new Set<string | null>(tenants.map(({ organizationId }) => organizationId))
    const jobs = await jobsIn(house.app.database, { key: keys })
    return jobs.flatMap(({ organizationId }) =>
      organizationId !== null && ids.has(organizationId) ? [organizationId] : [],
    )
  }
  const placesOf = ({ organizationId }: Tenant, turns: readonly string[]): number[] =>
    turns.flatMap((id, index) => (id === organizationId ? [index + 1] : []))

  /** A run of a brand of its own whose questions wait. */
  async function planned(prompts: number, repeats: number, of?: Tenant): Promise<Tenant> {
    const tenant = of ?? (await house.tenant())
    brands += 1
    const { id: brandId } = await tenant.client.createBrand({ body: { name: `Fernhold ${brands}` } })
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

describe('beside an organization that floods the service', { timeout: 60_000 }, () => {
  const ENDLESS = 3_600_000
  let house: TestApp
  let large: Tenant
  before(async () => {
    house = await openTestApp({
      lab: { seed: 3, faults: [{ kind: 'slow', delayMs: ENDLESS, prompt: 'endless' }] },
      works: false,
      outbound: { allowsLoopbackHttp: true },
    })
    large = await house.tenant()
  })
  after(() => house.close())

  /** A brand of a tenant whose run is asked for and not begun. */
  async function asked({ client }: Tenant, name: string, prompts: string[]): Promise<string> {
    const { id } = await client.createBrand({ body: { name } })
    await client.createPrompts({ params: { id }, body: { prompts: prompts.map((text) => ({ text })) } })
    return (await startedRun(client, id, { platforms: ['chatgpt'] })).id
  }
  /** The bound of the case: nobody of another organization waits longer for a place. */
  async function within5Seconds(isSo: () => boolean | Promise<boolean>): Promise<void> {
    const endsAtMs = performance.now() + 5_000
    while (!(await isSo())) {
      assert.ok(performance.now() < endsAtMs, 'it waited for more than 5 s')
      await sleep(50)
    }
  }

  test('B13 a run of another begins, asks and is scored within 5 s, though steps and questions of the flood never end', async (t) => {
    const asking = await asked(
      large,
      'Asking',
      Array.from({ length: 20 }, (_, index) => `endless question ${index}`),
    )
    const stuck: string[] = []
    for (let number = 0; number < 8; number += 1) stuck.push(await asked(large, `Stuck ${number}`, ['best tool']))
    const owner = new Client({ connectionString: house.database.ownerUrl })
    t.after(() => owner.end())
    await owner.connect()
    // Their first step waits for its run for as long as this test takes.
    await owner.query('begin')
    await owner.query('select from run where id = any($1) for update', [stuck])
    await house.app.startWork({ isService: true })
    await eventually(() => (house.lab?.requests.length ?? 0) >= 5)
    const small = await house.tenant()
    const id = await asked(small, 'Small', ['best tool'])
    await within5Seconds(async () => (await small.client.getRun({ params: { id } })).status === 'completed')
    assert.equal(house.lab?.requests.length, 6, 'all places but one were the flood’s')
    assert.equal((await large.client.getRun({ params: { id: asking } })).status, 'running')
    for (const stays of stuck) assert.equal((await large.client.getRun({ params: { id: stays } })).status, 'planned')
  })

  test('B13 a delivery of another arrives within 5 s, though five flood every place with thousands that are due before it', async (t) => {
    const [slow, quick] = await Promise.all([
      openWebhookReceiver({ answer: () => sleep(2_000, { status: 200 }) }),
      openWebhookReceiver(),
    ])
    t.after(() => Promise.all([slow.close(), quick.close()]))
    // As many endpoints as one organization has places for: four of them have all there are.
    const floods = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => {
        const flood = await subscriber(house, slow.url)
        for (let number = 1; number < 25; number += 1) await subscribe(flood.tenant, slow.url)
        return flood
      }),
    )
    const small = await subscriber(house, quick.url)
    for (const flood of floods) await happen(house, flood, 60)
    await slow.got(400)
    await happen(house, small)
    await within5Seconds(() => quick.arrivals.length === 1)
    assert.ok(slow.arrivals.length < 5 * 25 * 60, 'the flood is not over')
  })
})

/** What planning does not ask for. */
const PIPELINE = {} as Parameters<typeof startRun>[0]
