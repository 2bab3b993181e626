import { sql } from 'kysely'
import { escapeLiteral } from 'pg'
import type { Db } from './db.ts'

/** What row-level security asks for. */
type Setting = 'app.organization_id' | 'app.person' | 'app.installation'

export const setLocalText = (name: Setting, value: string): string => `set local ${name} = ${escapeLiteral(value)}`

/**
 * Until the transaction ends. As a command and not by `set_config`: Citus tells its workers of the command alone, and
 * their policies would see no tenant.
 */
export async function setLocal(db: Db, name: Setting, value: string): Promise<void> {
  await sql.raw(setLocalText(name, value)).execute(db)
}

/** Whether this is a Citus coordinator: there a tenant reaches the workers only as part of a transaction. */
export const IS_DISTRIBUTED = `select to_regclass('pg_dist_partition') is not null as "isDistributed"`
