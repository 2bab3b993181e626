import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { openApiProcesses, type ApiProcesses } from './support/api-processes.ts'
import { openFaultProxy, type FaultProxy } from './support/fault-proxy.ts'
import { ask, assertErrorShape, type Reply } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { requestHead } from './support/raw-http.ts'
import { eventually } from './support/eventually.ts'

const generous = { timeout: 120_000 }
const PATH = '/api/v1/brands'

describe('a call that does not come to its end', generous, () => {
  let house: TestApp
  let proxy: FaultProxy
  let processes: ApiProcesses

  before(async () => {
    house = await openTestApp()
    const { hostname, port } = new URL(house.database.url)
    proxy = await openFaultProxy(hostname, Number(port))
    processes = await openApiProcesses(house.database.ownerUrl, 1, { databasePort: proxy.port })
  })
  after(async () => {
    await processes.close()
    await proxy.close()
    await house.close()
  })

  /** What was counted, in all and by operation: the two must agree. */
  async function usedBy({ organizationId }: Tenant): Promise<number> {
    const [counted] = (await asOwner(
      house,
      `select (select coalesce(sum(calls), 0)::int from usage_period where organization_id = $1) as calls,
         (select coalesce(sum(calls), 0)::int from usage_detail where organization_id = $1) as detailed`,
      [organizationId],
    )) as { calls: number; detailed: number }[]
    assert.equal(counted?.detailed, counted?.calls)
    return counted!.calls
  }
  const call = ({ key }: Tenant): Promise<Reply> => ask(`${processes.addresses[0]}${PATH}`, { key })

  test('D8: is counted once where its caller leaves, whether or not the answer can be told', async () => {
    const tenant = await house.tenant()
    // The statement that counts waits on its way to the database while the caller leaves.
    proxy.afflict('sightline', { kind: 'hold', from: 'client', at: 'usage_period' })
    const socket = connect(Number(new URL(processes.addresses[0]!).port), '127.0.0.1')
    socket.write(requestHead(`GET ${PATH} HTTP/1.1`, [`Authorization: Bearer ${tenant.key}`]))
    await proxy.struck()
    const closed = once(socket, 'close')
    socket.resetAndDestroy()
    await closed
    proxy.heal()
    await eventually(async () => (await usedBy(tenant)) > 0)
    // Another call of the same process, behind it: whatever was counted twice would stand by now.
    assert.equal((await call(tenant)).status, 200)
    assert.equal(await usedBy(tenant), 2)
  })

  test('D7: is taken back before its 500 is told; kill -9 between the two leaves it counted once, never less', async () => {
    const tenant = await house.tenant()
    assert.equal((await call(tenant)).status, 200)
    await asOwner(house, 'alter table brand rename to mislaid')
    assertErrorShape(await call(tenant), 500, 'internal_error')
    assert.equal(await usedBy(tenant), 1)
    proxy.afflict('sightline', { kind: 'blackHole', from: 'client', at: 'greatest(calls - 1, 0)' })
    const lost = assert.rejects(call(tenant))
    // An answer would end the wait, as the failure it is.
    await Promise.race([proxy.struck(), lost])
    await processes.kill(0)
    await lost
    proxy.heal()
    await asOwner(house, 'alter table mislaid rename to brand')
    assert.equal(await usedBy(tenant), 2, 'the call that failed, and nothing else')
    await processes.restart(0)
    assert.equal((await call(tenant)).status, 200)
    assert.equal(await usedBy(tenant), 3)
  })
})
