import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, scopes, type SightlineEvent } from '@sightline/sdk'
import { advice, announced, overtaken } from './support/announced.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { ask } from './support/http.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { refusalOf } from './support/pipeline.ts'

const MINUTE_MS = 60_000

describe('events', () => {
  let house: TestApp
  let tenant: Tenant
  let client: Tenant['client']
  let brandId: string
  let otherBrandId: string
  let competitorId: string
  let now = Date.parse('2026-11-21T08:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(now) })
  })
  after(() => house.close())

  async function basicFixture(): Promise<void> {
    tenant = await house.tenant()
    client = tenant.client
    await liftMinuteLimit(house, tenant)
    brandId = (await client.createBrand({ body: { name: 'Fernhold' } })).id
    otherBrandId = (await client.createBrand({ body: { name: 'Another' } })).id
    competitorId = (await client.addCompetitor({ params: { id: brandId }, body: { name: 'Quorvane' } })).id
  }
  const list = async (query: Parameters<typeof client.listEvents>[0] = {}): Promise<SightlineEvent[]> =>
    (await client.listEvents(query)).data
  const titles = (events: SightlineEvent[]): string[] =>
    events.map(({ data }) => ('title' in data ? data.title : 'name' in data ? data.name : 'score'))

  test('are listed newest first, by kind, by brand and from an instant on, the instant itself included', async () => {
    await basicFixture()
    await announced(house, tenant, advice(brandId, 'one'))
    now += MINUTE_MS
    const since = new Date(now).toISOString()
    await announced(house, tenant, overtaken(brandId, competitorId), advice(otherBrandId, 'three'))
    now += MINUTE_MS
    await announced(house, tenant, advice(brandId, 'four'))
    assert.deepEqual(titles(await list()), ['four', 'three', 'Quorvane', 'one'])
    assert.deepEqual(titles(await list({ query: { type: 'recommendation.new' } })), ['four', 'three', 'one'])
    assert.deepEqual(titles(await list({ query: { brandId: otherBrandId } })), ['three'])
    assert.deepEqual(titles(await list({ query: { since } })), ['four', 'three', 'Quorvane'])
    const zoned = `${new Date(now - MINUTE_MS + 120 * MINUTE_MS).toISOString().slice(0, -1)}+02:00`
    assert.deepEqual(titles(await list({ query: { since: zoned } })), ['four', 'three', 'Quorvane'])
    assert.deepEqual(await list({ query: { type: 'score.changed' } }), [])
    for (const [name, value] of [
      ['type', 'score.exploded'],
      ['since', 'yesterday'],
      ['since', '0000-01-01T00:00:00Z'],
      ['from', since],
    ] as const) {
      const { status } = await ask(`${house.baseUrl}/events?${name}=${encodeURIComponent(value)}`, { key: tenant.key })
      assert.equal(status, 400, `${name}=${value}`)
    }
  })

  test('F: walked page by page each comes once, while new ones are written', async () => {
    await basicFixture()
    for (let number = 0; number < 9; number += 1) await announced(house, tenant, advice(brandId, `${number}`))
    const walked: SightlineEvent[] = []
    for (let cursor: string | undefined; ;) {
      const page = await client.listEvents({ query: { limit: 2, cursor } })
      walked.push(...page.data)
      await announced(house, tenant, advice(brandId, 'meanwhile'))
      if (!page.pagination.nextCursor) break
      cursor = page.pagination.nextCursor
    }
    assert.deepEqual(
      titles(walked),
      Array.from({ length: 9 }, (_, index) => `${8 - index}`),
    )
  })

  test('Zapier’s sample: the newest event of a kind is the very object that is delivered, with an id of its own', async () => {
    await basicFixture()
    const { id } = await client.createWebhook({
      body: { url: 'https://hooks.zapier.com/hooks/standard/1/x/', events: ['competitor.alert', 'recommendation.new'] },
    })
    await announced(house, tenant, overtaken(brandId, competitorId), advice(brandId))
    const { data } = await client.listDeliveries({ params: { id } })
    for (const delivery of data) {
      const { body } = await client.getDelivery({ params: { id: delivery.id } })
      const [sample] = await list({ query: { type: delivery.eventType, limit: 1 } })
      assert.equal(body, JSON.stringify(sample))
      assert.equal(delivery.eventId, sample?.id)
    }
    assert.equal(new Set((await list()).map((event) => event.id)).size, 2)
  })

  test('a brand’s sequence has no gap and no twin, whoever writes at the same time, and whatever is rolled back', async () => {
    await basicFixture()
    await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        const isDoomed = number % 4 === 0
        await house.app.database
          .transaction(tenant.organizationId, async (db) => {
            const { announce } = await import('../packages/server/src/pipeline/notifying/publish.ts')
            await announce(house.app.services, db, tenant.organizationId, [advice(brandId, 'a'), advice(brandId, 'b')])
            if (isDoomed) throw new Error('rolled back')
          })
          .catch((error: Error) => assert.equal(error.message, 'rolled back'))
      }),
    )
    const events = await list({ query: { limit: 200 } })
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      Array.from({ length: 30 }, (_, index) => 30 - index),
    )
  })

  test('whoever reads from the newest timestamp seen misses nothing, even when a clock goes back', async () => {
    await basicFixture()
    await announced(house, tenant, advice(brandId, 'first'))
    now -= 10 * MINUTE_MS
    await announced(house, tenant, advice(brandId, 'second'))
    now += 10 * MINUTE_MS
    const [, first] = await list()
    assert.deepEqual(titles(await list({ query: { since: first?.timestamp ?? '' } })), ['second', 'first'])
  })

  test('C10 a key that is limited to some brands sees only theirs', async () => {
    await basicFixture()
    await announced(house, tenant, advice(brandId, 'own'), advice(otherBrandId, 'foreign'))
    const narrow = createClient({ baseUrl: house.baseUrl, apiKey: await tenant.newKey([...scopes], [brandId]) })
    assert.deepEqual(titles((await narrow.listEvents()).data), ['own'])
    assert.equal((await refusalOf(narrow.listEvents({ query: { brandId: otherBrandId } }))).code, 'resource_not_found')
    const { bursts } = await narrow.getAlertDigest()
    assert.deepEqual(
      bursts.map((burst) => burst.brandId),
      [brandId],
    )
  })

  test('W31 a recommendation of any length is delivered within 20 kB, in every format', async () => {
    await basicFixture()
    const formats = ['event', 'slack', 'discord', 'teams', 'googlechat'] as const
    for (const format of formats)
      await client.createWebhook({ body: { url: 'https://example.com/', events: ['recommendation.new'], format } })
    await announced(house, tenant, advice(brandId, '"😀<&'.repeat(10_000)))
    const rows = (await asOwner(house, 'select body from delivery where organization_id = $1', [
      tenant.organizationId,
    ])) as { body: string }[]
    assert.equal(rows.length, formats.length)
    for (const { body } of rows) assert.ok(Buffer.byteLength(body) <= 20_000, `${Buffer.byteLength(body)}`)
    const [event] = await list()
    assert.ok(event?.type === 'recommendation.new' && event.data.title.endsWith('…'))
  })

  test('what the contract does not allow is not written: the caller’s transaction fails', async () => {
    await basicFixture()
    const { data, ...rest } = advice(brandId)
    await assert.rejects(
      announced(house, tenant, { ...rest, data: { ...data, estimatedLift: 101 } } as typeof rest & { data: never }),
    )
    assert.deepEqual(await list(), [])
  })
})

