import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openInstallation, type Installation } from '../packages/server/src/wiring/installation.ts'
import { listOrganizations } from '../packages/server/src/store/accounts/operator.ts'
import { query } from './support/cluster-processes.ts'
import { start } from './support/command-line.ts'
import { testCluster } from './support/database.ts'
import { openFaultProxy } from './support/fault-proxy.ts'
import { runEnd, type TestApp } from './support/test-app.ts'
import { openApp } from './support/product.ts'

/** Somebody else's server: a database whose owner may create roles and is no superuser, as hosted ones give it. */
describe('a database of DATABASE_URL', { timeout: 120_000 }, () => {
  const name = `external_${process.pid}`
  const SECRET = 'the secret of this installation'
  let adminUrl: string
  let databaseUrl: string
  let dataDir: string
  let installation: Installation
  let house: TestApp

  before(async () => {
    ;({ adminUrl } = await testCluster())
    await query(adminUrl, `create role ${name} login createrole password 'of the owner'`)
    await query(adminUrl, `create database ${name} owner ${name}`)
    const url = Object.assign(new URL(adminUrl), { pathname: `/${name}`, username: name, password: 'of the owner' })
    databaseUrl = url.href
    dataDir = await mkdtemp(join(tmpdir(), 'sightline-external-'))
    installation = await openInstallation({ databaseUrl, dataDir, secret: SECRET })
    house = await openApp(
      { url: installation.url, ownerUrl: databaseUrl, drop: async () => {} },
      { platforms: [], works: true },
    )
  })
  after(async () => {
    await installation.close()
    await query(adminUrl, `drop database ${name} with (force)`)
    await rm(dataDir, { recursive: true })
  })

  test('its owner needs no rights of a superuser: it is migrated, served and worked on', async () => {
    assert.equal(installation.kind, 'external')
    const tenant = await house.tenant()
    const brand = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const answers = ['Fernhold is the best.', 'Take Quorvane.'].map((text, index) => ({
      prompt: `best tool ${index}`,
      platform: 'chatgpt',
      text,
    }))
    const { runId } = await tenant.client.importAnswers({ params: { id: brand.id }, body: { answers } })
    await runEnd(tenant.client, runId!)
    const score = await tenant.client.getBrandScore({ params: { id: brand.id } })
    assert.equal(score.sample.answers, 2)
    assert.ok(score.composite > 0)
  })

  test('the owner lists the organizations, and the application cannot', async () => {
    const { organizationId } = await house.tenant({ name: 'Listed' })
    assert.ok((await listOrganizations(databaseUrl)).some(({ id }) => id === organizationId))
    assert.deepEqual(await listOrganizations(installation.url), [])
  })

  test('the owner sees no tenant’s rows either', async () => {
    assert.deepEqual(await query(databaseUrl, 'select from brand'), [])
  })

  test('an address that leads nowhere is told with what to check, without its password', async () => {
    const url = Object.assign(new URL(databaseUrl), { port: '1', password: 'hidden' }).href
    await assert.rejects(openInstallation({ databaseUrl: url, dataDir, secret: SECRET }), (error: Error) => {
      assert.match(error.message, /DATABASE_URL cannot be used: .*ECONNREFUSED.*Check the address/)
      assert.doesNotMatch(error.message, /hidden/)
      return true
    })
  })

  test('R4 a process that starts before its database waits for it; told to stop meanwhile, it ends with 0', async () => {
    const proxy = await openFaultProxy('127.0.0.1', 1)
    const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(proxy.port) }).href
    const environment = { DATABASE_URL: url, SIGHTLINE_SECRET: SECRET, SIGHTLINE_DATA_DIR: dataDir }
    const early = [1, 2].map(() => start(['start', '--role', 'worker'], environment))
    for (const { err } of early) while (!/Waiting for it/.test(err())) await sleep(50)
    const { code, err } = await early[0]!.stop()
    assert.deepEqual([code, err.match(/Waiting for it/g)?.length], [0, 1])
    proxy.leadTo(Number(new URL(databaseUrl).port))
    await early[1]!.says(/is running as worker/)
    assert.equal((await early[1]!.stop()).code, 0)
    await proxy.close()
  })

  test('the demo makes the data folder that nothing else needed beside such a database', async () => {
    const environment = {
      DATABASE_URL: databaseUrl,
      SIGHTLINE_SECRET: SECRET,
      SIGHTLINE_DATA_DIR: join(dataDir, 'not', 'there'),
    }
    const server = start(['start', '--demo', '--port', '0'], environment)
    await server.says(/First call\n +curl -s http/)
    const { code, err } = await server.stop()
    assert.equal(code, 0)
    assert.doesNotMatch(err, /welcome\.failed/)
  })

  test('a data folder that takes no secret is told with what to set', async () => {
    const file = join(dataDir, 'file')
    await mkdir(join(file, 'secret'), { recursive: true })
    await assert.rejects(openInstallation({ databaseUrl, dataDir: file, secret: undefined }), /Set SIGHTLINE_SECRET/)
  })

  test('another secret is refused while it would lock out those who are connected, then taken', async () => {
    const other = { databaseUrl, dataDir, secret: 'quite another secret than before' }
    await assert.rejects(openInstallation(other), /with another SIGHTLINE_SECRET\. Set the same one here/)
    await query(installation.url, 'select 1')
    await house.close()
    const changed = await openInstallation(other)
    await query(changed.url, 'select 1')
    await assert.rejects(query(installation.url, 'select 1'), { code: '28P01' })
    await changed.close()
  })
})
