import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sightlineEvent } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from '../support/test-app.ts'
import { asOwner, liftMinuteLimit } from '../support/owner.ts'
import { changesTold, scoreSteps, toldTo } from '../support/score-steps.ts'
import { makeDue } from '../support/queue.ts'
import { eventually } from '../support/eventually.ts'

const generous = { timeout: 180_000 }
const url = 'https://hooks.example.com/sightline'
const events = ['score.changed' as const]

describe('when a change of score is told', generous, () => {
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp({ works: true })
  })
  after(() => house.close())

  async function subscriber(body: { threshold?: number; onlySignificant?: boolean } = {}, prompts = 1) {
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const steps = await scoreSteps(house, tenant, { prompts })
    const { id } = await tenant.client.createWebhook({ body: { url, events, ...body } })
    return { steps, id, told: async () => changesTold(await toldTo(tenant, id)) }
  }

  test('W26 threshold 5: 4.9 is not told, 5 and −5 are, and the first value is where it begins', async () => {
    const { steps, told } = await subscriber({ threshold: 5 })
    await steps.to(300, 500)
    assert.deepEqual(await told(), [])
    await steps.to(649, 1_000)
    assert.deepEqual(await told(), [])
    await steps.to(325, 500)
    assert.deepEqual(await told(), ['60 → 65'])
    await steps.to(301, 500)
    assert.deepEqual(await told(), ['60 → 65'])
    await steps.to(300, 500)
    assert.deepEqual(await told(), ['60 → 65', '65 → 60'])
  })

  test('W26 a drift in steps far below the threshold is told when it has reached it, from what was told last', async () => {
    const { steps, told, id } = await subscriber({ threshold: 5 })
    for (let named = 120; named <= 141; named += 1) {
      await steps.to(named, 200)
      const expected = named < 130 ? [] : named < 140 ? ['60 → 65'] : ['60 → 65', '65 → 70']
      assert.deepEqual(await told(), expected, `at ${named} of 200`)
    }
    const [first] = await toldTo(tenant, id)
    assert.ok(first?.type === 'score.changed')
    assert.deepEqual([first.data.delta, first.data.threshold], [5, 5])
  })

  test('W27 without a threshold every change of the shown integer is told, and no smaller one', async () => {
    const { steps, told } = await subscriber()
    for (const [named, total] of [
      [120, 200],
      [595, 1_000],
      [119, 200],
      [118, 200],
      [117, 200],
    ] as const)
      await steps.to(named, total)
    // 60 (60.0), 60 (59.5), 60 (59.5), 59, 59 (58.5)
    assert.deepEqual(await told(), ['60 → 59'])
  })

  test('a subscription made later begins at the score there is: the next change is told from there', async () => {
    tenant = await house.tenant()
    const steps = await scoreSteps(house, tenant)
    await steps.to(6, 10)
    const { id } = await tenant.client.createWebhook({ body: { url, events } })
    await steps.to(7, 10)
    assert.deepEqual(changesTold(await toldTo(tenant, id)), ['60 → 70'])
  })

  test('each subscription is told relative to what it was told itself; GET /events to the event before', async () => {
    const { steps, id } = await subscriber({ threshold: 15 })
    const every = await tenant.client.createWebhook({ body: { url, events } })
    for (const named of [50, 60, 70]) await steps.to(named, 100)
    assert.deepEqual(changesTold(await toldTo(tenant, every.id)), ['50 → 60', '60 → 70'])
    assert.deepEqual(changesTold(await toldTo(tenant, id)), ['50 → 70'])
    const { data } = await tenant.client.listEvents()
    assert.deepEqual(changesTold(data.toReversed()), ['50 → 60', '60 → 70'])
    const [delivered] = (await toldTo(tenant, id)).filter(({ type }) => type === 'score.changed')
    const listed = data[0]
    assert.ok(delivered?.type === 'score.changed' && listed?.type === 'score.changed')
    assert.deepEqual(
      [delivered.id, delivered.sequence, delivered.timestamp],
      [listed.id, listed.sequence, listed.timestamp],
    )
    assert.deepEqual(
      [delivered.data.threshold, delivered.data.delta, delivered.data.platforms],
      [15, 20, [{ slug: 'chatgpt', previous: 50, current: 70 }]],
    )
    assert.deepEqual(
      [listed.data.threshold, listed.data.delta, listed.data.platforms],
      [0, 10, [{ slug: 'chatgpt', previous: 60, current: 70 }]],
    )
    assert.deepEqual([listed.data.answers, listed.data.window, listed.data.simulated], [100, '7d', false])
  })

  test('onlySignificant holds back what could be chance, and measures on from what was told', async () => {
    const { steps, id } = await subscriber({ onlySignificant: true }, 12)
    await steps.to(10, 20)
    await steps.to(11, 20)
    const { data } = await tenant.client.listEvents()
    const [small] = data
    assert.ok(small?.type === 'score.changed' && !small.data.significant)
    assert.deepEqual(await toldTo(tenant, id), [])
    await steps.to(19, 20)
    const told = await toldTo(tenant, id)
    assert.deepEqual(changesTold(told), ['50 → 95'])
    assert.ok(told[0]?.type === 'score.changed' && told[0].data.significant)
  })

  test('brandIds: only events of those brands; a paused subscription is told nothing, and goes on from there', async () => {
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const [one, other] = [await scoreSteps(house, tenant), await scoreSteps(house, tenant, { name: 'Quorvane' })]
    const { id } = await tenant.client.createWebhook({ body: { url, events, brandIds: [one.brandId] } })
    for (const steps of [one, other]) for (const named of [5, 6]) await steps.to(named, 10)
    assert.deepEqual(
      (await toldTo(tenant, id)).map(({ data }) => data.brandId),
      [one.brandId],
    )
    await tenant.client.updateWebhook({ params: { id }, body: { status: 'paused' } })
    await one.to(7, 10)
    assert.equal((await toldTo(tenant, id)).length, 1)
    await tenant.client.updateWebhook({ params: { id }, body: { status: 'active' } })
    await one.to(8, 10)
    assert.deepEqual(changesTold(await toldTo(tenant, id)), ['50 → 60', '60 → 80'])
  })

  test('every event has the documented shape, an id without dots, and its place in the brand’s sequence', async () => {
    const { steps, id } = await subscriber()
    for (const named of [1, 2, 3, 4]) await steps.to(named, 10)
    const told = await toldTo(tenant, id)
    assert.deepEqual(
      told.map(({ sequence }) => sequence),
      [1, 2, 3],
    )
    for (const event of told) {
      assert.deepEqual(sightlineEvent.parse(event), event)
      assert.match(event.id, /^[A-Za-z0-9_]+$/, 'W8')
    }
  })

  test('while a run goes on nothing is told of what it brought so far; its end tells, also when it is cancelled', async () => {
    const { steps, id } = await subscriber()
    await steps.to(5, 10)
    const runId = house.app.services.newId('run')
    await asOwner(
      house,
      `insert into run (organization_id, id, brand_id, kind, status, platforms, repeats) values ($1, $2, $3, 'measure', 'running', '{chatgpt}', 1)`,
      [tenant.organizationId, runId, steps.brandId],
    )
    await steps.to(6, 10)
    await steps.to(7, 10)
    assert.equal((await tenant.client.getBrandScore({ params: { id: steps.brandId } })).composite, 70)
    assert.deepEqual((await tenant.client.listEvents()).data, [])
    await tenant.client.cancelRun({ params: { id: runId } })
    await eventually(async () => (await tenant.client.listEvents()).data.length > 0)
    assert.deepEqual(changesTold(await toldTo(tenant, id)), ['50 → 70'])
  })

  test('W24 the score, the event and its delivery are one: when one cannot be written, none is', async () => {
    const { steps, id } = await subscriber()
    await steps.to(5, 10)
    await asOwner(
      house,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
       create trigger refuse before insert on delivery for each row execute function refuse()`,
    )
    const stepped = steps.to(8, 10)
    await eventually(() => house.log.some(({ event, facts }) => event === 'job.failed' && facts['task'] === 'score'))
    const { composite } = await tenant.client.getBrandScore({ params: { id: steps.brandId } })
    assert.deepEqual([composite, (await tenant.client.listEvents()).data], [50, []])
    await asOwner(house, 'drop trigger refuse on delivery; drop function refuse()')
    await makeDue(house.app.database)
    await stepped
    assert.deepEqual(changesTold((await tenant.client.listEvents()).data), ['50 → 80'])
    assert.deepEqual(changesTold(await toldTo(tenant, id)), ['50 → 80'])
  })
})
