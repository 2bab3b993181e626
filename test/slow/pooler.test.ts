import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../packages/server/src/config.ts'
import { examine } from '../../packages/server/src/doctor/doctor.ts'
import { thisMachine } from '../../packages/server/src/doctor/machine.ts'
import { proofOfPooler } from '../../packages/server/src/base/db/pooler.ts'
import { query } from '../support/cluster-processes.ts'
import { runInProcess } from '../support/command-line.ts'
import { TEST_SECRET } from '../support/database.ts'
import { openFaultProxy } from '../support/fault-proxy.ts'
import { openPooler } from '../support/pooler.ts'
import { postgresServer, type PostgresServer } from '../support/postgres-server.ts'

describe('a pooler that lends connections of the server for a transaction', { timeout: 120_000 }, () => {
  let server: PostgresServer
  let folder: string
  before(async () => {
    server = await postgresServer()
    await server.start()
    folder = await mkdtemp(join(tmpdir(), 'sightline-pooler-'))
  })
  after(async () => {
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  })

  for (const [name, options] of [
    ['the connection that was used last', { choice: 'last' }],
    ['the one that has rested longest', { choice: 'first' }],
    ['its only one', { most: 1 }],
  ] as const)
    test(`is known by what it does, though it says nothing of itself: it lends ${name}`, async () => {
      const pooler = await openPooler(server.url(), options)
      assert.notEqual(await proofOfPooler(pooler.url), null)
      await pooler.close()
    })

  test('is known where it has many idle connections that others used before', async () => {
    for (const choice of ['last', 'first'] as const) {
      const pooler = await openPooler(server.url(), { choice })
      await Promise.all(Array.from({ length: 12 }, () => query(pooler.url, 'select pg_sleep(0.2)')))
      assert.notEqual(await proofOfPooler(pooler.url), null)
      await pooler.close()
    }
  })

  test('is refused by a start, with what to do, and nothing is written', async () => {
    const pooler = await openPooler(server.url())
    const environment = { DATABASE_URL: pooler.url, SIGHTLINE_SECRET: TEST_SECRET, SIGHTLINE_DATA_DIR: folder }
    for (const command of [['start', '--port', '0'], ['migrate']]) {
      const { code, out, err } = await runInProcess(command, environment)
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, /A connection pooler in transaction mode stands between .* at 127\.0\.0\.1:\d+/)
      assert.match(err, /pool_mode = session/)
    }
    assert.deepEqual(await query(server.url(), `select from pg_tables where schemaname = 'public'`), [])
    await pooler.close()
  })

  test('doctor names it, and looks no further', async () => {
    const pooler = await openPooler(server.url())
    const findings = await examine(
      readConfig({ DATABASE_URL: pooler.url, SIGHTLINE_SECRET: TEST_SECRET, PORT: '0' }),
      thisMachine,
    )
    const found = findings.at(-1)!
    assert.deepEqual([found.check, found.status], ['pooler', 'fault'])
    assert.match(found.says, /transaction mode/)
    assert.match(found.remedy!, /pool_mode = session/)
    await pooler.close()
  })

  test('the server itself, and what passes on whole sessions, are not taken for one, while others use it too', async () => {
    const proxy = await openFaultProxy('127.0.0.1', server.port)
    const url = Object.assign(new URL(server.url()), { port: String(proxy.port) }).href
    const busy = Array.from({ length: 5 }, () => query(server.url(), 'select pg_sleep(1)'))
    for (const address of [server.url(), url]) assert.equal(await proofOfPooler(address), null)
    await Promise.all(busy)
    await proxy.close()
  })
})
