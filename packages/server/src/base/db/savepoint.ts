import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Does the work inside a transaction and takes back all of it, jobs and notices included. */
export async function rolledBack<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint trial`.execute(db)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint trial`.execute(db)
  }
}
