import assert from 'node:assert/strict'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchSpace } from '../packages/server/src/base/disk-space.ts'
import { runInProcess, start } from './support/command-line.ts'
import { freshDatabase } from './support/database.ts'
import { ask, assertErrorShape } from './support/http.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { seedBrand, openApp, runEnd, startedRun, type Tenant, type TestApp } from './support/product.ts'
import { fill, smallFileSystem } from './support/small-file-system.ts'
import { eventually } from './support/eventually.ts'

const PASSWORD = 'quite a long one, for a test'

describe('a disk that fills while the service runs', { timeout: 120_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let free = 500
  const told: string[] = []
  const note = (event: string): void => void told.push(event)

  before(async () => {
    const space = await watchSpace({
      path: '/a/disk/of/its/own',
      log: { info: note, error: note },
      read: async () => ({ freeBytes: free, totalBytes: 1_000 }),
      everyMs: 5,
    })
    house = await openApp(await freshDatabase(), { lab: { seed: 5, delayMs: 20 }, web: { canSignUp: true }, space })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 4))
  })
  after(() => house.close())

  const signUp = (email: string) =>
    ask(`${house.origin}/web/sign-up`, {
      method: 'POST',
      headers: { origin: house.origin },
      body: { email, name: 'A', password: PASSWORD, organizationName: 'Theirs' },
    })
  const untilTold = async (event: string): Promise<void> => {
    await eventually(() => told.at(-1) === event)
  }
  const ready = async (): Promise<unknown> => JSON.parse((await ask(`${house.origin}/readyz`)).text)
  const workers = async (): Promise<number> =>
    (await asOwner(house, `select from pg_locks where locktype = 'advisory' and classid = 77`)).length

  test('below 5 % it warns: in the log and at /readyz, and all goes on', async () => {
    free = 49
    await untilTold('disk.low')
    assert.deepEqual(await ready(), { status: 'ready', storage: 'low' })
    const answer = await ask(`${house.baseUrl}/brands`, { method: 'POST', key: tenant.key, body: { name: 'Low' } })
    assert.equal(answer.status, 201)
    free = 500
    await untilTold('disk.enough')
    assert.deepEqual(await ready(), { status: 'ready' })
  })

  test('below 1 % what writes is 507 and not counted, reads go on, workers pause, and the run ends when there is room', async () => {
    const { id } = await startedRun(tenant.client, brandId, { platforms: ['chatgpt', 'claude'], repeats: 6 })
    await eventually(async () => (await tenant.client.getRun({ params: { id } })).stored >= 3)
    assert.equal((await signUp('early@people.example')).status, 200)
    free = 9
    await untilTold('disk.exhausted')
    assert.deepEqual(await ready(), { status: 'ready', storage: 'exhausted' })

    const of = `${house.baseUrl}/brands/${brandId}`
    const before = (await tenant.client.getUsage()).calls.used
    for (const [method, url, body] of [
      ['POST', `${house.baseUrl}/brands`, { name: 'Full' }],
      ['POST', `${of}/prompts`, { prompts: [{ text: 'which tool?' }] }],
      ['POST', `${of}/answers`, { answers: [{ prompt: 'x', platform: 'chatgpt', text: 'y' }] }],
      ['POST', `${of}/runs`, {}],
      ['PATCH', of, { name: 'Other' }],
      ['DELETE', of, undefined],
    ] as const) {
      const answer = await ask(url, { method, key: tenant.key, ...(body && { body }) })
      assertErrorShape(answer, 507, 'insufficient_storage')
      assert.match(answer.text, /no room left to write.*make room/)
    }
    assert.equal((await tenant.client.getUsage()).calls.used, before)
    assert.equal((await ask(of, { key: tenant.key })).status, 200)
    assert.equal((await ask(`${of}/answers`, { key: tenant.key })).status, 200)
    assertErrorShape(await signUp('late@people.example'), 507, 'insufficient_storage')
    const body = { email: 'early@people.example', password: PASSWORD }
    const signedIn = await ask(`${house.origin}/web/sign-in`, {
      method: 'POST',
      headers: { origin: house.origin },
      body,
    })
    assert.equal(signedIn.status, 200, 'who comes to read is let in')

    await eventually(async () => (await workers()) === 0)
    const [asked, { stored, status }] = [house.lab!.requests.length, await tenant.client.getRun({ params: { id } })]
    assert.notEqual(status, 'completed', 'the run was long enough to be met in its middle')
    await sleep(400)
    assert.equal(house.lab!.requests.length, asked, 'no platform is asked')
    assert.equal((await tenant.client.getRun({ params: { id } })).stored, stored)

    free = 500
    const run = await runEnd(tenant.client, id)
    assert.deepEqual({ stored: run.stored, failed: run.failed }, { stored: run.planned, failed: 0 })
    assert.equal(house.lab!.requests.length, run.planned, 'nothing was asked for twice')
    assert.equal((await ask(of, { method: 'DELETE', key: tenant.key })).status, 200)
  })

  test('a process that starts on a full disk serves reads, and works when there is room', async () => {
    let isFull = true
    const space = await watchSpace({
      path: '/full',
      log: { info: () => {}, error: () => {} },
      read: async () => ({ freeBytes: isFull ? 0 : 500, totalBytes: 1_000 }),
      everyMs: 5,
    })
    const before = await workers()
    const late = await openApp({ ...house.database, drop: async () => {} }, { platforms: [], works: true, space })
    assert.equal((await ask(`${late.baseUrl}/me`, { key: tenant.key })).status, 200)
    assert.equal(await workers(), before)
    isFull = false
    await eventually(async () => (await workers()) !== before)
    await late.close()
  })
})

