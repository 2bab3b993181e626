import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { eventually } from './support/eventually.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet, refusalOf } from './support/pipeline.ts'
import { jobsIn } from './support/queue.ts'

const generous = { timeout: 120_000 }

describe('a run, as its owner steers it', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let promptIds: string[]

  before(async () => {
    house = await openTestApp({ lab: { seed: 31 } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId, promptIds } = await seedBrand(tenant.client, house.lab, 6))
  })
  afterEach(() => house.lab?.clearFaults())
  after(() => house.close())

  const slowly = () => house.lab?.addFault({ kind: 'slow', delayMs: 150 })

  test('dryRun says how much and at what price, and starts nothing', async () => {
    const plan = await tenant.client.startRun({
      params: { id: brandId },
      body: { dryRun: true, platforms: ['chatgpt', 'claude'], repeats: 3 },
    })
    assert.deepEqual(plan, {
      dryRun: true,
      answers: 36,
      platforms: [
        { slug: 'chatgpt', answers: 18, estimatedUsd: 0 },
        { slug: 'claude', answers: 18, estimatedUsd: 0 },
      ],
      estimatedUsd: 0,
    })
    assert.deepEqual((await tenant.client.listRuns({ query: {} })).data, [])
    assert.equal(house.lab?.requests.length, 0)
  })

  test('what cannot be asked is refused by name, before anything starts', async () => {
    const refusals = [
      { body: { platforms: ['chatgpt', 'askjeeves'] }, code: 'unknown_platform' },
      { body: { platforms: ['gemini'] }, code: 'not_set_up' },
      { body: { promptIds: [`prm_${'0'.repeat(26)}`] }, code: undefined },
    ]
    for (const { body, code } of refusals) {
      const refusal = await refusalOf(tenant.client.startRun({ params: { id: brandId }, body }))
      assert.equal(refusal.status, 422)
      assert.equal(refusal.code, 'validation_failed')
      if (code) assert.equal(refusal.body?.details[0]?.code, code)
    }
    assert.equal(house.lab?.requests.length, 0)
  })

  test('of ten starts at the same time one passes; the others hear of it', async () => {
    slowly()
    const starts = await Promise.allSettled(
      Array.from({ length: 10 }, () => startedRun(tenant.client, brandId, { platforms: ['chatgpt'] })),
    )
    const passed = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    assert.equal(passed.length, 1)
    for (const start of starts)
      if (start.status === 'rejected') assert.deepEqual([start.reason.status, start.reason.code], [409, 'conflict'])
    await runEnd(tenant.client, passed[0]!.id)
    assert.equal((await tenant.client.listRuns({ query: { brandId } })).data.length, 1)
  })

  test('promptIds asks those prompts only', async () => {
    const { id } = await startedRun(tenant.client, brandId, { platforms: ['claude'], promptIds: promptIds.slice(2, 4) })
    assert.equal((await runEnd(tenant.client, id)).planned, 2)
    const answers = await allAnswers(tenant.client, brandId, { runId: id })
    assert.deepEqual(answers.map(({ promptId }) => promptId).toSorted(), promptIds.slice(2, 4).toSorted())
  })

  test('a cancelled run asks no more; what was stored stays and counts', async () => {
    slowly()
    const asked = house.lab!.requests.length
    const { id, planned } = await startedRun(tenant.client, brandId, { repeats: 5 })
    assert.equal(planned, 0)
    await eventually(async () => (await tenant.client.getRun({ params: { id } })).stored >= 10)
    const cancelled = await tenant.client.cancelRun({ params: { id } })
    const askedAtCancel = house.lab!.requests.length
    assert.equal(cancelled.status, 'cancelled')
    await quiet(house)
    const run = await tenant.client.getRun({ params: { id } })
    const sum = (pick: (platform: (typeof run.platforms)[number]) => number) =>
      run.platforms.reduce((total, platform) => total + pick(platform), 0)
    assert.equal(run.status, 'cancelled')
    assert.equal(run.planned, 6 * 9 * 5)
    assert.equal(
      sum(({ waiting }) => waiting),
      0,
    )
    assert.equal(run.stored + sum(({ cancelled: never }) => never), run.planned)
    assert.ok(run.stored >= cancelled.stored && run.stored < run.planned)
    // Only those on their way at that moment were answered; they are paid for, so they are kept.
    assert.ok(house.lab!.requests.length - askedAtCancel <= 9 * 6)
    assert.ok(house.lab!.requests.length - asked >= run.stored)
    assert.equal((await allAnswers(tenant.client, brandId, { runId: id })).length, run.stored)
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
    assert.equal((await refusalOf(tenant.client.cancelRun({ params: { id } }))).code, 'conflict')
  })

  test('the next run of the brand may start after a cancelled one', async () => {
    const { id } = await startedRun(tenant.client, brandId, { platforms: ['chatgpt'] })
    assert.equal((await runEnd(tenant.client, id)).stored, 6)
  })

  test('an archived prompt is not asked, and its answers leave the score', async () => {
    const { client } = tenant
    const before = await client.getBrandScore({ params: { id: brandId } })
    const gone = promptIds[0]!
    await client.archivePrompt({ params: { id: brandId, pid: gone } })
    await quiet(house)
    const score = await client.getBrandScore({ params: { id: brandId } })
    const ofPanel = async (promptId?: string): Promise<number> =>
      (await allAnswers(client, brandId)).filter(
        (answer) =>
          answer.outcome === 'ok' &&
          score.weights[answer.platform] !== 0 &&
          (promptId === undefined ? answer.promptId !== gone : answer.promptId === promptId),
      ).length
    assert.ok((await ofPanel(gone)) > 0)
    assert.equal(score.sample.prompts, before.sample.prompts - 1)
    assert.equal(score.sample.answers, await ofPanel())
    const { id } = await startedRun(client, brandId, { platforms: ['chatgpt'] })
    assert.equal((await runEnd(client, id)).planned, 5)
    const refusal = await refusalOf(client.startRun({ params: { id: brandId }, body: { promptIds: [gone] } }))
    assert.equal(refusal.body?.details[0]?.code, 'unknown_prompt')
    await client.updatePrompt({ params: { id: brandId, pid: gone }, body: { status: 'active' } })
    await quiet(house)
    assert.ok((await client.getBrandScore({ params: { id: brandId } })).sample.answers > score.sample.answers)
  })

  test('an edited prompt is a new version with a series of its own', async () => {
    const { client } = tenant
    const pid = promptIds[1]!
    const version = await client.updatePrompt({
      params: { id: brandId, pid },
      body: { text: 'which planning tool suits a team of three' },
    })
    assert.notEqual(version.id, pid)
    assert.equal(version.supersedesId, pid)
    await runEnd(client, (await startedRun(client, brandId, { platforms: ['mistral'], promptIds: [version.id] })).id)
    assert.equal(house.lab?.requests.at(-1)?.prompt, 'which planning tool suits a team of three')
    const answers = await allAnswers(client, brandId)
    assert.ok(answers.some(({ promptId }) => promptId === pid))
    assert.equal(answers.filter(({ promptId }) => promptId === version.id).length, 1)
  })

  test('a prompt that names the brand is asked and stored, but stands outside the score', async () => {
    const { client } = tenant
    const [name] = house.lab!.market.brands.map((brand) => brand.name)
    const { data } = await client.createPrompts({
      params: { id: brandId },
      body: { prompts: [{ text: `is ${name} any good` }] },
    })
    assert.equal(data[0]?.branded, true)
    const before = await client.getBrandScore({ params: { id: brandId } })
    const { id } = await startedRun(client, brandId, { platforms: ['claude'], promptIds: [data[0].id] })
    await runEnd(client, id)
    assert.equal((await allAnswers(client, brandId, { runId: id })).length, 1)
    const score = await client.getBrandScore({ params: { id: brandId } })
    assert.deepEqual([score.composite, score.sample], [before.composite, before.sample])
  })

  test('without an active prompt there is nothing to run', async () => {
    const { id } = await tenant.client.createBrand({ body: { name: 'Without prompts' } })
    assert.equal((await refusalOf(tenant.client.startRun({ params: { id }, body: {} }))).code, 'conflict')
  })

  test('two organizations take turns: the smaller run does not wait for the larger one', async () => {
    slowly()
    const [large, small] = [await house.tenant({ name: 'Large' }), await house.tenant({ name: 'Small' })]
    for (const each of [large, small]) await liftMinuteLimit(house, each)
    const ofLarge = await seedBrand(large.client, null, 20)
    const ofSmall = await seedBrand(small.client, house.lab, 6)
    const asked = house.lab!.requests.length
    const first = await startedRun(large.client, ofLarge.brandId, { platforms: ['chatgpt'], repeats: 4 })
    const second = await startedRun(small.client, ofSmall.brandId, { platforms: ['chatgpt'] })
    await runEnd(small.client, second.id)
    await runEnd(large.client, first.id)
    const order = house.lab!.requests.slice(asked).map(({ prompt }) => prompt?.startsWith('best project tool number'))
    assert.equal(order.filter((isLarge) => !isLarge).length, 6)
    assert.ok(order.lastIndexOf(false) < order.length / 2, `the last small one was number ${order.lastIndexOf(false)}`)
  })

  test('nothing of all that left a difference', async () => {
    await quiet(house)
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
    const left = await jobsIn(house.app.database)
    assert.deepEqual(left.filter(({ attempts, lastError }) => attempts > 1 || lastError !== null), []) // prettier-ignore
  })

  // The last: its thousands of jobs, of a run that is cancelled, stand before everybody's.
  test('as many prompts as a call may name can be named: 5,000 of a run, and 200 new ones of the longest texts', async () => {
    const full = await house.tenant()
    await liftMinuteLimit(house, full)
    const { id } = await full.client.createBrand({ body: { name: 'Fernhold' } })
    const params = { id }
    const longest = Array.from({ length: 200 }, (_, index) => ({
      text: `${index} `.padEnd(2_000, '名'),
      topic: '名'.repeat(100),
      tags: Array.from({ length: 20 }, (_tag, at) => `${at} `.padEnd(50, '名')),
    }))
    const { data } = await full.client.createPrompts({ params, body: { prompts: longest } })
    const named = data.map((prompt) => prompt.id)
    assert.equal(named.length, 200)
    for (let from = 200; from < 5_000; from += 200) {
      const prompts = Array.from({ length: 200 }, (_, index) => ({ text: `best tool number ${from + index}` }))
      named.push(...(await full.client.createPrompts({ params, body: { prompts } })).data.map((prompt) => prompt.id))
    }
    const plan = await full.client.startRun({ params, body: { platforms: ['claude'], promptIds: named, dryRun: true } })
    assert.ok('dryRun' in plan && plan.answers === 5_000)
    const run = await startedRun(full.client, id, { platforms: ['claude'], promptIds: named })
    const runOf = () => full.client.getRun({ params: { id: run.id } })
    await eventually(async () => (await runOf()).status !== 'planned', 'the run is planned')
    await full.client.cancelRun({ params: { id: run.id } })
    assert.equal((await runOf()).planned, 5_000)
    const asked = { platforms: ['claude'], promptIds: [...named, named[0]!] }
    const refusal = await refusalOf(full.client.startRun({ params, body: asked }))
    assert.deepEqual([refusal.status, refusal.body?.details[0]?.path], [422, 'promptIds'])
  })
})
