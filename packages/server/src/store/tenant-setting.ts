import { sql } from 'kysely'
import { escapeLiteral } from 'pg'
import type { Db } from './database.ts'

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

/** Said by `sightline db distribute` in the database's own settings. */
export const IS_DISTRIBUTED = `select current_setting('sightline.is_distributed', true) = 'on' as "isDistributed"`