test(
  'a real disk that fills: the command line, its embedded database and doctor say so, and all goes on once there is room',
  { timeout: 180_000 },
  async (t) => {
    const place = await smallFileSystem(t, '800m')
    if (!place) return
    await chmod(place, 0o755)
    const environment = {
      SIGHTLINE_DATA_DIR: join(place, 'installation'),
      SIGHTLINE_METRICS_PORT: '0',
      OPENAI_API_KEY: 'sk-of-the-test',
    }
    const server = start(['start', '--port', '0', '--role', 'all'], environment)
    t.after(() => void server.child.kill('SIGKILL'))
    const [, baseUrl = ''] = await server.says(/Address +(http:\/\/\S+\/api\/v1)/)
    const [, metrics = ''] = await server.says(/Operations +(http:\/\/\S+\/metrics)/)
    const [, key = ''] = await server.says(/API key +(sl_live_\w+)/)
    let number = 0
    const write = () => ask(`${baseUrl}/brands`, { method: 'POST', key, body: { name: `Fernhold ${(number += 1)}` } })
    assert.equal((await write()).status, 201)

    const ballast = await fill(place, 6 * 1_048_576)
    await eventually(() => /"disk\.exhausted"/.test(server.err()))
    assertErrorShape(await write(), 507, 'insufficient_storage')
    assert.equal((await ask(`${baseUrl}/brands`, { key })).status, 200)
    const readyz = await fetch(`${new URL(metrics).origin}/readyz`)
    assert.deepEqual(await readyz.json(), { status: 'ready', storage: 'exhausted' })
    const [free, size] = ['free', 'size'].map((name) => new RegExp(`^sightline_disk_${name}_bytes (\\S+)$`, 'm'))
    const text = await (await fetch(metrics)).text()
    assert.ok(Number(free!.exec(text)![1]) < 0.01 * Number(size!.exec(text)![1]))
    const doctor = await runInProcess(['doctor', '--json'], environment)
    const { findings } = JSON.parse(doctor.out) as { findings: { check: string; status: string; says: string }[] }
    const disk = findings.find(({ check, status }) => check === 'disk' && status !== 'good')
    assert.deepEqual([doctor.code, disk?.status], [1, 'fault'])
    assert.match(disk!.says, /MiB free, 0\.\d %.*writes are refused/)

    await rm(ballast)
    await eventually(async () => (await write()).status === 201)
    assert.equal((await server.stop()).code, 0)
  },
)
