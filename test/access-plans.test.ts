import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { operations, plans, sessionOperations, type Operation, type Plan } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { newMember, type SignedIn } from './support/browser.ts'
import { everyOperation, pathOf } from './support/every-operation.ts'
import { expectedPlanRules, SAME_ON_EVERY_PLAN } from './support/expected-plans.ts'
import { fingerprintOf } from './support/fingerprint.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'
import { ask, assertErrorShape, type Reply } from './support/http.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'
import { eventually } from './support/eventually.ts'

const generous = { timeout: 240_000 }
const rules = Object.entries(expectedPlanRules) as [keyof Plan, (typeof expectedPlanRules)[keyof Plan]][]
const hook = { url: 'https://hooks.example.com/a', events: ['score.changed' as const] }
const channel = { url: 'https://hooks.slack.com/services/T0/B0/x', events: ['score.changed' as const], isChannel: true }

describe('what a plan does not include', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let brand: string
  let archived: string
  let channelId: string
  let owner: SignedIn

  /** On Free, with all of it used. */
  before(async () => {
    house = await openTestApp({ lab: { seed: 13 } })
    tenant = await house.tenant({ plan: 'agency' })
    await liftMinuteLimit(house, tenant)
    const { client, organizationId } = tenant
    const { id } = await client.createBrand({ body: { name: 'Fernhold' } })
    const params = { id }
    brand = `/brands/${id}`
    channelId = (await client.createWebhook({ body: channel })).id
    await client.createWebhook({ body: hook })
    owner = await newMember(house, tenant, 'owner')
    const texts = Array.from({ length: plans.free.prompts }, (_, index) => ({ text: `best tool number ${index}` }))
    const { data } = await client.createPrompts({ params, body: { prompts: [{ text: 'one more' }, ...texts] } })
    archived = data[0]!.id
    await client.archivePrompt({ params: { id, pid: archived } })
    const change = { body: { plan: 'free' as const } }
    await operate(house.app, organizationId, sessionOperations.changePlan, change)
    await liftMinuteLimit(house, tenant)
    await eventually(async () => (await client.getMe()).plan === 'free')
    const answers = ['chatgpt', 'claude'].map((platform) => ({
      prompt: 'best tool number 0',
      platform,
      text: 'Fernhold.',
    }))
    await runEnd(client, (await client.importAnswers({ params, body: { answers } })).runId!)
    await quiet(house)
  })
  after(() => house.close())

  const send = (method: string, path: string, body?: unknown): Promise<Reply> =>
    ask(house.baseUrl + path, { method, key: tenant.key, body })
  const imported = (answer: { prompt?: string; platform?: string }): Promise<Reply> =>
    send('POST', `${brand}/answers`, {
      answers: [{ prompt: 'best tool number 0', platform: 'chatgpt', text: 'x', ...answer }],
    })
  const counted = (answers: number) =>
    asOwner(house, 'update usage_period set answers = $2 where organization_id = $1', [tenant.organizationId, answers])
  const atTheEnd = async (call: () => Promise<Reply>): Promise<Reply> => {
    await counted(plans.free.answersPerMonth)
    return call().finally(() => counted(2))
  }

  /** One call above each figure, for each operation that refuses by it. */
  const above: Record<string, () => Promise<Reply>> = {
    'platforms startRun': () => send('POST', `${brand}/runs`, { platforms: ['perplexity'] }),
    'platforms setSchedule': () =>
      send('PUT', `${brand}/schedule`, { hour: 3, days: [1], platforms: ['chatgpt', 'claude', 'perplexity'] }),
    'platforms importAnswers': () => imported({ platform: 'perplexity' }),
    'brands createBrand': () => send('POST', '/brands', { name: 'Second' }),
    'seats inviteMember': () =>
      owner.ask(`/organizations/${tenant.organizationId}/invitations`, {
        method: 'POST',
        body: { email: 'second@acme.example' },
      }),
    'prompts createPrompts': () => send('POST', `${brand}/prompts`, { prompts: [{ text: 'yet another' }] }),
    'prompts updatePrompt': () => send('PATCH', `${brand}/prompts/${archived}`, { status: 'active' }),
    'prompts importAnswers': () => imported({ prompt: 'a question that is new' }),
    'answersPerMonth startRun': () => atTheEnd(() => send('POST', `${brand}/runs`, { platforms: ['chatgpt'] })),
    'answersPerMonth importAnswers': () => atTheEnd(() => imported({})),
    'webhooks createWebhook': () => send('POST', '/webhooks', hook),
    'hasAlertDigest getAlertDigest': () => send('GET', '/alerts/digest'),
    'hasDedicatedChannel createWebhook': () => send('POST', '/webhooks', channel),
    'hasDedicatedChannel updateWebhook': () => send('PATCH', `/webhooks/${channelId}`, { threshold: 3 }),
  }

  for (const [figure, rule] of rules)
    if ('refusedBy' in rule && typeof rule.refusedBy !== 'string')
      for (const id of rule.refusedBy)
        test(`${figure}: ${id} refuses what is above it, and writes nothing`, async () => {
          const call = above[`${figure} ${id}`]
          assert.ok(call, `say in this file how ${id} is called above ${figure}`)
          const before = await fingerprintOf(house, { organizationId: tenant.organizationId })
          const reply = await call()
          if (id === 'importAnswers') assert.deepEqual(rejectedOf(reply), [rule.code], reply.text)
          else assert.equal(assertErrorShape(reply, 403, rule.code).plan, 'free')
          assert.deepEqual(await fingerprintOf(house, { organizationId: tenant.organizationId }), before)
        })

  test('callsPerMinute: beyond it every operation is refused', async () => {
    const busy = await house.tenant({ plan: 'free' })
    for (let calls = 0; calls < plans.free.callsPerMinute; calls += 1) await busy.client.getMe()
    for (const operation of everyOperation) {
      const reply = await ask(house.baseUrl + pathOf(operation), { method: operation.method, key: busy.key })
      assertErrorShape(reply, 429, 'rate_limited')
    }
  })

  test('callsPerMonth: beyond it every metered operation is refused, and what is not metered goes on', async () => {
    const used = await house.tenant({ plan: 'free' })
    await liftMinuteLimit(house, used)
    await used.client.listBrands()
    await asOwner(house, 'update usage_period set calls = 100 where organization_id = $1', [used.organizationId])
    for (const operation of everyOperation) {
      const reply = await ask(house.baseUrl + pathOf(operation), { method: operation.method, key: used.key })
      if (operation.isMetered) assertErrorShape(reply, 429, 'quota_exceeded')
      else assert.ok(reply.status < 300, `${operation.id}: ${reply.text}`)
    }
  })

  test('every figure has an expectation, and every operation that may refuse by a plan has one that does', async () => {
    assert.deepEqual(Object.keys(expectedPlanRules).toSorted(), Object.keys(plans.free).toSorted())
    const expected = new Set(SAME_ON_EVERY_PLAN)
    for (const [figure, rule] of rules) {
      if ('heldBy' in rule) {
        const file = await readFile(new URL(`../${rule.heldBy}`, import.meta.url), 'utf8')
        assert.ok(file.includes(rule.title), `${figure}: ${rule.heldBy} has a test “${rule.title}”`)
      } else if (typeof rule.refusedBy !== 'string') for (const id of rule.refusedBy) expected.add(id)
    }
    const declared = [
      ...Object.values<Pick<Operation, 'id' | 'errors'>>(operations),
      ...Object.values(sessionOperations),
    ]
      .filter(({ errors }) => errors.some((code) => code.startsWith('plan_')))
      .map(({ id }) => id)
    assert.deepEqual(declared.toSorted(), [...expected].toSorted())
  })
})

function rejectedOf({ status, text }: Reply): string[] {
  assert.equal(status, 202, text)
  const { accepted, rejected } = JSON.parse(text) as { accepted: number; rejected: { code: string }[] }
  assert.equal(accepted, 0)
  return rejected.map(({ code }) => code)
}
