import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { openMcp, textOf, type McpProcess } from './support/mcp.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { eventually } from './support/eventually.ts'

describe('runs that an assistant starts and waits for', { timeout: 120_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let mcp: McpProcess
  let brandId: string

  before(async () => {
    house = await openTestApp({ lab: { seed: 11 } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 2))
    mcp = await openMcp({ SERVICE_API_KEY: tenant.key, SERVICE_BASE_URL: house.baseUrl })
  })
  after(async () => {
    await mcp.close()
    await house.close()
  })

  /** Calls counted so far, by `GET /usage`, which is not counted itself. */
  const counted = async (): Promise<number> => (await tenant.client.getUsage()).calls.used

  test('a run is started once for one key', async () => {
    const given = { brandId, platforms: ['chatgpt'], idempotencyKey: 'once' }
    const started = await mcp.call('start_run', given)
    const again = await mcp.call('start_run', given)
    assert.deepEqual(again.structuredContent, started.structuredContent)
    await runEnd(tenant.client, String(started.structuredContent?.['id']))
    const [runs] = await asOwner(
      house,
      "select count(*) runs from run where organization_id = $1 and kind = 'measure'",
      [tenant.organizationId],
    )
    assert.deepEqual(runs, { runs: '1' })
  })

  /** A run of six answers that come two by two: at once, after a second and after four. */
  const slowRun = async (): Promise<string> => {
    house.lab?.addFault({ kind: 'slow', delayMs: 1_000, skip: 2, count: 2 })
    house.lab?.addFault({ kind: 'slow', delayMs: 4_000, skip: 4 })
    const { id } = await startedRun(tenant.client, brandId, { platforms: ['chatgpt'], repeats: 3 })
    await eventually(async () => (await tenant.client.getRun({ params: { id } })).planned > 0)
    return id
  }

  test('the end of a run is waited for, with progress that rises by steps to a total known from the first', async () => {
    const runId = await slowRun()
    const before = mcp.notices.length
    const ended = await mcp.call('get_run', { runId, waitSeconds: 50 }, { progressToken: 'wait' })
    house.lab?.clearFaults()
    assert.partialDeepStrictEqual(ended.structuredContent, { status: 'completed', stored: 6 }, textOf(ended))
    const steps = mcp.notices.slice(before)
    for (const { method, params } of steps) {
      assert.equal(method, 'notifications/progress')
      assert.partialDeepStrictEqual(params, { progressToken: 'wait', total: 6 })
    }
    const done = steps.map(({ params }) => Number(params?.['progress']))
    assert.ok(done.length >= 3, `several steps: ${done.join()}`)
    assert.ok(
      done.slice(1).every((step, index) => step > (done[index] ?? 0)),
      `each more than the one before: ${done.join()}`,
    )
    assert.deepEqual([steps.at(-1)?.params?.['message'], done.at(-1)], ['6 of 6 answers, 0 failed', 6])
    const without = mcp.notices.length
    await mcp.call('get_run', { runId })
    assert.equal(mcp.notices.length, without, 'nobody asked for it')
  })

  test('whoever cancels waits no longer: no answer, no further notice, and the API is not asked again', async () => {
    const runId = await slowRun()
    const environment = { SERVICE_API_KEY: tenant.key, SERVICE_BASE_URL: house.baseUrl }
    const other = await openMcp(environment, { era: 'legacy' })
    const params = { name: 'get_run', arguments: { runId, waitSeconds: 50 }, _meta: { progressToken: 'gone' } }
    other.send({ jsonrpc: '2.0', id: 'long', method: 'tools/call', params })
    await eventually(() => other.notices.length > 0)
    other.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long' } })
    const [lines, calls] = [other.lines.length, await counted()]
    // The next look would be two seconds after the first.
    await sleep(2_500)
    house.lab?.clearFaults()
    assert.deepEqual([other.lines.length, await counted()], [lines, calls])
    assert.ok(!(await other.call('get_run', { runId })).isError, 'the run itself goes on')
    await other.close()
    await runEnd(tenant.client, runId)
  })
})
