import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join as inFolder } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { operations, plans, type PlanSlug } from '@sightline/sdk'
import { openTestApp, runEnd, startedRun, type TestApp } from '../support/test-app.ts'
import { openInstallation, read, type Installation } from '../support/installation.ts'
import { openMcp, textOf } from '../support/mcp.ts'
import { asOwner, bringForward, liftMinuteLimit } from '../support/owner.ts'
import { join } from '../support/people.ts'

const generous = { timeout: 240_000 }
const on = (platform: string, prompt = 'best crm') => ({ platform, prompt, text: `Acme, says ${platform}.` })
const own = (count: number) => Array.from({ length: count }, (_, index) => on(`my-model-${index}`))

/** Every door meets the one check that `test/import-limits.test.ts` is about. */
describe('what imports took of the plan is taken', generous, () => {
  let house: TestApp

  before(async () => {
    house = await openTestApp({ lab: { seed: 13 } })
  })
  after(() => house.close())

  async function opened(plan: PlanSlug) {
    const tenant = await house.tenant({ plan })
    await liftMinuteLimit(house, tenant)
    const { id } = await tenant.client.createBrand({ body: { name: 'Acme' } })
    await tenant.client.createPrompts({ params: { id }, body: { prompts: [{ text: 'best crm' }] } })
    return { tenant, client: tenant.client, params: { id } }
  }

  test('for a person of the web application', async () => {
    const { tenant, params } = await opened('free')
    const member = await join(house, tenant, 'member')
    const body = { answers: [on('chatgpt'), on('claude'), on('grok')], allowNewPlatforms: false }
    const imported = await member.ask(operations.importAnswers, { params, body })
    assert.deepEqual([imported.accepted, imported.rejected.map(({ code }) => code)], [2, ['plan_limit_reached']])
  })

  test('for an assistant that starts a run', async (t) => {
    const { tenant, client, params } = await opened('pro')
    const body = { answers: own(plans.pro.platforms), allowNewPlatforms: true }
    assert.equal((await client.importAnswers({ params, body })).accepted, plans.pro.platforms)
    const mcp = await openMcp({ SERVICE_API_KEY: tenant.key, SERVICE_BASE_URL: house.baseUrl })
    t.after(() => mcp.close())
    const refused = await mcp.call('start_run', { brandId: params.id, platforms: ['chatgpt'] })
    assert.equal(refused.isError, true)
    assert.match(textOf(refused), /Pro includes 5 platforms; 5 are in use, and 1 more was asked for/)
  })

  test('for a schedule, which asks what still fits of its platforms', async () => {
    const { client, params } = await opened('free')
    const schedule = { hour: 3, days: [0, 1, 2, 3, 4, 5, 6], platforms: ['claude', 'chatgpt'] }
    await client.setSchedule({ params, body: schedule })
    await client.importAnswers({ params, body: { answers: [on('chatgpt'), ...own(1)], allowNewPlatforms: true } })
    await bringForward(house, params.id)
    const measured = async () =>
      (await client.listRuns({ query: { brandId: params.id } })).data.find(({ kind }) => kind === 'measure')
    let run = await measured()
    while (!run) run = await measured()
    assert.deepEqual(
      (await runEnd(client, run.id)).platforms.map(({ slug }) => slug),
      ['chatgpt'],
    )
    assert.deepEqual((await client.getSchedule({ params })).platforms, schedule.platforms)
  })

  test('for a schedule of which nothing fits any more: its turn is skipped, and the audit log says why', async () => {
    const { tenant, client, params } = await opened('free')
    await client.setSchedule({ params, body: { hour: 3, days: [0, 1, 2, 3, 4, 5, 6], platforms: ['claude'] } })
    await client.importAnswers({ params, body: { answers: own(2), allowNewPlatforms: true } })
    await bringForward(house, params.id)
    const skipped = () =>
      asOwner(house, `select detail from audit_entry where organization_id = $1 and action = 'schedule.skipped'`, [
        tenant.organizationId,
      ])
    const runs = async () => (await client.listRuns({ query: { brandId: params.id } })).data
    while ((await skipped()).length === 0)
      assert.deepEqual(
        (await runs()).filter(({ kind }) => kind === 'measure'),
        [],
      )
    const [entry] = (await skipped()) as { detail: { code: string; message: string } }[]
    assert.equal(entry?.detail.code, 'plan_limit_reached')
    assert.match(entry?.detail.message ?? '', /2 platforms; 2 are in use, and 1 more was asked for/)
  })

  test('for a run of all platforms that are set up, when imports took all places', async () => {
    const { client, params } = await opened('free')
    await client.importAnswers({ params, body: { answers: own(2), allowNewPlatforms: true } })
    await assert.rejects(startedRun(client, params.id), { code: 'plan_limit_reached' })
  })

  test('for prompts that are taken from ideas', async () => {
    const { client, params } = await opened('free')
    const { prompts } = plans.free
    const answers = Array.from({ length: prompts }, (_, index) => on('chatgpt', `best tool number ${index}`))
    const imported = await client.importAnswers({ params, body: { answers } })
    assert.equal(imported.accepted, prompts - 1)
    const { data } = await client.suggestPrompts({ params, body: { topics: ['crm'] } })
    const [idea] = data
    assert.ok(idea, 'there is an idea')
    const add = () => client.createPrompts({ params, body: { prompts: [{ text: idea.text }] } })
    await assert.rejects(add(), { code: 'plan_limit_reached' })
  })
})

describe('on the command line', generous, () => {
  let installation: Installation
  let file: string

  before(async () => {
    installation = await openInstallation()
    file = inFolder(installation.folder, 'answers.jsonl')
    const platforms = ['chatgpt', 'Another Vendor', 'claude', 'ChatGPT']
    await writeFile(file, platforms.map((platform) => JSON.stringify(on(platform))).join('\n'))
  })
  after(() => installation.close())

  const run = (...args: string[]) => installation.run(...args)
  const organization = async (plan: string): Promise<string> =>
    (read(await run('org', 'create', '--name', plan, '--plan', plan, '--json')) as { id: string }).id

  test('import takes what fits and tells the rest by its line; measure then finds the places taken', async () => {
    const org = await organization('free')
    const imported = await run('import', file, '--org', org, '--brand', 'Acme')
    assert.match(imported.out, /^Imported 3 answers; 0 were there already; 1 rejected\.\n/)
    assert.match(
      imported.err,
      /line 3: plan_limit_reached: The plan Free includes 2 platforms; 0 are in use, and 3 more/,
    )
    const measure = ['measure', '--demo', '--org', org, '--brand', 'Acme', '--prompt', 'best crm']
    const refused = await run(...measure, '--platform', 'claude')
    assert.notEqual(refused.code, 0)
    assert.match(refused.err, /includes 2 platforms; 2 are in use, and 1 more was asked for/)
    assert.equal((await run(...measure, '--platform', 'chatgpt', '--json')).code, 0)
  })

  test('import into a brand that the plan has paused is refused, as through every other door', async () => {
    const org = await organization('pro')
    for (const brand of ['First', 'Second']) await run('import', file, '--org', org, '--brand', brand)
    await run('org', 'plan', org, 'free')
    const refused = await run('import', file, '--org', org, '--brand', 'Second')
    assert.notEqual(refused.code, 0)
    assert.match(refused.err, /This brand is paused, because the plan Free includes 1 of your brands/)
  })
})