describe('the alert digest', () => {
  let house: TestApp
  let now = Date.parse('2026-11-21T08:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(now) })
  })
  after(() => house.close())

  test('groups what happened in the last hours into bursts, the last one first', async () => {
    const tenant = await house.tenant()
    const { id } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    await announced(house, tenant, advice(id, 'too old'))
    now += 25 * 60 * MINUTE_MS
    await announced(house, tenant, advice(id, 'a'), advice(id, 'b'))
    now += 30 * MINUTE_MS
    await announced(house, tenant, advice(id, 'c'))
    now += 90 * MINUTE_MS
    await announced(house, tenant, overtaken(id, 'cmp_01kabcdefghjkmnpqrstvwxyz0'))
    const digest = await tenant.client.getAlertDigest()
    assert.deepEqual([digest.events, digest.isComplete, digest.to], [4, true, new Date(now).toISOString()])
    assert.deepEqual(
      digest.bursts.map(({ brandName, type, events, significant, net }) => ({
        brandName,
        type,
        events,
        significant,
        net,
      })),
      [
        { brandName: 'Fernhold', type: 'competitor.alert', events: 1, significant: 1, net: null },
        { brandName: 'Fernhold', type: 'recommendation.new', events: 3, significant: 3, net: null },
      ],
    )
    const { data } = await tenant.client.listEvents({ query: { limit: 4 } })
    assert.deepEqual(digest.bursts[1]?.latest, data[1])
    assert.deepEqual(
      digest.bursts[1]?.eventIds,
      data.slice(1).map((event) => event.id),
    )
    assert.equal((await tenant.client.getAlertDigest({ query: { hours: 1 } })).events, 1)
    const refused = await ask(`${house.baseUrl}/alerts/digest?hours=0`, { key: tenant.key })
    assert.equal(refused.status, 400)
  })

  test('is Agency’s: every other plan is told so', async () => {
    for (const plan of ['free', 'pro', 'business'] as const) {
      const { client } = await house.tenant({ plan })
      const refused = await refusalOf(client.getAlertDigest())
      assert.deepEqual([refused.status, refused.code, refused.body?.plan], [403, 'plan_feature_unavailable', plan])
    }
  })

  test('the dedicated channel gets what happens at one moment as one message; another plan leaves it silent', async () => {
    const tenant = await house.tenant()
    const { client } = tenant
    const { id } = await client.createBrand({ body: { name: 'Fernhold' } })
    const url = 'https://hooks.slack.com/services/T0/B0/x'
    const events = ['recommendation.new' as const]
    const channel = await client.createWebhook({ body: { url, events, isChannel: true } })
    const plain = await client.createWebhook({ body: { url, events } })
    const told = async (webhook: { id: string }): Promise<string[]> => {
      const { data } = await client.listDeliveries({ params: { id: webhook.id } })
      return Promise.all(data.map(async (delivery) => (await client.getDelivery({ params: { id: delivery.id } })).body))
    }
    await announced(house, tenant, advice(id, 'alpha'), advice(id, 'beta'), advice(id, 'gamma'))
    const messages = await told(channel)
    assert.equal(messages.length, 1)
    for (const title of ['alpha', 'beta', 'gamma', 'Fernhold']) assert.match(messages[0] ?? '', new RegExp(title))
    assert.equal((await told(plain)).length, 3)
    await announced(house, tenant, advice(id, 'delta'))
    assert.equal((await told(channel)).length, 2)
    await asOwner(house, `update organization set plan = 'business' where organization_id = $1`, [
      tenant.organizationId,
    ])
    await announced(house, tenant, advice(id, 'epsilon'))
    assert.deepEqual([(await told(channel)).length, (await told(plain)).length], [2, 5])
  })
})
