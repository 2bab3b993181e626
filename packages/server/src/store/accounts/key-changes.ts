import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/**
 * Every process forgets what it remembers of an organization's keys when this transaction commits. A trigger says the
 * same, whoever makes the change; on Citus it would say it to a worker, where nobody listens. PostgreSQL sends equal
 * notices of one transaction once.
 */
export async function tellKeyChanged(db: Db, organizationId: string): Promise<void> {
  await sql`select pg_notify('key_changed', ${organizationId})`.execute(db)
}
