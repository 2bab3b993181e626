import { sql } from 'kysely'
import type { Database } from '../../packages/server/src/base/db/database.ts'
import { eventually } from './eventually.ts'

/**
 * Leaves a transaction idle until the server has ended its connection, then asks it something.
 * @throws what that statement is told
 */
export function leaveStanding(database: Database): Promise<void> {
  return database.withoutTenant(async (db) => {
    await sql`set local idle_in_transaction_session_timeout = 50`.execute(db)
    const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const present = sql`select from pg_stat_activity where pid = ${own[0]?.pid}`
    const isGone = async (): Promise<boolean> => (await present.execute(database.systemDb)).rows.length === 0
    await eventually(isGone, 'the end of the idle connection')
    await sql`select 1`.execute(db)
  })
}
