import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations, scopes, sessionOperations, type OutputOf } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { ask, assertErrorShape, type Reply } from './support/http.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { join, problemOf } from './support/people.ts'

const { createKey, inviteMember, updateKey, updateMember } = sessionOperations
const webhook = { url: 'https://hooks.example.com/a', events: ['score.changed'] }

describe('a request with an Idempotency-Key is answered again to its own caller only', () => {
  let house: TestApp
  let tenant: Tenant
  let own: string
  let other: string

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    own = (await tenant.client.createBrand({ body: { name: 'Own' } })).id
    other = (await tenant.client.createBrand({ body: { name: 'Other' } })).id
  })
  after(() => house.close())

  const send = (key: string, idempotencyKey: string, body: unknown = webhook, path = '/webhooks'): Promise<Reply> =>
    ask(`${house.baseUrl}${path}`, { method: 'POST', key, body, headers: { 'idempotency-key': idempotencyKey } })
  const issue = async (brandIds: string[] | null): Promise<OutputOf<typeof createKey>> =>
    operate(house.app, tenant.organizationId, createKey, { body: { name: 'Caller', scopes: [...scopes], brandIds } })
  const change = (id: string, body: object) =>
    operate(house.app, tenant.organizationId, updateKey, { params: { id }, body })
  const webhooks = async () => (await tenant.client.listWebhooks({ query: { limit: 200 } })).data.length

  /** Nothing of the first answer, and nothing done. */
  async function assertRefused(first: Reply, again: () => Promise<Reply>): Promise<void> {
    assert.equal(first.status, 201, first.text)
    const count = await webhooks()
    const reply = await again()
    const { message } = assertErrorShape(reply, 422, 'idempotency_key_reused')
    assert.match(message, /another caller/)
    assert.equal(reply.headers.get('idempotent-replayed'), null)
    assert.ok(!reply.text.includes((JSON.parse(first.text) as { secret: string }).secret))
    assert.equal(await webhooks(), count)
  }

  test('a key that is limited to one brand is not told another brand’s webhook secret', async () => {
    const limited = await tenant.newKey(['webhooks:write'], [own])
    const body = { ...webhook, brandIds: [other] }
    await assertRefused(await send(tenant.key, 'limited', body), () => send(limited, 'limited', body))
  })

  test('a key with the same rights is another caller, whatever its body, and cannot tell that the body was the same', async () => {
    const first = await send(tenant.key, 'two-keys')
    const { secret } = await issue(null)
    await assertRefused(first, () => send(secret, 'two-keys'))
    const same = await send(secret, 'two-keys')
    const different = await send(secret, 'two-keys', { ...webhook, threshold: 7 })
    const told = ({ text }: Reply) => ({ ...(JSON.parse(text) as { error: object }).error, requestId: null })
    assert.deepEqual(told(same), told(different))
    assert.equal((await send(tenant.key, 'two-keys')).text, first.text)
  })

  test('the key of a caller who failed is free for another', async () => {
    const { secret } = await issue(null)
    assertErrorShape(await send(tenant.key, 'failed', { ...webhook, threshold: -1 }), 422, 'validation_failed')
    assert.equal((await send(secret, 'failed')).status, 201)
  })

  test('of two callers at once one has the effect, and the other hears nothing of it', async () => {
    const { secret } = await issue(null)
    const count = await webhooks()
    const replies = await Promise.all([tenant.key, secret].map((key) => send(key, 'at-once')))
    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    const refused = replies.find(({ status }) => status !== 201)!
    const { code } = (JSON.parse(refused.text) as { error: { code: string } }).error
    assert.ok(['idempotency_in_progress', 'idempotency_key_reused'].includes(code), code)
    assert.equal(await webhooks(), count + 1)
  })

  for (const [what, before, after] of [
    ['lost a brand', ['own', 'other'], { brands: ['own'] }],
    ['was limited to a brand', null, { brands: ['own'] }],
    ['lost a scope', null, { scopes: ['webhooks:write', 'webhooks:read'] }],
  ] as const)
    test(`a key that ${what} since is not told what it did before`, async () => {
      const named = (brands: readonly ('own' | 'other')[]) => brands.map((name) => ({ own, other })[name])
      const { key, secret } = await issue(before && named(before))
      const first = await send(secret, what.replaceAll(' ', '-'))
      await change(key.id, 'brands' in after ? { brandIds: named(after.brands) } : after)
      await assertRefused(first, () => send(secret, what.replaceAll(' ', '-')))
    })

  test('a key that only got another name or end, or its scopes in another order, is the same caller', async () => {
    const { key, secret } = await issue([own, other])
    const first = await send(secret, 'renamed')
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    await change(key.id, { name: 'New name', expiresAt, scopes: scopes.toReversed(), brandIds: [other, own] })
    const again = await send(secret, 'renamed')
    assert.deepEqual([again.headers.get('idempotent-replayed'), again.text], ['true', first.text])
  })

  test('a person whose role changed is not told what they did before; nor is another person, or a key', async () => {
    const [admin, second] = [
      await join(house, tenant, 'admin'),
      await join(house, tenant, 'admin', 'second@acme.example'),
    ]
    const asked = { body: webhook as { url: string; events: ['score.changed'] }, idempotencyKey: 'a-person' }
    const first = await admin.ask(operations.createWebhook, asked)
    assert.deepEqual(await admin.ask(operations.createWebhook, asked), first)
    const count = await webhooks()
    assert.equal((await problemOf(second.ask(operations.createWebhook, asked))).code, 'idempotency_key_reused')
    assertErrorShape(await send(tenant.key, 'a-person'), 422, 'idempotency_key_reused')
    await operate(house.app, tenant.organizationId, updateMember, {
      params: { personId: admin.personId },
      body: { role: 'owner' },
    })
    assert.equal((await problemOf(admin.ask(operations.createWebhook, asked))).code, 'idempotency_key_reused')
    assert.equal(await webhooks(), count)
  })

  test('what is told again is byte for byte what was told first', async () => {
    const { id: prompted } = await tenant.client.createBrand({ body: { name: 'Bytes' } })
    const prompts = { prompts: [{ text: '最佳 crm \u2028 "“”" \ud83d\ude00' }, { text: 'two' }, { text: 'two' }] }
    const answers = { answers: [{ prompt: 'x', platform: 'chatgpt', text: 'y' }, 'no answer'] }
    for (const [path, body] of [
      ['/brands', { name: 'Zebra', aliases: ['b', 'a'], domains: ['zebra.example'] }],
      [`/brands/${prompted}/prompts`, prompts],
      [`/brands/${prompted}/answers`, answers],
      ['/webhooks', webhook],
    ] as const) {
      const [first, again] = [await send(tenant.key, 'bytes', body, path), await send(tenant.key, 'bytes', body, path)]
      assert.equal(again.headers.get('idempotent-replayed'), 'true', again.text)
      assert.deepEqual([again.status, again.text], [first.status, first.text])
    }
  })

  test('nothing of an answer stands in its stored row, secrets included', async () => {
    const owner = await join(house, tenant, 'owner')
    const idempotencyKey = 'sealed'
    const body = { email: 'sealed@acme.example' }
    const invited = await owner.ask(inviteMember, { body, idempotencyKey })
    const issued = await owner.ask(createKey, { body: { name: 'Sealed', scopes: ['brands:read'] }, idempotencyKey })
    const made = JSON.parse((await send(tenant.key, idempotencyKey)).text) as { id: string; secret: string }
    const rotated = await send(tenant.key, idempotencyKey, undefined, `/webhooks/${made.id}/rotate-secret`)
    const secrets = [invited.secret, issued.secret, made.secret, (JSON.parse(rotated.text) as typeof made).secret]
    const rows = (await asOwner(
      house,
      `select row::text as kept from idempotency_key as row where key = 'sealed'`,
    )) as {
      kept: string
    }[]
    assert.equal(rows.length, 4)
    const kept = rows.map((row) => row.kept).join('\n')
    for (const text of [...secrets, ...secrets.map((secret) => secret.slice(6)), made.id, issued.key.id, body.email])
      for (const form of [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').slice(0, -4)])
        assert.ok(!kept.includes(form), form)
  })

  test('a row that was copied to another caller’s request does not open there', async () => {
    const { secret } = await issue([own])
    const first = await send(tenant.key, 'moved')
    await send(secret, 'target')
    await asOwner(
      house,
      `update idempotency_key set output = (select output from idempotency_key where key = 'moved') where key = 'target'`,
    )
    const reply = await send(secret, 'target')
    assertErrorShape(reply, 422, 'idempotency_key_reused')
    assert.equal((await send(tenant.key, 'moved')).text, first.text)
  })
})
