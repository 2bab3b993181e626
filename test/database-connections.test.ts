import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withClient } from '../packages/server/src/base/db/with-client.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'

describe('a connection for one piece of work', () => {
  let server: TestDatabase
  before(async () => {
    server = await freshDatabase()
  })
  after(() => server.drop())

  test('that the database ends between two queries fails the next one, and not the process', async () => {
    const outcome = withClient(server.ownerUrl, 'test idle', async (client) => {
      const ended = new Promise((resolve) => client.once('end', resolve))
      const isIdle = `application_name = 'test idle'`
      await query(server.ownerUrl, `select pg_terminate_backend(pid) from pg_stat_activity where ${isIdle}`)
      await ended
      await client.query('select 1')
    })
    await assert.rejects(outcome, /not queryable|terminated/)
  })
})
