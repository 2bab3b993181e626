import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from '../../packages/server/src/base/db/embedded-cluster.ts'
import { keepCalling, openApiProcesses, type ApiProcesses, type SeenCall } from '../support/api-processes.ts'
import { isAlive, postmasterOf, query, untilDead } from '../support/cluster-processes.ts'
import { ask, assertErrorShape, type Reply } from '../support/http.ts'
import { openTestApp, type Tenant, type TestApp } from '../support/test-app.ts'
import { asOwner, liftMinuteLimit } from '../support/owner.ts'
import { runCli, serverOf } from '../support/server-process.ts'
import { eventually } from '../support/eventually.ts'

const generous = { timeout: 300_000 }
const CEILING = 50_000
const PATH = '/api/v1/brands'

const ofStatus = (seen: readonly SeenCall[], ...statuses: SeenCall['status'][]): SeenCall[] =>
  seen.filter(({ status }) => statuses.includes(status))

/** The three rules of a history, as Jepsen checks one (D2, D3): nothing above the ceiling, nothing accepted uncounted, no more than what nobody knows of. */
function holdHistory(seen: readonly SeenCall[], counted: number, allowed: number): void {
  const accepted = ofStatus(seen, 200).length
  const inDoubt = ofStatus(seen, 'unknown', 503).length
  const others = seen.filter(({ status }) => ![200, 429, 503, 'unknown', 'unsent'].includes(status))
  console.log(`accepted ${accepted} of ${allowed}, counted ${counted}, in doubt ${inDoubt}, calls ${seen.length}`)
  assert.deepEqual(others, [])
  assert.ok(accepted <= allowed, 'never one call above the ceiling')
  assert.ok(counted <= allowed)
  assert.ok(counted >= accepted, 'no accepted call uncounted')
  assert.ok(counted - accepted <= inDoubt, 'counted beyond the accepted: only what was in flight')
}

describe('the monthly ceiling over processes of the product', generous, () => {
  let house: TestApp
  let processes: ApiProcesses
  const PROCESSES = 4
  const CONNECTIONS = 4

  before(async () => {
    house = await openTestApp()
    processes = await openApiProcesses(house.database.ownerUrl, PROCESSES)
  })
  after(async () => {
    await processes.close()
    await house.close()
  })

  /** An organization whose month has some calls left. */
  async function tenantWith(left: number): Promise<Tenant> {
    const tenant = await house.tenant({ plan: 'agency' })
    await liftMinuteLimit(house, tenant)
    await tenant.client.listBrands()
    await asOwner(house, 'update usage_period set calls = $2 where organization_id = $1', [
      tenant.organizationId,
      CEILING - left,
    ])
    return tenant
  }
  const usedSince = async ({ client }: Tenant, left: number): Promise<number> =>
    (await client.getUsage()).calls.used - (CEILING - left)

  test('D1: of 400 calls to four processes at a ceiling of 100 exactly 100 pass', generous, async () => {
    const tenant = await house.tenant({ plan: 'free' })
    await liftMinuteLimit(house, tenant)
    const connections = processes.addresses.flatMap((address) => Array<string>(CONNECTIONS).fill(address))
    const replies = await Promise.all(
      connections.map(async (address) => {
        const seen: Reply[] = []
        while (seen.length < 25) seen.push(await ask(`${address}${PATH}`, { key: tenant.key }))
        return seen
      }),
    )
    const { 200: passed = [], 429: refused = [], ...others } = Object.groupBy(replies.flat(), ({ status }) => status)
    assert.deepEqual([passed.length, refused.length, others], [100, 300, {}])
    for (const reply of refused) assertErrorShape(reply, 429, 'quota_exceeded')
    assert.equal((await tenant.client.getUsage()).calls.used, 100)
  })

  test(
    'D2: kill -9 of a process in the middle of the load: the ceiling holds, and no accepted call is uncounted',
    generous,
    async () => {
      const left = 3_000
      const tenant = await tenantWith(left)
      const callers = keepCalling(processes.addresses, { path: PATH, key: tenant.key, connections: CONNECTIONS })
      await eventually(() => ofStatus(callers.seen, 200).length >= left / 3)
      await processes.kill(0)
      await processes.restart(0)
      const restartedAtMs = performance.now()
      // What was left may be used up before the killed process is back.
      const isBack = (): boolean =>
        callers.seen.some(
          ({ process, beganAtMs, status }) => process === 0 && beganAtMs > restartedAtMs && typeof status === 'number',
        )
      await eventually(() => ofStatus(callers.seen, 429).length >= 100 && isBack())
      const seen = await callers.stop()
      holdHistory(seen, await usedSince(tenant, left), left)
      assert.equal(await usedSince(tenant, left), left, 'every call that was left was used')
      const lost = ofStatus(seen, 'unknown').length
      assert.ok(lost > 0 && lost <= CONNECTIONS, `the kill met ${lost} calls, one a connection at most`)
    },
  )

  test('D4: of 1,000 calls that race for the last one exactly one passes', generous, async () => {
    const tenant = await tenantWith(1)
    const callers = keepCalling(processes.addresses, { path: PATH, key: tenant.key, connections: 20 })
    await eventually(() => callers.seen.length >= 1_000)
    const seen = await callers.stop()
    assert.equal(ofStatus(seen, 200).length, 1)
    assert.equal(ofStatus(seen, 429).length, seen.length - 1)
    assert.equal(await usedSince(tenant, 1), 1)
  })
})

