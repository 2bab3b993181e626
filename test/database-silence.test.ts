import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase, type Database } from '../packages/server/src/store/database.ts'
import { brandById } from '../packages/server/src/store/brands.ts'
import { isUnavailable } from '../packages/server/src/store/errors.ts'
import { freshDatabase } from './support/database.ts'
import { openFaultProxy, type FaultProxy } from './support/fault-proxy.ts'

/** Nobody's: what is asked is whether there is an answer. */
const anyBrand = (database: Database) => brandById(database.reader('org_none'), 'org_none', 'brd_none')

async function slowly(database: Database, seconds = 0): Promise<string | undefined> {
  const asked = sql<{ state: string }>`select 'here' as state from pg_sleep(${seconds})`
  return database.outside(async (db) => (await asked.execute(db)).rows[0]?.state)
}

describe('a network that swallows what is sent to the database', { timeout: 60_000 }, () => {
  let proxy: FaultProxy
  let database: Database

  before(async () => {
    const { url, host, port } = await direct()
    proxy = await openFaultProxy(host, port)
    database = openDatabase({
      url: Object.assign(new URL(url), { host: `127.0.0.1:${proxy.port}` }).href,
      silenceMs: 300,
      readerCount: 1,
    })
  })
  after(async () => {
    await database.close()
    await proxy.close()
  })

  test('R5 whoever waits for a reader is told, and the next one gets another connection', async () => {
    assert.equal(await anyBrand(database), undefined)
    proxy.afflict('', { kind: 'blackHole' })
    await assert.rejects(anyBrand(database), isUnavailable)
    proxy.heal()
    assert.equal(await anyBrand(database), undefined)
  })

  test('R5 whoever waits in a transaction is told, and the next one gets another connection', async () => {
    assert.equal(await slowly(database), 'here')
    proxy.afflict('', { kind: 'blackHole' })
    await assert.rejects(slowly(database), isUnavailable)
    proxy.heal()
    assert.equal(await slowly(database), 'here')
  })

  test('R5 whoever needs a new connection is told', async () => {
    const unconnected = openDatabase({ url: database.pool.options.connectionString!, readerCount: 1 })
    proxy.afflict('', { kind: 'blackHole' })
    await Promise.all([
      assert.rejects(anyBrand(unconnected), isUnavailable),
      assert.rejects(slowly(unconnected), isUnavailable),
    ])
    proxy.heal()
    await unconnected.close()
  })

  test('R5 a statement that is slow is not ended while the database can be reached', async () => {
    assert.equal(await slowly(database, 2), 'here')
  })

  const direct = async (): Promise<{ url: string; host: string; port: number }> => {
    const { url } = await freshDatabase()
    const { hostname, port } = new URL(url)
    return { url, host: hostname, port: Number(port) }
  }
})
