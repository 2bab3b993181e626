import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { scopes } from '@sightline/sdk'
import { keepCalling, openApiProcesses, type ApiProcesses } from '../support/api-processes.ts'
import { openFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { ask } from '../support/http.ts'
import { openTestApp, type Tenant, type TestApp } from '../support/test-app.ts'
import { liftMinuteLimit } from '../support/owner.ts'
import { eventually } from '../support/eventually.ts'

const generous = { timeout: 300_000 }
const PROCESSES = 4
const everyProcess = Array.from({ length: PROCESSES }, (_, process) => process)
const LISTENER = 'sightline listener'
/** Of a reader's first bytes and of no other connection's. */
const READER = 'default_transaction_read_only'

/**
 * The bounds are promises of the specification: 100 ms, and 2 s while the listening connection is cut. They are measured
 * from the moment the revocation returned to the beginning of the last call that was still accepted, and printed. On a
 * machine that others use, four processes may wait for a processor longer than that: a series that breaks its bound is
 * measured again, and the promise is held broken when three series in a row break it.
 */
const SERIES = 3

type Change = { change: string; status: number; code: string }

describe('a key revoked while four processes serve it', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let proxy: FaultProxy
  let processes: ApiProcesses
  let owner: Client

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const { hostname, port } = new URL(house.database.url)
    proxy = await openFaultProxy(hostname, Number(port))
    processes = await openApiProcesses(house.database.ownerUrl, PROCESSES, { databasePort: proxy.port })
    owner = new Client({ connectionString: house.database.ownerUrl })
    await owner.connect()
  })
  after(async () => {
    await processes.close()
    await owner.end()
    await proxy.close()
    await house.close()
  })

  /** A change of the newest key. @returns when it was committed */
  async function changeNewest(change: string): Promise<number> {
    await owner.query(
      `update api_key set ${change} where organization_id = $1 and revoked_at is null
       and id = (select max(id) from api_key where organization_id = $1)`,
      [tenant.organizationId],
    )
    return performance.now()
  }
  const revoked: Change = { change: 'revoked_at = now()', status: 401, code: 'api_key_revoked' }
  const scopeless: Change = { change: `scopes = '{}'`, status: 403, code: 'insufficient_scope' }

  /**
   * Calls in a loop on every process, lets something happen, changes the key, and waits until each process refuses.
   * @returns how long after the change the last accepted call of each process began
   */
  async function latenessOfOne({ change, status, code }: Change, meanwhile: () => unknown): Promise<number[]> {
    const key = await tenant.newKey(['brands:read'])
    const callers = keepCalling(processes.addresses, { path: '/api/v1/brands', key, refusals: 3 })
    const isServed = (process: number) => callers.seen.some((call) => call.process === process && call.status === 200)
    await eventually(() => everyProcess.every(isServed))
    await sleep(50)
    await meanwhile()
    const changedAtMs = await changeNewest(change)
    const seen = await callers.ended
    for (const call of seen)
      assert.ok(call.status === 200 || (call.status === status && call.text.includes(code)), call.text)
    return everyProcess.map((process) => {
      const accepted = seen.filter((call) => call.process === process && call.status === 200)
      return Math.max(0, ...accepted.map((call) => call.beganAtMs - changedAtMs))
    })
  }

  async function holdsWithin(
    name: string,
    boundMs: number,
    rounds: number,
    { change = revoked, meanwhile = () => {} }: { change?: Change; meanwhile?: () => unknown } = {},
  ): Promise<void> {
    const worst: number[] = []
    for (let series = 0; series < SERIES; series += 1) {
      const lateness: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        lateness.push(...(await latenessOfOne(change, meanwhile)))
        proxy.heal()
      }
      const sorted = lateness.toSorted((one, other) => one - other)
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
      const shown = [at(0.5), at(0.95), at(1)].map((ms) => `${ms.toFixed(1)} ms`)
      console.log(`${name}: ${sorted.length} samples, p50 ${shown[0]}, p95 ${shown[1]}, max ${shown[2]}`)
      worst.push(at(1))
      if (at(1) <= boundMs) return
    }
    assert.fail(`${name}: accepted ${worst.map((ms) => ms.toFixed(0)).join(', ')} ms after the change`)
  }

  test('A8: no call that begins more than 100 ms after the revocation is accepted', generous, () =>
    holdsWithin('A8', 100, 20),
  )

  test('C4: a scope taken from a key in use ends with it, no later than a revocation would', generous, () =>
    holdsWithin('C4', 100, 10, { change: scopeless }),
  )

  test(
    'A9: with the listening connections black-holed it is 2 s, and 100 ms again when the network is back',
    generous,
    async () => {
      await holdsWithin('A9', 2_000, 3, { meanwhile: () => proxy.afflict(LISTENER, { kind: 'blackHole' }) })
      // A connection that was swallowed is dead for good: each process has to have noticed and made another.
      await listenersAreBack()
      await holdsWithin('A9, afterwards', 100, 5)
    },
  )

  test('A10: with the listening back-ends terminated the memory is not used: 400 ms', generous, async () => {
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like $1 || '%' and datname = current_database()`
    await holdsWithin('A10', 400, 5, { meanwhile: () => owner.query(terminate, [LISTENER]) })
    await listenersAreBack()
  })

  async function listenersAreBack(): Promise<void> {
    const text = `select count(*)::int as present from pg_stat_activity
      where application_name like $1 || '%' and datname = current_database()
        and (query = 'listen key_changed' or query like '%set_config(''application_name%')`
    // The house of this test has one too.
    await eventually(
      async () => (await owner.query<{ present: number }>(text, [LISTENER])).rows[0]!.present >= PROCESSES + 1,
    )
  }

  test('A11: a key revoked between its reading and its being remembered is not remembered', generous, async () => {
    for (const address of processes.addresses) {
      const key = await tenant.newKey([...scopes])
      // The answer with the key, still valid, waits on its way from the database to the process.
      proxy.afflict(READER, { kind: 'hold', from: 'server' })
      const begun = ask(`${address}/api/v1/me`, { key })
      await proxy.struck()
      await changeNewest(revoked.change)
      // The notification has another connection; the memory would be filled after it.
      await sleep(200)
      proxy.heal()
      assert.equal((await begun).status, 200, 'it began before the revocation')
      const next = await ask(`${address}/api/v1/me`, { key })
      assert.equal(next.status, 401)
      assert.match(next.text, /api_key_revoked/)
    }
  })
})
