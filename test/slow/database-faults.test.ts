import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { openFaultProxy, type Fault, type FaultProxy } from '../support/fault-proxy.ts'
import { ask, assertErrorShape, type Reply } from '../support/http.ts'
import { openApp, type Tenant, type TestApp } from '../support/product.ts'
import { asOwner } from '../support/owner.ts'
import { eventually } from '../support/eventually.ts'

describe('a network that fails between the service and its database', { timeout: 60_000 }, () => {
  let house: TestApp
  let proxy: FaultProxy
  let tenant: Tenant
  let brandId: string
  const accepted: string[] = []
  let numbered = 0

  before(async () => {
    const database = await freshDatabase()
    const { hostname, port } = new URL(database.url)
    proxy = await openFaultProxy(hostname, Number(port))
    const url = Object.assign(new URL(database.url), { port: String(proxy.port) }).href
    house = await openApp({ ...database, url })
    tenant = await house.tenant()
    ;({ id: brandId } = await tenant.client.createBrand({ body: { name: 'Fernhold' } }))
    const texts = Array.from({ length: 20 }, (_, index) => ({ text: `question ${index} ${'and more '.repeat(20)}` }))
    await tenant.client.createPrompts({ params: { id: brandId }, body: { prompts: texts } })
  })
  after(async () => {
    await house.close()
    await proxy.close()
  })

  const read = (): Promise<Reply> => ask(`${house.baseUrl}/brands/${brandId}/prompts?limit=20`, { key: tenant.key })
  async function write(): Promise<Reply> {
    const text = `written ${(numbered += 1)}`
    const body = { prompts: [{ text }] }
    const reply = await ask(`${house.baseUrl}/brands/${brandId}/prompts`, { method: 'POST', key: tenant.key, body })
    if (reply.status === 201) accepted.push(text)
    return reply
  }

  /** Every call ends, with its answer or with 503 and when to come again. */
  function assertTold(replies: Reply[]): void {
    for (const reply of replies)
      if (reply.status >= 300) {
        assertErrorShape(reply, 503, 'service_unavailable')
        assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      }
  }

  /** Everything is as before: calls pass, what was accepted is there, and no connection is left over. */
  async function assertWell(): Promise<void> {
    proxy.heal()
    for (const call of [read, write]) while ((await call()).status >= 300) await sleep(50)
    assertTold(await Promise.all(Array.from({ length: 20 }, read)))
    const kept = (await asOwner(house, 'select text from prompt')) as { text: string }[]
    const texts = new Set(kept.map(({ text }) => text))
    assert.deepEqual(
      accepted.filter((text) => !texts.has(text)),
      [],
    )
    await eventually(async () => (await connections()) <= MOST_CONNECTIONS)
  }

  /** Of an API process of this size: its pool, readers, counters and listener. */
  const MOST_CONNECTIONS = 8 + 3 + 6 + 1
  async function connections(): Promise<number> {
    const text = `select from pg_stat_activity where datname = current_database() and application_name like 'sightline%'`
    return (await asOwner(house, text)).length
  }

  const several = () => Promise.all([read(), write(), read(), write()])
  const statuses = (replies: Reply[]) =>
    [...new Set(replies.map(({ status }) => status))].toSorted((one, other) => one - other)

  for (const [what, fault] of [
    ['in slices of a few bytes', { kind: 'slice', bytes: 7 }],
    ['at 10 KB a second', { kind: 'bandwidth', bytesPerSecond: 10_000 }],
  ] as [string, Fault][])
    test(`R5 what passes ${what} is answered as ever`, async () => {
      proxy.afflict('', fault)
      assert.deepEqual(statuses(await several()), [200, 201])
      await assertWell()
    })

  test('R5 with two seconds of delay every call ends, and all is well when they do', async () => {
    proxy.afflict('', { kind: 'latency', milliseconds: 2_000, from: 'server' })
    const writing = write()
    assertTold(await Promise.all([read(), ask(`${house.origin}/readyz`)]))
    proxy.heal()
    assertTold([await writing])
    await assertWell()
  })

  for (const [what, fault] of [
    ['reset in the middle of a statement', { kind: 'reset', from: 'client', at: 'insert into "prompt"' }],
    ['cut in the middle of an answer', { kind: 'cut', from: 'server', at: 'written', afterBytes: 20 }],
  ] as [string, Fault][])
    test(`R5 a connection ${what} is told with 503, and the next call has another`, async () => {
      proxy.afflict('', fault)
      const replies = await several()
      assertTold(replies)
      assert.ok(statuses(replies).includes(503))
      proxy.heal()
      assert.deepEqual(statuses(await several()), [200, 201])
      await assertWell()
    })

  test('R5 a network that swallows: every call is told, whenever it came, and the next ones are served when it heals', async () => {
    proxy.afflict('', { kind: 'blackHole' })
    const first = several()
    const late = sleep(1_000).then(several)
    for (const replies of [await first, await late, await several()]) {
      assertTold(replies)
      assert.deepEqual(statuses(replies), [503])
    }
    assert.equal((await ask(`${house.origin}/healthz`)).status, 200)
    assert.equal((await ask(`${house.origin}/readyz`)).status, 503)
    await assertWell()
  })
})
