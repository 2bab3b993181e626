import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { openDatabase, type Database } from '../../packages/server/src/base/db/database.ts'
import { brandById } from '../../packages/server/src/store/measuring/brands.ts'
import { isTimedOut, isUnavailable } from '../../packages/server/src/base/db/errors.ts'
import { keptAwake } from '../../packages/server/src/base/db/kept-awake.ts'
import { eventually } from '../support/eventually.ts'
import { freshDatabase } from '../support/database.ts'
import { leaveStanding } from '../support/standing-transaction.ts'
import { openFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'

/** Nobody's: what is asked is whether there is an answer. */
const anyBrand = (database: Database) => brandById(database.reader('org_none'), 'org_none', 'brd_none')

const counting = (database: Database) => brandById(database.statement('org_none'), 'org_none', 'brd_none')

async function slowly(database: Database, seconds = 0): Promise<string | undefined> {
  const asked = sql<{ state: string }>`select 'here' as state from pg_sleep(${seconds})`
  return database.withoutTenant(async (db) => (await asked.execute(db)).rows[0]?.state)
}

/** Asks until it is answered, and lets through only that the database is away. */
async function answered<Answer>(asking: () => Promise<Answer>): Promise<Answer> {
  for (;;)
    try {
      return await asking()
    } catch (error) {
      assert.ok(isUnavailable(error), String(error))
      await sleep(20)
    }
}

describe('a network that swallows what is sent to the database', { timeout: 60_000 }, () => {
  let proxy: FaultProxy
  let database: Database

  before(async () => {
    const { url, host, port } = await direct()
    proxy = await openFaultProxy(host, port)
    database = openDatabase({
      url: Object.assign(new URL(url), { host: `127.0.0.1:${proxy.port}` }).href,
      limits: { silenceMs: 300 },
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
    assert.equal(await answered(() => anyBrand(database)), undefined)
  })

  test('R5 whoever waits in a transaction is told, and the next one gets another connection', async () => {
    assert.equal(await slowly(database), 'here')
    proxy.afflict('', { kind: 'blackHole' })
    await assert.rejects(slowly(database), isUnavailable)
    proxy.heal()
    assert.equal(await answered(() => slowly(database)), 'here')
  })

  test('R5 a transaction that its process left standing is let go by the server: what it asks then is told why', async () => {
    await assert.rejects(leaveStanding(database), (error) => isUnavailable(error) && isTimedOut(error))
    assert.equal(await slowly(database), 'here')
  })

  test('R5 … but not while it is kept awake for work that takes longer', async () => {
    const state = await database.withoutTenant(async (db) => {
      await sql`set local idle_in_transaction_session_timeout = 300`.execute(db)
      const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      // It has stood three times as long as it may idle, or it is gone.
      const standing = sql`select from pg_stat_activity where pid = ${own[0]?.pid} and clock_timestamp() - xact_start < interval '900 ms'`
      const isOver = async () => (await standing.execute(database.systemDb)).rows.length === 0
      await keptAwake(db, eventually(isOver, 'the end of the work'), 20)
      return (await sql<{ state: string }>`select 'here' as state`.execute(db)).rows[0]?.state
    })
    assert.equal(state, 'here')
  })

  test('R5 whoever needs a new connection is told', async () => {
    const unconnected = openDatabase({
      url: database.pool.options.connectionString!,
      readerCount: 1,
      limits: { silenceMs: 300 },
    })
    proxy.afflict('', { kind: 'blackHole' })
    await Promise.all([
      assert.rejects(anyBrand(unconnected), isUnavailable),
      assert.rejects(slowly(unconnected), isUnavailable),
    ])
    proxy.heal()
    await unconnected.close()
  })

  test('R5 whoever calls while the database is known to be away is refused before a connection of his own could be', async () => {
    assert.equal(await slowly(database), 'here')
    proxy.afflict('', { kind: 'blackHole' })
    await assert.rejects(slowly(database), isUnavailable)
    const order: string[] = []
    const own = new Client({
      connectionString: database.pool.options.connectionString!,
      connectionTimeoutMillis: 1_500,
    })
    own.on('error', () => {})
    const ownConnection = own.connect().catch(() => order.push('own connection'))
    // More than there are connections, of every kind, one after another as in one call.
    const calls = Array.from({ length: 50 }, async () => {
      for (const call of [anyBrand, slowly, counting]) await assert.rejects(call(database), isUnavailable)
      order.push('refused')
    })
    await Promise.all([ownConnection, ...calls])
    assert.equal(order.at(-1), 'own connection')
    proxy.heal()
    assert.equal(await answered(() => slowly(database)), 'here')
    await Promise.all(Array.from({ length: 50 }, () => slowly(database)))
  })

  test('R5 a statement that is slow is not ended while the database can be reached', async () => {
    assert.equal(await slowly(database, 2), 'here')
  })

  test('R5 … nor while others are answered, though no new connection is', async () => {
    assert.equal(await anyBrand(database), undefined)
    proxy.afflict('sightline probe', { kind: 'blackHole' })
    const over = new AbortController()
    const slow = slowly(database, 2).finally(() => over.abort())
    while (!over.signal.aborted) {
      assert.equal(await anyBrand(database), undefined)
      await sleep(50)
    }
    assert.equal(await slow, 'here')
    proxy.heal()
  })

  const direct = async (): Promise<{ url: string; host: string; port: number }> => {
    const { url } = await freshDatabase()
    const { hostname, port } = new URL(url)
    return { url, host: hostname, port: Number(port) }
  }
})
