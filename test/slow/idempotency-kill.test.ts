import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openApiProcesses, type ApiProcesses } from '../support/api-processes.ts'
import { openFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { ask, type Reply } from '../support/http.ts'
import { openTestApp, type Tenant, type TestApp } from '../support/test-app.ts'

const generous = { timeout: 120_000 }

/** The kill is placed by the network: what the process says to the database, or hears from it, is swallowed at COMMIT. */
describe('a process killed while it serves a request with an Idempotency-Key', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let proxy: FaultProxy
  let processes: ApiProcesses

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    const { hostname, port } = new URL(house.database.url)
    proxy = await openFaultProxy(hostname, Number(port))
    processes = await openApiProcesses(house.database.ownerUrl, 1, { databasePort: proxy.port })
  })
  after(async () => {
    await processes.close()
    await proxy.close()
    await house.close()
  })

  const create = (name: string): Promise<Reply> =>
    ask(`${processes.addresses[0]}/api/v1/brands`, {
      method: 'POST',
      key: tenant.key,
      body: { name },
      headers: { 'idempotency-key': `key-of-${name}` },
    })
  const brandsNamed = async (name: string) =>
    (await tenant.client.listBrands({ query: { limit: 200 } })).data.filter((brand) => brand.name === name)

  /** Sends a request that loses its process at COMMIT, and starts the process again. */
  async function killAtCommit(name: string, from: 'client' | 'server', words: string): Promise<void> {
    proxy.afflict('sightline', { kind: 'blackHole', from, at: words })
    const lost = assert.rejects(create(name))
    // An answer would end the wait, as the failure it is.
    await Promise.race([proxy.struck(), lost])
    await processes.kill(0)
    await lost
    proxy.heal()
    await processes.restart(0)
  }

  test(
    'G5: kill -9 after the commit and before the reply: the retry is told the stored answer, and there is one effect',
    generous,
    async () => {
      await killAtCommit('Committed', 'server', 'COMMIT')
      const [stored, ...more] = await brandsNamed('Committed')
      assert.ok(stored, 'the transaction was committed')
      const retried = await create('Committed')
      assert.deepEqual([retried.status, retried.headers.get('idempotent-replayed')], [201, 'true'])
      assert.equal((JSON.parse(retried.text) as { id: string }).id, stored.id)
      assert.deepEqual([more, await brandsNamed('Committed')], [[], [stored]])
    },
  )

  test('G6: kill -9 before the commit: nothing is there, and the retry has the effect once', generous, async () => {
    await killAtCommit('Uncommitted', 'client', 'commit')
    assert.deepEqual(await brandsNamed('Uncommitted'), [])
    const retried = await create('Uncommitted')
    assert.deepEqual([retried.status, retried.headers.get('idempotent-replayed')], [201, null])
    const again = await create('Uncommitted')
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true'])
    assert.equal((await brandsNamed('Uncommitted')).length, 1)
  })
})
