import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Webhook } from '@sightline/sdk'
import { placesOf } from './support/database-search.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { ask } from './support/http.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { refusalOf } from './support/pipeline.ts'

const url = 'https://hooks.example.com/sightline'
const events = ['score.changed' as const]
const HOUR_MS = 3_600_000

describe('secrets of webhooks', () => {
  let house: TestApp
  let tenant: Tenant
  let client: Tenant['client']
  let now = Date.parse('2026-11-21T08:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(now) })
    tenant = await house.tenant()
    client = tenant.client
    await liftMinuteLimit(house, tenant)
  })
  after(() => house.close())

  const create = (body: Record<string, unknown>, key = tenant.key, headers: Record<string, string> = {}) =>
    ask(`${house.baseUrl}/webhooks`, { method: 'POST', key, body, headers })

  test('W7 are 32 bytes, one an endpoint, shown once, and nowhere in the database, idempotent answers included', async () => {
    const reply = await create({ url, events, description: 'W7' }, tenant.key, { 'idempotency-key': 'w7' })
    const made = JSON.parse(reply.text) as Webhook & { secret: string }
    const repeated = JSON.parse(
      (await create({ url, events, description: 'W7' }, tenant.key, { 'idempotency-key': 'w7' })).text,
    ) as typeof made
    assert.deepEqual(repeated, made)
    const other = await client.createWebhook({ body: { url, events } })
    const rotated = await client.rotateWebhookSecret({ params: { id: made.id } })
    const secrets = [made.secret, other.secret, rotated.secret]
    assert.equal(new Set(secrets).size, 3)
    const shown = [
      await client.getWebhook({ params: { id: made.id } }),
      await client.listWebhooks({ query: { limit: 200 } }),
    ]
    for (const secret of secrets) {
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
      assert.equal(bytes.length, 32)
      for (const text of [secret, secret.slice(6), bytes.toString('hex'), Buffer.from(secret).toString('hex')]) {
        assert.deepEqual(await placesOf(house, text), [])
        assert.ok(!JSON.stringify([shown, house.log]).includes(text))
      }
    }
    assert.ok((await placesOf(house, made.id)).length > 0, 'the search finds what is there')
  })

  test('W6 the eleventh rotation within a day is refused, and passes when the oldest has expired', async () => {
    const { id } = await client.createWebhook({ body: { url, events } })
    const startedAt = now
    for (let number = 1; number <= 10; number += 1) {
      const { previousExpiresAt } = await client.rotateWebhookSecret({ params: { id } })
      assert.equal(previousExpiresAt, new Date(now + 24 * HOUR_MS).toISOString(), 'W5')
      now += HOUR_MS
    }
    const refused = await refusalOf(client.rotateWebhookSecret({ params: { id } }))
    assert.deepEqual([refused.status, refused.code], [409, 'conflict'])
    now = startedAt + 24 * HOUR_MS + 1
    await client.rotateWebhookSecret({ params: { id } })
  })

  test('ten rotations at once make ten secrets, each its own', async () => {
    const { id } = await client.createWebhook({ body: { url, events } })
    const made = await Promise.all(Array.from({ length: 10 }, () => client.rotateWebhookSecret({ params: { id } })))
    assert.equal(new Set(made.map(({ secret }) => secret)).size, 10)
    const rows = await asOwner(
      house,
      'select number, expires_at from webhook_secret where webhook_id = $1 order by number',
      [id],
    )
    assert.deepEqual(
      rows.map((row) => (row as { number: number }).number),
      Array.from({ length: 11 }, (_, index) => index + 1),
    )
    assert.deepEqual(
      rows.map((row) => (row as { expires_at: Date | null }).expires_at !== null),
      [...Array.from({ length: 10 }, () => true), false],
    )
  })
})
