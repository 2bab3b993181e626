import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { everyOperation, pathOf } from './support/every-operation.ts'
import { ask, assertErrorShape } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'

describe('requests that name themselves by an Idempotency-Key', () => {
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
  })
  after(() => house.close())

  async function createBrand(
    name: string,
    key: string,
    apiKey = tenant.key,
  ): Promise<{ status: number; replayed: string | null; body: Body }> {
    const response = await fetch(`${house.baseUrl}/brands`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name }),
    })
    return {
      status: response.status,
      replayed: response.headers.get('idempotent-replayed'),
      body: (await response.json()) as Body,
    }
  }
  type Body = { id?: string; error?: { code: string } }

  const brandsNamed = async (name: string): Promise<number> =>
    (await tenant.client.listBrands({ query: { limit: 200 } })).data.filter((brand) => brand.name === name).length

  test('G1: the same request twice has its effect once, and the second answer says that it is the first one', async () => {
    const first = await createBrand('One', 'g1')
    const second = await createBrand('One', 'g1')
    assert.deepEqual([first.status, first.replayed, second.status, second.replayed], [201, null, 201, 'true'])
    assert.deepEqual(second.body, first.body)
    assert.equal(await brandsNamed('One'), 1)
  })

  test('G1: changing, replacing and deleting under a key happen once, and are answered alike afterwards', async () => {
    const { client } = tenant
    const { id } = await client.createBrand({ body: { name: 'Changed' } })
    const { id: competitorId } = await client.addCompetitor({ params: { id }, body: { name: 'Rival' } })
    const send = (method: string, path: string, key: string, body?: unknown) =>
      ask(`${house.baseUrl}${path}`, { method, key: tenant.key, body, headers: { 'idempotency-key': key } })
    const competitor = `/brands/${id}/competitors/${competitorId}`
    const schedule = { hour: 3, days: [1] }
    const steps = [
      { method: 'PATCH', path: `/brands/${id}`, body: { name: 'Once' }, other: { name: 'Other' } },
      { method: 'PUT', path: `/brands/${id}/schedule`, body: schedule, other: { ...schedule, hour: 4 } },
      { method: 'DELETE', path: competitor },
    ]
    for (const { method, path, body, other } of steps) {
      const first = await send(method, path, 'change', body)
      assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null], first.text)
      // What was done since stays as it is.
      if (method === 'DELETE') await client.addCompetitor({ params: { id }, body: { name: 'Rival' } })
      else assert.equal((await send(method, path, 'later', other)).status, 200)
      const again = await send(method, path, 'change', body)
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
      assert.deepEqual(JSON.parse(again.text), JSON.parse(first.text))
      if (other) assertErrorShape(await send(method, path, 'change', other), 422, 'idempotency_key_reused')
    }
    assert.equal((await client.getBrand({ params: { id } })).name, 'Other')
    assert.equal((await client.getSchedule({ params: { id } })).hour, 4)
    assert.equal((await client.listCompetitors({ params: { id } })).data.length, 1)
  })

  test('G8: every operation that writes reads its key', async () => {
    for (const operation of everyOperation.filter(({ isWrite }) => isWrite)) {
      const reply = await ask(`${house.baseUrl}${pathOf(operation)}`, {
        method: operation.method,
        key: tenant.key,
        headers: { 'idempotency-key': 'x'.repeat(256) },
        ...(operation.method !== 'DELETE' && { body: {} }),
      })
      assertErrorShape(reply, 400, 'invalid_parameter')
    }
  })

  test('D9: a replay is not counted', async () => {
    await createBrand('Counted', 'd9')
    const before = (await tenant.client.getUsage()).calls.used
    await createBrand('Counted', 'd9')
    assert.equal((await tenant.client.getUsage()).calls.used, before)
  })

  test('G2: of twenty at once one has the effect; the others are told its answer, or to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => createBrand('Twenty', 'g2')))
    for (const { status, body } of answers)
      assert.ok(status === 201 || body.error?.code === 'idempotency_in_progress', JSON.stringify(body))
    assert.ok(answers.some(({ status, replayed }) => status === 201 && replayed === null))
    assert.equal(await brandsNamed('Twenty'), 1)
  })

  test('G3: another body under the same key is refused', async () => {
    await createBrand('Three', 'g3')
    const other = await createBrand('Four', 'g3')
    assert.deepEqual([other.status, other.body.error?.code], [422, 'idempotency_key_reused'])
  })

  test('G4: another organization and another operation may use the same key', async () => {
    const { body } = await createBrand('Five', 'g4')
    const neighbour = await house.tenant()
    const theirs = await createBrand('Five', 'g4', neighbour.key)
    assert.deepEqual([theirs.status, theirs.replayed], [201, null])
    const response = await fetch(`${house.baseUrl}/brands/${body.id}/competitors`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json', 'idempotency-key': 'g4' },
      body: JSON.stringify({ name: 'Rival' }),
    })
    assert.deepEqual([response.status, response.headers.get('idempotent-replayed')], [201, null])
  })

  test('G7: a refused request is not remembered, so that the corrected one may use its key', async () => {
    assert.equal((await createBrand('', 'g7')).status, 422)
    assert.equal((await createBrand('Seven', 'g7')).status, 201)
  })

  test('G8: keys that are empty, too long or not visible ASCII are refused; quotes around one mean nothing', async () => {
    for (const key of ['', 'x'.repeat(256), 'a b'])
      assert.equal((await createBrand('Eight', key)).body.error?.code, 'invalid_parameter')
    await createBrand('Eight', 'g8')
    assert.equal((await createBrand('Eight', '"g8"')).replayed, 'true')
  })
})

test('G8: after 24 hours the key has an effect again', async () => {
  let now = new Date()
  const house = await openTestApp({ now: () => now })
  const { key } = await house.tenant()
  const create = (name: string) =>
    fetch(`${house.baseUrl}/brands`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'day' },
      body: JSON.stringify({ name }),
    })
  assert.equal((await create('Yesterday')).status, 201)
  now = new Date(now.getTime() + 24 * 3_600_000 + 1_000)
  const again = await create('Today')
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, null])
  await house.close()
})