describe('processes whose clocks are wrong', generous, () => {
  let house: TestApp
  before(async () => {
    house = await openTestApp()
  })
  after(() => house.close())

  /** A process whose clock is ahead by so much from the start, and by so much more every two seconds. */
  const clockAhead = (milliseconds: number, jumps: number[] = []) => {
    // It jumps once it serves: a service whose clock is an hour off does not start.
    const source = `import { Server } from 'node:net'
      const jumps = ${JSON.stringify(jumps)}; let ahead = ${milliseconds}; const Right = Date
      globalThis.Date = class extends Right {
        constructor(...args) { if (args.length > 0) super(...args); else super(Right.now() + ahead) }
        static now() { return Right.now() + ahead }
      }
      const { listen } = Server.prototype
      Server.prototype.listen = function (...args) {
        this.once('listening', () => setInterval(() => { ahead += jumps.shift() ?? 0 }, 2000).unref())
        return listen.apply(this, args)
      }`
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` }
  }
  const periodsOf = async ({ organizationId }: Tenant) =>
    (await asOwner(
      house,
      'select extract(epoch from period_start)::int as start, calls from usage_period where organization_id = $1 order by 1',
      [organizationId],
    )) as { start: number; calls: number }[]

  test(
    'D15: calls around a boundary, to processes whose clocks differ by 6 s: the database’s clock decides, each counts once',
    generous,
    async () => {
      const processes = await openApiProcesses(house.database.ownerUrl, 3, {
        environment: (index) => clockAhead([-3_000, 0, 3_000][index]!),
      })
      const tenant = await house.tenant()
      await liftMinuteLimit(house, tenant)
      const boundary = Math.ceil(Date.now() / 1_000) + 5
      await asOwner(
        house,
        `update organization set anchor_at = to_timestamp($2) - interval '1 year' where organization_id = $1`,
        [tenant.organizationId, boundary],
      )
      const callers = keepCalling(processes.addresses, { path: PATH, key: tenant.key, pauseMs: 20 })
      await sleep((boundary + 4) * 1_000 - Date.now())
      const seen = await callers.stop()
      await processes.close()
      // PostgreSQL runs on this machine, so that this clock is the database's; that of the processes is set by 50 ms at most.
      const boundaryMs = boundary * 1_000 - Date.now() + performance.now()
      const early = seen.filter(({ endedAtMs }) => endedAtMs < boundaryMs - 50)
      const late = seen.filter(({ beganAtMs }) => beganAtMs > boundaryMs + 50)
      for (const process of [0, 1, 2])
        for (const part of [early, late]) assert.ok(part.some((call) => call.process === process))
      for (const call of seen) assert.equal(call.status, 200)
      for (const { resetsAt } of early) assert.equal(resetsAt, boundary)
      for (const { resetsAt } of late) assert.ok(resetsAt > boundary)
      const [old, fresh, ...more] = await periodsOf(tenant)
      assert.deepEqual(more, [])
      assert.equal(fresh?.start, boundary)
      assert.equal(old?.calls, seen.filter(({ resetsAt }) => resetsAt === boundary).length)
      assert.equal(old.calls + fresh.calls, seen.length)
    },
  )

  test('D16 R14: a process’s clock that jumps an hour ahead and back opens no other month', generous, async () => {
    const jumping = await openApiProcesses(house.database.ownerUrl, 1, {
      environment: () => clockAhead(0, [3_600_000, -7_200_000, 3_600_000]),
    })
    const tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    // Its month began half an hour ago, and the one before ended then.
    await asOwner(
      house,
      `update organization set anchor_at = date_trunc('second', now()) - interval '1 year 30 minutes' where organization_id = $1`,
      [tenant.organizationId],
    )
    const callers = keepCalling(jumping.addresses, { path: PATH, key: tenant.key, pauseMs: 20 })
    await sleep(8_000)
    const seen = await callers.stop()
    await jumping.close()
    assert.equal(new Set(seen.map(({ resetsAt }) => resetsAt)).size, 1)
    const periods = await periodsOf(tenant)
    assert.deepEqual(
      periods.map(({ calls }) => calls),
      [seen.length],
    )
  })
})

describe('PostgreSQL killed under load', generous, () => {
  test('D3: comes back by itself, the processes live, and no accepted call is uncounted', generous, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-killed-'))
    const env = { SIGHTLINE_LOG: 'silent' }
    const { id } = await runCli<{ id: string }>(folder, env, ['org', 'create', '--name', 'Killed', '--plan', 'agency'])
    const { key } = await runCli<{ key: string }>(folder, env, ['key', 'create', '--org', id, '--scopes', 'full'])
    const servers = [await serverOf(folder, env, ['--role', 'api']), await serverOf(folder, env, ['--role', 'api'])]
    const cluster = await openCluster(folder)
    t.after(async () => {
      for (const server of servers) await server.stop()
      await cluster.leave()
      await rm(folder, { recursive: true, force: true })
    })
    const database = new URL(cluster.adminUrl)
    database.pathname = '/sightline'
    await query(database.href, 'update organization set calls_per_minute = 1000000')
    const callers = keepCalling(
      servers.map(({ address }) => address),
      { path: PATH, key, connections: 8 },
    )
    const accepted = () => ofStatus(callers.seen, 200).length
    await eventually(() => accepted() >= 1_000)
    const postmaster = (await postmasterOf(join(folder, 'postgres', 'cluster')))!
    process.kill(postmaster, 'SIGKILL')
    await untilDead(postmaster)
    const atKill = accepted()
    await eventually(() => accepted() >= atKill + 1_000)
    const seen = await callers.stop()
    const [row] = await query<{ calls: number }>(database.href, 'select sum(calls)::int as calls from usage_period')
    holdHistory(seen, row!.calls, CEILING)
    assert.ok(ofStatus(seen, 503, 'unknown').length > 0, 'the kill met calls')
    const back = (await postmasterOf(join(folder, 'postgres', 'cluster')))!
    assert.ok(back !== postmaster && isAlive(back))
  })
})
