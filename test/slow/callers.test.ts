import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, newId, operations, scopes, sessionOperations, type Client, type Operation } from '@sightline/sdk'
import { datasets } from '../../packages/sdk/src/resources/exports.ts'
import { idsOf, refusedOrGone, send } from '../support/foreign-ids.ts'
import { openTestApp, runEnd, type TestApp } from '../support/test-app.ts'
import { ask, assertErrorShape, type Reply } from '../support/http.ts'
import { openMcp } from '../support/mcp.ts'
import { liftMinuteLimit } from '../support/owner.ts'
import { join, problemOf } from '../support/people.ts'
import { quiet } from '../support/pipeline.ts'
import { everythingOf, basicFixture, type BasicFixture } from '../support/basic-fixture.ts'
import { happen } from '../support/webhooks.ts'

const generous = { timeout: 240_000 }

/**
 * One organization, two API keys: one for all brands, one for `own` only. Whatever is kept between calls (a text that lies
 * ready, a cursor, a tag, a key that is remembered) must not carry what the first may see to the second.
 */
describe('a key that is limited to a brand, beside one that is not', generous, () => {
  let house: TestApp
  let all: BasicFixture
  let own: string
  let key: string
  let limited: Client
  /** Everything that names what the limited key may not know of. */
  let foreign: string[]

  before(async () => {
    house = await openTestApp({ lab: { seed: 5 } })
    all = await basicFixture(house, 'A')
    await liftMinuteLimit(house, all)
    own = all.secondBrandId
    const answers = [1, 2, 3].map((number) => ({
      prompt: `best ${number}`,
      platform: 'grok',
      text: 'Second of A.',
      citations: [{ url: 'https://reviews.example.com/a' }],
    }))
    const { runId } = await all.client.importAnswers({ params: { id: own }, body: { answers } })
    await runEnd(all.client, runId!)
    for (const brandId of [all.brandId, own]) await happen(house, { tenant: all, brandId }, 3)
    await quiet(house)
    key = await all.newKey([...scopes], [own])
    limited = createClient({ baseUrl: house.baseUrl, apiKey: key })
    const { name } = await all.client.getBrand({ params: { id: all.brandId } })
    const others = await all.client.listCompetitors({ params: { id: all.brandId } })
    foreign = [...Object.values(idsOf(all)), ...all.competitorIds, ...all.promptIds, all.keyId]
    foreign.push(JSON.stringify(name), ...others.data.map((competitor) => JSON.stringify(competitor.name)))
  })
  after(() => house.close())

  const read = (path: string, by: string, headers: Record<string, string> = {}): Promise<Reply> =>
    ask(`${house.baseUrl}${path}`, { key: by, headers })
  const assertOwnOnly = (what: string, text: string): void => {
    for (const one of foreign) assert.ok(!text.includes(one), `${what} tells ${one}: ${text.slice(0, 2_000)}`)
  }
  /** What can be read without an id of its own. */
  const lists = (): string[] => [
    '/brands',
    '/runs',
    '/events',
    '/webhooks',
    '/alerts/digest?hours=24',
    '/visibility/scores',
    '/usage',
    '/me',
    ...datasets.map((dataset) => `/exports/${dataset}`),
  ]

  test('every id of another brand answers as one that does not exist, and nothing is changed', async () => {
    const before = await everythingOf(all)
    let asked = 0
    for (const operation of Object.values<Operation>(operations)) {
      if (!/\{([cps]?id)\}/.test(operation.path)) continue
      const caller = { key, baseUrl: house.baseUrl }
      const other = await send(caller, operation, (kind) => idsOf(all)[kind])
      refusedOrGone(operation, other)
      assert.deepEqual(other, await send(caller, operation, (kind) => newId(kind, 0)), operation.id)
      asked += 1
    }
    assert.ok(asked >= 40, `${asked} operations`)
    assert.deepEqual(await everythingOf(all), before)
  })

  test('no list, digest, export, score or usage tells of another brand, also right after the other key read it', async () => {
    for (const path of lists()) {
      const first = await read(path, all.key)
      const second = await read(path, key)
      assert.deepEqual([first.status, second.status], [200, 200], `${path} ${second.text}`)
      assertOwnOnly(path, second.text)
    }
    const named = foreign.filter((one) => one.startsWith('brd_'))
    assert.ok((await read('/events', all.key)).text.includes(named[0]!), 'there is something to hide')
    assert.deepEqual((await limited.listEvents()).data.length, 3)
    for (const dataset of datasets.filter((one) => one !== 'recommendations')) {
      const { data } = await limited.exportRows({ params: { dataset } })
      assert.ok(data.length > 0 && data.every(({ brandId }) => brandId === own), dataset)
    }
    assert.ok((await limited.getAlertDigest()).bursts.every(({ brandId }) => brandId === own))
  })

  test('a filter by another brand finds nothing there, whoever asked before', async () => {
    for (const path of [
      '/runs',
      '/events',
      '/alerts/digest',
      '/visibility/scores',
      ...datasets.map((one) => `/exports/${one}`),
    ]) {
      assert.equal((await read(`${path}?brandId=${all.brandId}`, all.key)).status, 200, path)
      assertErrorShape(await read(`${path}?brandId=${all.brandId}`, key), 404, 'resource_not_found')
    }
  })

  test('a cursor of the key for all brands goes on with one’s own entries only; another filter’s is none', async () => {
    let followed = 0
    for (const path of lists()) {
      const { text } = await read(`${path}${path.includes('?') ? '&' : '?'}limit=1`, all.key)
      const cursor = (JSON.parse(text) as { pagination?: { nextCursor: string | null } }).pagination?.nextCursor
      if (!cursor) continue
      followed += 1
      const next = await read(`${path}?limit=200&cursor=${cursor}`, key)
      assert.equal(next.status, 200, next.text)
      assertOwnOnly(path, next.text)
      const filtered = await read(`${path}?limit=200&cursor=${cursor}&brandId=${own}`, key)
      if (path !== '/brands' && path !== '/webhooks') assertErrorShape(filtered, 400, 'invalid_cursor')
    }
    assert.ok(followed >= 8, `${followed} lists have a next page`)
  })

  test('the other key’s tag, and any tag, opens nothing: one’s own answer comes, or none', async () => {
    const score = `/brands/${all.brandId}/score`
    const tag = (await read(score, all.key)).headers.get('etag') ?? ''
    for (const known of [tag, '*'])
      assertErrorShape(await read(score, key, { 'if-none-match': known }), 404, 'resource_not_found')
    for (const path of ['/brands', '/events', '/runs']) {
      const other = (await read(path, all.key)).headers.get('etag') ?? ''
      const reply = await read(path, key, { 'if-none-match': other })
      assert.equal(reply.status, 200)
      assertOwnOnly(path, reply.text)
    }
  })

  test('a score that lies ready for one is not told to the other, to a key without the scope, or next door', async () => {
    const neighbour = await house.tenant()
    const blind = await all.newKey(['brands:read'])
    const score = `/brands/${all.brandId}/score`
    for (let round = 0; round < 3; round += 1) {
      assert.equal((await read(score, all.key)).status, 200)
      for (const other of [key, neighbour.key]) assertErrorShape(await read(score, other), 404, 'resource_not_found')
      assertErrorShape(await read(score, blind), 403, 'insufficient_scope')
    }
  })

  test('keys that call at once are each answered as themselves, however they were remembered', async () => {
    const readOnly = await all.newKey(scopes.filter((scope) => scope.endsWith(':read')))
    const calls = Array.from({ length: 60 }, (_, index) => [all.key, key, readOnly][index % 3]!)
    const replies = await Promise.all(calls.map((by) => read('/me', by)))
    const told = replies.map(
      ({ text }) => (JSON.parse(text) as { key: { brandIds: string[] | null; scopes: string[] } }).key,
    )
    const expected = [
      [null, scopes.length],
      [[own], scopes.length],
      [null, scopes.filter((scope) => scope.endsWith(':read')).length],
    ]
    assert.deepEqual(
      told.map(({ brandIds, scopes: may }) => [brandIds, may.length]),
      calls.map((_, index) => expected[index % 3]),
    )
    const writes = await Promise.all(
      calls.map((by) =>
        ask(`${house.baseUrl}/brands/${own}`, { method: 'PATCH', key: by, body: { aliases: ['SoA'] } }),
      ),
    )
    assert.deepEqual(
      writes.map(({ status }) => status),
      calls.map((by) => (by === readOnly ? 403 : 200)),
    )
  })

  test('usage names the limited key alone, and tells the organization’s sums to both', async () => {
    const [whole, part] = [await all.client.getUsage(), await limited.getUsage()]
    assert.ok(whole.byKey.length > 1)
    assert.deepEqual(
      part.byKey,
      whole.byKey.filter(({ keyId }) => part.byKey.some((one) => one.keyId === keyId)),
    )
    assert.equal(part.byKey.length, 1)
    assert.deepEqual([part.calls, part.byDay, part.byEndpoint], [whole.calls, whole.byDay, whole.byEndpoint])
  })

  test('an assistant with the limited key neither reads a report of another brand nor is told its name', async (t) => {
    const mcp = await openMcp({ SERVICE_API_KEY: key, SERVICE_BASE_URL: house.baseUrl })
    t.after(() => mcp.close())
    const uri = (id: string) => `sightline://brands/${id}/report`
    assert.ok(JSON.stringify(await mcp.request('resources/read', { uri: uri(own) })).includes(own))
    const report = await mcp.request('resources/read', { uri: uri(all.brandId) }).catch((error: Error) => error.message)
    assertOwnOnly('the report', JSON.stringify(report).replaceAll(all.brandId, ''))
    await assert.rejects(mcp.request('resources/read', { uri: `sightline://answers/${all.answerId}` }))
    const argument = { name: 'brandId', value: '' }
    const asked = { ref: { type: 'ref/prompt', name: 'competitor_gap' }, argument, context: { arguments: {} } }
    const { completion } = (await mcp.request('completion/complete', asked)) as { completion: { values: string[] } }
    assert.deepEqual(completion.values, ['Second of A'])
  })
})

