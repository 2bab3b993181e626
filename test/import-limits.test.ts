import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { plans, sessionOperations, type OutputOf, type Operations, type PlanSlug } from '@sightline/sdk'
import { openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { join } from './support/people.ts'
import { allAnswers, refusalOf } from './support/pipeline.ts'

const generous = { timeout: 240_000 }
const SLUGS = ['chatgpt', 'claude', 'perplexity', 'copilot', 'grok', 'mistral', 'deepseek', 'gemini']

type Imported = OutputOf<Operations['importAnswers']>
const on = (platform: string, prompt = 'best crm') => ({ platform, prompt, text: `Acme, says ${platform}.` })
const prompts = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `best tool number ${from + index}`)
const codes = ({ rejected }: Imported) => rejected.map(({ index, code }) => `${index} ${code}`)

describe('an import takes of the plan what a run takes', generous, () => {
  let house: TestApp

  before(async () => {
    house = await openTestApp({ lab: { seed: 13 } })
  })
  after(() => house.close())

  async function opened(plan: PlanSlug = 'free') {
    const tenant = await house.tenant({ plan })
    await liftMinuteLimit(house, tenant)
    const { id } = await tenant.client.createBrand({ body: { name: 'Acme' } })
    const params = { id }
    const send = (answers: unknown[], options: { allowNewPlatforms?: boolean } = {}): Promise<Imported> =>
      tenant.client.importAnswers({ params, body: { answers, ...options } })
    return { tenant, client: tenant.client, params, send }
  }
  const used = async ({ client }: Pick<Tenant, 'client'>) => (await client.getUsage()).allowances

  describe('platforms', () => {
    test('a batch on eight takes two on Free, and lists the rest with what is used, allowed and asked for', async () => {
      const { tenant, client, params, send } = await opened()
      const imported = await send(SLUGS.map((slug) => on(slug)))
      assert.equal(imported.accepted, 2)
      assert.deepEqual(
        codes(imported),
        [2, 3, 4, 5, 6, 7].map((index) => `${index} plan_limit_reached`),
      )
      assert.match(
        imported.rejected[0]!.message,
        /The plan Free includes 2 platforms; 0 are in use, and 8 more were asked for\. .*upgrade/,
      )
      await runEnd(client, imported.runId!)
      const stored = await allAnswers(client, params.id)
      assert.deepEqual(stored.map(({ platform }) => platform).toSorted(), ['chatgpt', 'claude'])
      assert.deepEqual((await used(tenant)).platforms, { used: 2, limit: 2 })
    })

    test('one at a time they add up; those in use go on, those of one’s own count too', async () => {
      const { send } = await opened()
      for (const [slug, accepted] of [
        ['chatgpt', 1],
        ['my-own-model', 1],
        ['claude', 0],
        ['other-model', 0],
        ['chatgpt', 1],
      ] as const)
        assert.equal((await send([on(slug)], { allowNewPlatforms: true })).accepted, accepted, slug)
      const { message } = (await send([on('claude')])).rejected[0]!
      assert.match(message, /includes 2 platforms; 2 are in use, and 1 more was asked for/)
    })

    test('a run after an import, and an import after a run, find the places taken', async () => {
      const { client, params, send } = await opened()
      await client.createPrompts({ params, body: { prompts: [{ text: 'best crm' }] } })
      await runEnd(client, (await send([on('chatgpt'), on('my-own-model')], { allowNewPlatforms: true })).runId!)
      const refused = await refusalOf(startedRun(client, params.id, { platforms: ['claude'] }))
      assert.deepEqual([refused.code, refused.body?.limit, refused.body?.current], ['plan_limit_reached', 2, 2])
      const all = await runEnd(client, (await startedRun(client, params.id)).id)
      assert.deepEqual(
        all.platforms.map(({ slug }) => slug),
        ['chatgpt'],
      )
      const second = await opened()
      await second.client.createPrompts({ params: second.params, body: { prompts: [{ text: 'best crm' }] } })
      await startedRun(second.client, second.params.id, { platforms: ['mistral', 'grok'] })
      assert.deepEqual(codes(await second.send([on('chatgpt'), on('grok')])), ['0 plan_limit_reached'])
    })

    test('of two imports at once on two platforms each, and of an import and a run, no more than two come in', async () => {
      const { tenant, send } = await opened()
      const both = await Promise.all([send([on('chatgpt'), on('claude')]), send([on('grok'), on('mistral')])])
      assert.deepEqual(
        both.map(({ accepted }) => accepted).toSorted((one, other) => one - other),
        [0, 2],
      )
      assert.equal((await used(tenant)).platforms.used, 2)
      const other = await opened()
      await other.client.createPrompts({ params: other.params, body: { prompts: [{ text: 'best crm' }] } })
      await Promise.allSettled([
        other.send([on('chatgpt'), on('claude')]),
        startedRun(other.client, other.params.id, { platforms: ['grok', 'mistral'] }),
      ])
      assert.equal((await used(other.tenant)).platforms.used, 2)
    })

    test('more than fit, from before there was this limit: the first ones used go on, the others do not', async () => {
      const { tenant, client, params, send } = await opened('agency')
      for (const slug of SLUGS.slice(0, 4)) await send([on(slug)])
      await asOwner(house, `update organization set plan = 'free' where organization_id = $1`, [tenant.organizationId])
      assert.deepEqual(codes(await send(SLUGS.slice(0, 4).map((slug) => on(slug)))), [
        '2 plan_limit_reached',
        '3 plan_limit_reached',
      ])
      const refused = await refusalOf(startedRun(client, params.id, { platforms: ['perplexity'] }))
      assert.deepEqual([refused.code, refused.body?.current], ['plan_limit_reached', 4])
      const run = await startedRun(client, params.id, { platforms: ['chatgpt', 'claude'] })
      assert.equal((await runEnd(client, run.id)).planned, 2)
    })

    test('where a plan includes all, imports of one’s own platforms keep no run from its own', async () => {
      const { client, params, send } = await opened('agency')
      const own = Array.from({ length: 20 }, (_, index) => on(`my-model-${index}`))
      assert.equal((await send(own, { allowNewPlatforms: true })).accepted, 20)
      const run = await startedRun(client, params.id)
      assert.equal((await runEnd(client, run.id)).platforms.length, house.app.services.platforms.length)
    })
  })

  describe('prompts', () => {
    const { prompts: limit } = plans.free

    test('those that fit are added, answers to others are listed, and answers to those that are there are taken', async () => {
      const { tenant, client, params, send } = await opened()
      await client.createPrompts({ params, body: { prompts: prompts(0, limit - 2).map((text) => ({ text })) } })
      const imported = await send(prompts(limit - 4, 6).map((text) => on('chatgpt', text)))
      assert.equal(imported.accepted, 4)
      assert.deepEqual(codes(imported), ['4 plan_limit_reached', '5 plan_limit_reached'])
      assert.match(imported.rejected[0]!.message, /includes 25 prompts; 23 are in use, and 4 more were asked for/)
      assert.equal((await used(tenant)).prompts.used, limit)
      const idea = await refusalOf(client.createPrompts({ params, body: { prompts: [{ text: 'discovered' }] } }))
      assert.equal(idea.code, 'plan_limit_reached')
    })

    test('of two imports at once with prompts of their own no more than the plan’s are added', async () => {
      const { tenant, send } = await opened()
      const both = await Promise.all([0, 100].map((from) => send(prompts(from, 20).map((text) => on('chatgpt', text)))))
      assert.equal(both[0]!.accepted + both[1]!.accepted, limit)
      assert.equal((await used(tenant)).prompts.used, limit)
    })

    test('what a smaller plan paused is not measured by an import either, and stays', async () => {
      const { tenant, client, params, send } = await opened('pro')
      await client.createPrompts({ params, body: { prompts: prompts(0, limit + 2).map((text) => ({ text })) } })
      const owner = await join(house, tenant, 'owner')
      await owner.ask(sessionOperations.changePlan, { body: { plan: 'free' } })
      await liftMinuteLimit(house, tenant)
      const imported = await send(prompts(limit - 1, 2).map((text) => on('chatgpt', text)))
      assert.deepEqual([imported.accepted, ...codes(imported)], [1, '1 plan_limit_reached'])
      assert.match(imported.rejected[0]!.message, /This prompt is paused.* Free includes 25 prompts/)
      assert.equal((await used(tenant)).prompts.used, limit + 2)
    })
  })

  describe('answers of the month', () => {
    const { answersPerMonth } = plans.free
    async function almostUsed(left: number) {
      const one = await opened()
      await asOwner(house, `update usage_period set answers = $2 where organization_id = $1`, [
        one.tenant.organizationId,
        answersPerMonth - left,
      ])
      return one
    }

    test('as many as are left are taken, the first ones first', async () => {
      const { tenant, send } = await almostUsed(3)
      const imported = await send(Array.from({ length: 5 }, () => on('chatgpt')))
      assert.deepEqual([imported.accepted, ...codes(imported)], [3, '3 plan_limit_reached', '4 plan_limit_reached'])
      assert.match(
        imported.rejected[0]!.message,
        /includes 2,?500 answers a month; 2,?497 are in use, and 5 more were asked for/,
      )
      assert.deepEqual((await used(tenant)).answers, { used: answersPerMonth, limit: answersPerMonth })
    })

    test('of ten imports at once no more than are left are taken', async () => {
      const { tenant, send } = await almostUsed(7)
      const all = await Promise.all(Array.from({ length: 10 }, () => send([on('chatgpt'), on('chatgpt')])))
      assert.equal(
        all.reduce((sum, { accepted }) => sum + accepted, 0),
        7,
      )
      assert.equal((await used(tenant)).answers.used, answersPerMonth)
    })

    test('by the plan as it is under the lock, whatever the key was remembered with', async () => {
      const { tenant, client, params, send } = await opened('pro')
      await client.createPrompts({ params, body: { prompts: [{ text: 'best crm' }] } })
      await asOwner(house, `update usage_period set answers = 2500 where organization_id = $1`, [tenant.organizationId])
      // As the owner of the tables and with its trigger off: no process is told, as when the notice is still under way.
      await asOwner(
        house,
        `set session_replication_role = replica; update organization set plan = 'free' where organization_id = '${tenant.organizationId}'`,
      )
      assert.deepEqual(codes(await send([on('chatgpt')])), ['0 plan_limit_reached'])
      const refused = await refusalOf(startedRun(client, params.id, { platforms: ['chatgpt'] }))
      assert.deepEqual([refused.code, refused.body?.limit], ['plan_limit_reached', answersPerMonth])
    })
  })

  test('when nothing fits, nothing is stored, not even a prompt or a run; what is wrong and what is over is told by its index', async () => {
    const { client, params, send } = await opened()
    await send([on('chatgpt'), on('claude')])
    const runs = (await client.listRuns()).data.length
    const imported = await send([
      on('grok', 'new one'),
      'no object',
      on('mistral', 'new two'),
      { ...on('grok'), text: 7 },
    ])
    assert.deepEqual([imported.runId, imported.accepted], [null, 0])
    assert.deepEqual(codes(imported), [
      '0 plan_limit_reached',
      '1 invalid_answer',
      '2 plan_limit_reached',
      '3 invalid_answer',
    ])
    assert.equal((await client.listRuns()).data.length, runs)
    assert.equal((await client.listPrompts({ params })).data.length, 1)
  })

  test('a duplicate is none of the plan’s, and what was refused may be sent again', async () => {
    const { client, send } = await opened()
    const batch = ['chatgpt', 'claude', 'grok'].map((slug) => ({ ...on(slug), externalId: slug }))
    const first = await send(batch)
    const again = await send(batch)
    assert.deepEqual([first.accepted, first.duplicates, ...codes(first)], [2, 0, '2 plan_limit_reached'])
    assert.deepEqual([again.accepted, again.duplicates, ...codes(again)], [0, 2, '2 plan_limit_reached'])
    assert.ok((await client.getUsage()).allowances.answers.used === 2)
  })
})
