import type { Client } from 'pg'

/** What a database says of its own schema. */
export type SchemaState = {
  /** Names of the applied migrations with their checksums; empty: none was ever applied. */
  migrations: { name: string; checksum: string }[]
}

export async function schemaState(client: Client): Promise<SchemaState> {
  const { rows } = await client.query<{ ours: boolean }>(
    `select to_regclass('public.schema_migration') is not null as ours`,
  )
  const migrations = rows[0]?.ours
    ? await client.query<SchemaState['migrations'][number]>('select name, checksum from schema_migration order by name')
    : { rows: [] }
  return { migrations: migrations.rows }
}

/** Whether nobody has ever kept anything there. */
export async function isEmptyInstallation(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.organization') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) return true
  const { rowCount } = await client.query('select from organization limit 1')
  return rowCount === 0
}