describe('a caller who may less than before, or than the one before them', generous, () => {
  let house: TestApp
  before(async () => {
    house = await openTestApp()
  })
  after(() => house.close())

  test('a digest that a larger plan included is refused with the next call, and comes back with it', async () => {
    const tenant = await house.tenant({ plan: 'agency' })
    const owner = await join(house, tenant, 'owner')
    const { id: brandId } = await tenant.client.createBrand({ body: { name: 'Acme' } })
    await happen(house, { tenant, brandId })
    const digest = () => owner.ask(operations.getAlertDigest, { query: { hours: 24 } })
    assert.equal((await digest()).events, 1)
    await owner.ask(sessionOperations.changePlan, { body: { plan: 'pro' } })
    assert.equal((await problemOf(digest())).code, 'plan_feature_unavailable')
    await owner.ask(sessionOperations.changePlan, { body: { plan: 'agency' } })
    assert.equal((await digest()).events, 1)
  })

  test('a page that an admin turned is not turned by a viewer, nor by the admin who is one now', async () => {
    const tenant = await house.tenant()
    const [owner, admin] = [await join(house, tenant, 'owner'), await join(house, tenant, 'admin')]
    const viewer = await join(house, tenant, 'viewer')
    await tenant.newKey(['brands:read'])
    const { listKeys, updateMember } = sessionOperations
    const { nextCursor } = (await admin.ask(listKeys, { query: { limit: 1 } })).pagination
    const turned = { query: { limit: 1, cursor: nextCursor! } }
    assert.equal((await admin.ask(listKeys, turned)).data.length, 1)
    assert.equal((await problemOf(viewer.ask(listKeys, turned))).code, 'insufficient_role')
    await owner.ask(updateMember, { params: { personId: admin.personId }, body: { role: 'viewer' } })
    assert.equal((await problemOf(admin.ask(listKeys, turned))).code, 'insufficient_role')
  })
})
