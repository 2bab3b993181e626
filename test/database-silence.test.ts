import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDatabase, type Database } from '../packages/server/src/store/database.ts'
import { brandById } from '../packages/server/src/store/brands.ts'
import { freshDatabase } from './support/database.ts'
import { openFaultProxy, type FaultProxy } from './support/fault-proxy.ts'

/** Nobody's: what is asked is whether there is an answer. */
const anyBrand = (database: Database) => brandById(database.reader('org_none'), 'org_none', 'brd_none')

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
    await assert.rejects(anyBrand(database), /said nothing|terminated/)
    proxy.heal()
    assert.equal(await anyBrand(database), undefined)
  })

  const direct = async (): Promise<{ url: string; host: string; port: number }> => {
    const { url } = await freshDatabase()
    const { hostname, port } = new URL(url)
    return { url, host: hostname, port: Number(port) }
  }
})
