import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { newId, operations, type IdKind, type Operation, type OperationId } from '@sightline/sdk'
import { query } from './support/cluster-processes.ts'
import { openTestHouse, runEnd, startedRun, type TestHouse } from './support/house.ts'
import { anyWebhook, everythingOf, settle, type Settled } from './support/settled.ts'

const generous = { timeout: 120_000 }

describe('two organizations of one installation', generous, () => {
  let house: TestHouse
  let a: Settled
  let b: Settled

  before(async () => {
    house = await openTestHouse({ lab: { seed: 5 } })
    a = await settle(house, 'A')
    b = await settle(house, 'B')
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
      (tenant: Settled, cursor?: string) =>
        tenant.client.listBrands({ query: { limit: 1, ...(cursor && { cursor }) } }),
      (tenant: Settled, cursor?: string) => tenant.client.listRuns({ query: { limit: 1, ...(cursor && { cursor }) } }),
      (tenant: Settled, cursor?: string) =>
        tenant.client.listPrompts({ params: { id: tenant.brandId }, query: { limit: 1, ...(cursor && { cursor }) } }),
      (tenant: Settled, cursor?: string) =>
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
    const create = async ({ key }: Settled): Promise<{ id: string }> => {
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
    const doomed = await settle(house, 'Doomed')
    const open = await startedRun(doomed.client, doomed.brandId, { repeats: 5 })
    assert.equal(open.status, 'planned')
    const before = await rowsOf(a.organizationId)
    await house.app.database.transaction(doomed.organizationId, async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('organization')
        .where('organization_id', '=', doomed.organizationId)
        .executeTakeFirstOrThrow()
      assert.equal(numDeletedRows, 1n)
    })
    // Its appointments come due too, find nobody, and are gone.
    while ((await appointmentsBroughtForward(doomed.organizationId)).length > 0) await sleep(50)
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
      `update graphile_worker._private_jobs set run_at = least(run_at, now()) where payload->>'organizationId' = $1 returning id`,
      [organizationId],
    )
})

const idsOf = (tenant: Settled): Partial<Record<IdKind, string>> => ({
  brand: tenant.brandId,
  competitor: tenant.competitorIds[0]!,
  prompt: tenant.promptIds[0]!,
  run: tenant.runId,
  answer: tenant.answerId,
  webhook: tenant.webhookId,
  delivery: tenant.deliveryId,
  recommendation: tenant.recommendationId,
})

/** What the letter before `id` in an address means: `{id}` is the brand, run or answer that the address begins with. */
function kindOf(operation: Operation, parameter: string): IdKind {
  if (parameter === 'cid') return 'competitor'
  if (parameter === 'pid') return 'prompt'
  if (parameter === 'sid') return 'recommendation'
  const [, collection] = operation.path.split('/')
  const kinds: Record<string, IdKind> = { runs: 'run', answers: 'answer', webhooks: 'webhook', deliveries: 'delivery' }
  return kinds[collection ?? ''] ?? 'brand'
}

/** A body that would be accepted, for every operation that takes one. */
const bodies: Partial<Record<OperationId, unknown>> = {
  updateBrand: { name: 'Taken over' },
  addCompetitor: { name: 'Planted' },
  updateCompetitor: { name: 'Taken over' },
  createPrompts: { prompts: [{ text: 'planted' }] },
  updatePrompt: { topic: 'taken over' },
  suggestPrompts: { topics: ['planted'] },
  startRun: {},
  setSchedule: { hour: 1, days: [1] },
  importAnswers: { answers: [{ prompt: 'planted', platform: 'chatgpt', text: 'planted' }] },
  updateSuggestion: { status: 'accepted' },
  updateWebhook: { url: 'https://planted.example.com/' },
  testWebhook: {},
  recoverDeliveries: { since: '2026-01-01T00:00:00Z' },
}

type Sent = { status: number; code: string; body: unknown; headers: [string, string][] }

/** Deleting what is not there succeeds, the first time as the second (api.md). */
function refusedOrGone(operation: Operation, { status, code }: Sent): void {
  if (operation.method === 'DELETE' && status === 200) return
  assert.equal(status, 404, operation.id)
  assert.equal(code, 'resource_not_found', operation.id)
}

/** One call with every id in the address chosen by its kind; what differs between any two calls is left out. */
async function send(
  { key, baseUrl }: Settled,
  operation: Operation,
  choose: (kind: IdKind) => string | undefined,
): Promise<Sent> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => choose(kindOf(operation, name)) ?? '')
  const body = operation.body.type === 'undefined' ? undefined : bodies[operation.id as OperationId]
  assert.ok(operation.body.type === 'undefined' || body, `a body for ${operation.id} is missing in this test`)
  const response = await fetch(`${baseUrl}${path}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { error } = (await response.json()) as { error?: { code: string; requestId: string } }
  const passing = /^(date|x-request-id|x-ratelimit-.*|ratelimit.*)$/
  return {
    status: response.status,
    code: error?.code ?? '',
    body: { ...error, requestId: '' },
    headers: [...response.headers].filter(([name]) => !passing.test(name)),
  }
}
