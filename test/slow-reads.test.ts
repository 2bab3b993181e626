import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { ask, assertErrorShape, type Reply } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { eventually } from './support/eventually.ts'

type Asking = { tenant: Tenant; brandId: string }

/** One organization's reads at once, in one process; the connections that slow reads may have in all. */
const READS_AT_ONCE = 8
const SLOW_READS = 11

describe('reads that take long in the database', { timeout: 60_000 }, () => {
  let house: TestApp
  /** Holds locks. */
  let owner: Client
  let slow: Asking
  let other: Asking
  let third: Asking

  before(async () => {
    house = await openTestApp()
    owner = new Client({ connectionString: house.database.ownerUrl })
    await owner.connect()
    ;[slow, other, third] = [await asking(), await asking(), await asking()]
  })
  after(async () => {
    await owner.end()
    await house.close()
  })
  afterEach(() => owner.query('rollback'))

  async function asking(): Promise<Asking> {
    const tenant = await house.tenant()
    const { id } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    return { tenant, brandId: id }
  }

  /** From now on whoever reads competitors waits. */
  async function slowDown(): Promise<void> {
    await owner.query('begin')
    await owner.query('lock table competitor in access exclusive mode')
  }

  const brands = ({ tenant }: Asking): Promise<Reply> => ask(`${house.baseUrl}/brands`, { key: tenant.key })
  const competitors = ({ tenant, brandId }: Asking): Promise<Reply> =>
    ask(`${house.baseUrl}/brands/${brandId}/competitors`, { key: tenant.key })
  const ofCompetitors = (who: Asking, count: number): Promise<Reply>[] =>
    Array.from({ length: count }, () => competitors(who))

  const connections = () =>
    asOwner(
      house,
      `select wait_event_type as waits from pg_stat_activity
       where datname = current_database() and application_name = 'sightline' and query not like '%pg_notify%'`,
    ) as Promise<{ waits: string }[]>
  async function untilWaiting(count: number): Promise<void> {
    await eventually(async () => (await connections()).filter(({ waits }) => waits === 'Lock').length >= count)
  }

  function assertShed(reply: Reply): void {
    assertErrorShape(reply, 503, 'service_unavailable')
    assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  }

  test('R8 one organization’s slow reads hold up nobody else’s, its own next one is refused before they end, and no connection is left over', async () => {
    const newKey = await other.tenant.newKey(['brands:read'])
    await brands(slow)
    const before = (await connections()).length
    let ended = 0
    await slowDown()
    const slowOnes = ofCompetitors(slow, READS_AT_ONCE).map((reply) => reply.finally(() => (ended += 1)))
    // Behind them on the same connections, before anybody can know that they are slow.
    const behind = Array.from({ length: 6 }, () => brands(other))
    for (const reply of await Promise.all(behind)) assert.equal(reply.status, 200)
    await untilWaiting(READS_AT_ONCE)
    assertShed(await competitors(slow))
    for (const reply of await Promise.all(Array.from({ length: 12 }, () => brands(other))))
      assert.equal(reply.status, 200)
    for (const key of [other.tenant.key, newKey])
      assert.equal((await ask(`${house.baseUrl}/brands`, { key })).status, 200)
    assert.equal((await ask(`${house.origin}/readyz`)).status, 200)
    assert.equal(ended, 0, 'nothing slow has ended yet')
    await owner.query('rollback')
    for (const reply of await Promise.all(slowOnes)) assert.equal(reply.status, 200)
    for (const reply of await Promise.all(ofCompetitors(slow, 20))) assert.equal(reply.status, 200)
    await eventually(async () => (await connections()).length <= before + 3)
  })

  test('R8 slow reads of several organizations take every place: whoever comes next is refused before one of them ends, and served after', async () => {
    let ended = 0
    await slowDown()
    const slowOnes = [...ofCompetitors(slow, READS_AT_ONCE), ...ofCompetitors(other, READS_AT_ONCE)]
    for (const reply of slowOnes) void reply.then(({ status }) => status === 200 && (ended += 1))
    await untilWaiting(SLOW_READS)
    for (const reply of await Promise.all([brands(third), competitors(third)])) assertShed(reply)
    assert.equal(ended, 0, 'nothing slow has ended yet')
    await owner.query('rollback')
    const replies = await Promise.all(slowOnes)
    assert.ok(replies.filter(({ status }) => status === 200).length >= SLOW_READS)
    for (const reply of replies) if (reply.status !== 200) assertShed(reply)
    for (const who of [slow, other, third]) assert.equal((await competitors(who)).status, 200)
  })
})

describe('a read that never ends by itself', { timeout: 60_000 }, () => {
  let house: TestApp
  let owner: Client

  before(async () => {
    house = await openTestApp({ databaseLimits: { readMs: 300, transactionMs: 1_500 } })
    owner = new Client({ connectionString: house.database.ownerUrl })
    await owner.connect()
  })
  after(async () => {
    await owner.end()
    await house.close()
  })

  test('R8 is ended by the database, a large one later than a small one: 503 that says what to do, and not counted', async () => {
    const tenant = await house.tenant()
    const { id } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const { calls: before } = await tenant.client.getUsage({})
    await owner.query('begin')
    await owner.query('lock table brand in access exclusive mode')
    const order: string[] = []
    const asked = (path: string, name: string) =>
      ask(`${house.baseUrl}${path}`, { key: tenant.key }).finally(() => order.push(name))
    const [large, small] = await Promise.all([
      asked(`/brands/${id}/citations`, 'large'),
      asked(`/brands/${id}/competitors`, 'small'),
    ])
    for (const reply of [large, small]) {
      assertErrorShape(reply, 503, 'service_unavailable')
      assert.match(reply.text, /took too long/)
      assert.equal(reply.headers.get('retry-after'), '5')
    }
    assert.deepEqual(order, ['small', 'large'])
    await owner.query('rollback')
    assert.deepEqual((await tenant.client.getUsage({})).calls, before)
    assert.deepEqual((await tenant.client.listCompetitors({ params: { id } })).data, [])
  })
})
