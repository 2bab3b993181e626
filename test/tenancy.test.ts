import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId, operations, type Operation } from '@sightline/sdk'
import { query } from './support/cluster-processes.ts'
import { idsOf, refusedOrGone, send } from './support/foreign-ids.ts'
import { openTestApp, runEnd, startedRun, type TestApp } from './support/test-app.ts'
import { anyWebhook, everythingOf, basicFixture, type BasicFixture } from './support/basic-fixture.ts'
import { eventually } from './support/eventually.ts'
import { atRest } from './support/pipeline.ts'

const generous = { timeout: 120_000 }

describe('two organizations of one installation', generous, () => {
  let house: TestApp
  let a: BasicFixture
  let b: BasicFixture

  before(async () => {
    house = await openTestApp({ lab: { seed: 5 } })
    a = await basicFixture(house, 'A')
    b = await basicFixture(house, 'B')
  })
  after(() => house.close())

  test('B1 an id of another organization answers as one that does not exist, for every operation', async () => {
    const before = await everythingOf(b)
    let asked = 0
    for (const operation of Object.values<Operation>(operations)) {
      if (!operation.path.includes('{')) continue
      const foreign = await send(a, operation, (kind) => idsOf(b)[kind])
      const unknown = await send(a, operation, (kind) => newId(kind, 0))
      refusedOrGone(operation, foreign)
      assert.deepEqual(foreign, unknown, operation.id)
      asked += 1
    }
    assert.ok(asked >= 18)
    assert.deepEqual(await everythingOf(b), before)
  })

  test('B1 another organization’s child under one’s own brand is none', async () => {
    const before = await everythingOf(b)
    for (const operation of Object.values<Operation>(operations)) {
      if (!/\{[cps]id\}/.test(operation.path)) continue
      refusedOrGone(operation, await send(a, operation, (kind) => (kind === 'brand' ? a.brandId : idsOf(b)[kind])))
    }
    assert.deepEqual(await everythingOf(b), before)
  })

  test('B2 an id of another organization in a filter or a body finds and writes nothing', async () => {
    const before = await everythingOf(b)
    const calls: [() => Promise<unknown>, number][] = [
      [() => a.client.listRuns({ query: { brandId: b.brandId } }), 404],
      [() => a.client.getVisibilityScores({ query: { brandId: b.brandId } }), 404],
      [() => a.client.startRun({ params: { id: a.brandId }, body: { promptIds: b.promptIds } }), 422],
      [() => a.client.listEvents({ query: { brandId: b.brandId } }), 404],
      [() => a.client.getAlertDigest({ query: { brandId: b.brandId } }), 404],
      [() => a.client.createWebhook({ body: { ...anyWebhook, brandIds: [b.brandId] } }), 422],
      [() => a.client.updateWebhook({ params: { id: a.webhookId }, body: { brandIds: [b.brandId] } }), 422],
    ]
    for (const [call, status] of calls) await assert.rejects(call, { status })
    for (const filter of [{ promptId: b.promptIds[0]! }, { runId: b.runId }, { competitorId: b.competitorIds[0]! }])
      assert.deepEqual(
        (await a.client.listAnswers({ params: { id: a.brandId }, query: filter })).data,
        [],
        JSON.stringify(filter),
      )
    assert.deepEqual(await everythingOf(b), before)
  })

  test('B3 a cursor of another organization is refused', async () => {
    const lists = [
      (tenant: BasicFixture, cursor?: string) =>
        tenant.client.listBrands({ query: { limit: 1, ...(cursor && { cursor }) } }),
      (tenant: BasicFixture, cursor?: string) =>
        tenant.client.listRuns({ query: { limit: 1, ...(cursor && { cursor }) } }),
      (tenant: BasicFixture, cursor?: string) =>
        tenant.client.listPrompts({ params: { id: tenant.brandId }, query: { limit: 1, ...(cursor && { cursor }) } }),
      (tenant: BasicFixture, cursor?: string) =>
        tenant.client.listAnswers({ params: { id: tenant.brandId }, query: { limit: 1, ...(cursor && { cursor }) } }),
    ]
    for (const list of lists) {
      const cursor = (await list(b)).pagination.nextCursor
      assert.ok(cursor)
      await assert.rejects(list(a, cursor), { status: 400, code: 'invalid_cursor' })
      assert.equal((await list(b, cursor)).data.length, 1)
    }
  })

  test('B4 an idempotency key of another organization is a new one', async () => {
    const create = async ({ key }: BasicFixture): Promise<{ id: string }> => {
      const response = await fetch(`${house.baseUrl}/brands`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': '"both"' },
        body: JSON.stringify({ name: 'Created once' }),
      })
      assert.equal(response.status, 201)
      return (await response.json()) as { id: string }
    }
    const own = await create(b)
    const foreign = await create(a)
    assert.notEqual(foreign.id, own.id)
    assert.deepEqual(await create(b), own)
    await a.client.deleteBrand({ params: { id: foreign.id } })
    await b.client.deleteBrand({ params: { id: own.id } })
  })

  test('B5 a child under another parent of the same organization is none', async () => {
    const before = await everythingOf(a)
    for (const operation of Object.values<Operation>(operations)) {
      if (!/\{[cps]id\}/.test(operation.path)) continue
      refusedOrGone(
        operation,
        await send(a, operation, (kind) => (kind === 'brand' ? a.secondBrandId : idsOf(a)[kind])),
      )
    }
    assert.deepEqual(await everythingOf(a), before)
  })

  test('B6 nothing but the key says which organization calls', async () => {
    const brands = (init: { method?: string; body?: string; headers: Record<string, string> }, search = '') =>
      fetch(`${house.baseUrl}/brands${search}`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${a.key}` },
      })
    const named = await brands({ headers: { 'x-org-id': b.organizationId, 'x-organization-id': b.organizationId } })
    const { data } = (await named.json()) as { data: { id: string }[] }
    assert.deepEqual(data.map(({ id }) => id).toSorted(), [a.brandId, a.secondBrandId].toSorted())
    assert.equal((await brands({ headers: {} }, `?orgId=${b.organizationId}`)).status, 400)
    const posted = await brands({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Moved', organizationId: b.organizationId }),
    })
    assert.equal(posted.status, 422)
  })

  test('B14 the same name, domain, prompt and external id are free in each organization', async () => {
    for (const tenant of [a, b]) {
      const brand = await tenant.client.createBrand({ body: { name: 'Shared Name', domains: ['shared.example'] } })
      const imported = await tenant.client.importAnswers({
        params: { id: brand.id },
        body: { answers: [{ externalId: 'shared', prompt: 'shared', platform: 'chatgpt', text: 'Shared Name' }] },
      })
      assert.equal(imported.accepted, 1)
      await runEnd(tenant.client, imported.runId!)
    }
    await assert.rejects(a.client.createBrand({ body: { name: 'shared name' } }), { status: 409 })
  })

  test('B12 a deleted organization is gone with its keys, rows and jobs, and the other has all of its own', async () => {
    // Before anybody works again: what the other's own jobs do would be taken for something of this.
    await atRest(house)
    const before = await rowsOf(a.organizationId)
    const doomed = await basicFixture(house, 'Doomed')
    const open = await startedRun(doomed.client, doomed.brandId, { repeats: 5 })
    assert.equal(open.status, 'planned')
    await house.app.database.transaction(doomed.organizationId, async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('organization')
        .where('organization_id', '=', doomed.organizationId)
        .executeTakeFirstOrThrow()
      assert.equal(numDeletedRows, 1n)
    })
    // Its appointments come due too, find nobody, and are gone.
    await eventually(async () => (await appointmentsBroughtForward(doomed.organizationId)).length === 0)
    assert.deepEqual([...new Set(Object.values(await rowsOf(doomed.organizationId)))], [0])
    await assert.rejects(doomed.client.getMe(), { status: 401, code: 'invalid_api_key' })
    assert.deepEqual(await rowsOf(a.organizationId), before)
    assert.deepEqual(
      house.log.filter(({ event }) => event === 'job.failed'),
      [],
    )
  })

  async function rowsOf(organizationId: string): Promise<Record<string, number>> {
    const tables = await query<{ name: string }>(
      house.database.ownerUrl,
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id' order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await query<{ count: string }>(
        house.database.ownerUrl,
        `select count(*) from ${name} where organization_id = $1`,
        [organizationId],
      )
      counts[name] = Number(row?.count)
    }
    return counts
  }

  const appointmentsBroughtForward = (organizationId: string): Promise<object[]> =>
    query(
      house.database.ownerUrl,
      `update job set run_at = least(run_at, now()) where organization_id = $1 returning id`,
      [organizationId],
    )
})
