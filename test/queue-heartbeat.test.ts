import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { HEARTBEAT_CLASS, reapHungWorkers, startHeartbeat } from '../packages/server/src/base/queue/heartbeat.ts'
import { enqueue } from '../packages/server/src/base/queue/jobs.ts'
import { reclaimJobs } from '../packages/server/src/base/queue/sweep.ts'
import { openDatabase, type Database } from '../packages/server/src/base/db/database.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { eventually } from './support/eventually.ts'
import { claimedBy } from './support/queue.ts'

describe('the heartbeat of a worker', { timeout: 60_000 }, () => {
  let server: TestDatabase
  let database: Database
  before(async () => {
    server = await freshDatabase()
    database = openDatabase({ url: server.url })
  })
  after(async () => {
    await database.close()
    await server.drop()
  })

  const locks = () =>
    query<{ pid: number; isOther: boolean }>(
      server.ownerUrl,
      `select pid, objid::bigint = hashtext('worker-other')::bigint & 4294967295 as "isOther" from pg_locks where locktype = 'advisory' and classid = ${HEARTBEAT_CLASS}
         and database = (select oid from pg_database where datname = current_database()) order by 2`,
    )
  /** Ends the connections of all heartbeats; tells which of them are there again. */
  async function loseHeartbeats(): Promise<() => Promise<boolean[]>> {
    const lost = (await locks()).map(({ pid }) => pid)
    await query(
      server.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sightline heartbeat'`,
    )
    return async () => (await locks()).filter(({ pid }) => !lost.includes(pid)).map(({ isOther }) => isOther)
  }

  test('a worker lives however often the connection of its heartbeat is lost, and is dead when it stopped', async () => {
    const heartbeat = await startHeartbeat(server.url, 'worker-first')
    const other = await startHeartbeat(server.url, 'worker-other')
    for (let loss = 0; loss < 3; loss += 1) {
      const back = await loseHeartbeats()
      await eventually(async () => (await back()).length === 2, 'both heartbeats')
      assert.deepEqual(await back(), [false, true])
    }
    // Whoever stops while its connection is away does not take it again when the other one does, that lost it as well.
    const back = await loseHeartbeats()
    await heartbeat.stop()
    await eventually(async () => (await back()).length > 0, 'the other heartbeat')
    assert.deepEqual(await back(), [true])
    await other.stop()
    await eventually(async () => (await locks()).length === 0, 'no heartbeat')
  })

  test('a worker whose first heartbeat fails says so, and gives none later', async () => {
    const name = decodeURIComponent(new URL(server.url).username)
    await query(server.ownerUrl, `alter role "${name}" nologin`)
    await assert.rejects(startHeartbeat(server.url, 'worker-late'), /not permitted to log in/)
    await query(server.ownerUrl, `alter role "${name}" login`)
    const other = await startHeartbeat(server.url, 'worker-other')
    // By the time that the other one has lost its lock and taken it again, this one would have tried again too.
    const back = await loseHeartbeats()
    await eventually(async () => (await back()).length > 0, 'the other heartbeat')
    assert.deepEqual(await back(), [true])
    await other.stop()
  })

  test('R2 a worker that hangs with its connection open is dead after a silence; one whose heart beats is not', async () => {
    const { systemDb } = database
    const heartbeat = await startHeartbeat(server.url, 'worker-alive', 100)
    const hung = new Client({ connectionString: server.url, application_name: 'sightline heartbeat' })
    hung.on('error', () => {})
    await hung.connect()
    await hung.query(`select pg_advisory_lock_shared($1, hashtext('worker-hung'))`, [HEARTBEAT_CLASS])
    await enqueue(systemDb, [{ task: 'score', payload: {}, key: 'held' }])
    await claimedBy(database, 'worker-hung')
    assert.deepEqual(await reclaimJobs(systemDb), [])
    let reaped = 0
    await eventually(async () => (reaped += await reapHungWorkers(systemDb, 2.5)) > 0, 'the end of the hung one')
    assert.equal(reaped, 1)
    await eventually(async () => (await reclaimJobs(systemDb)).length > 0, 'a reclaimed job')
    await hung.end()
    await heartbeat.stop()
    // What it held in the middle of a transaction is let go by the server, after as long.
    const { rows } = await sql<{
      told: string
    }>`select current_setting('idle_in_transaction_session_timeout') as told`.execute(systemDb)
    assert.deepEqual(rows, [{ told: '20s' }])
  })
})
