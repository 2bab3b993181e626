import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Encryption } from '../base/encryption.ts'
import { copiedTables, quotedTable, type CopiedTable } from '../base/db/backup-tables.ts'
import { schemaState } from '../base/db/schema-state.ts'
import { writeArchive, type Entry } from './archive.ts'
import { END, FORMAT, MANIFEST, sealedWord, type End, type Manifest } from './manifest.ts'

/** Rows are gathered up to so many bytes before they are an entry. */
const ENTRY_BYTES = 1_024 * 1_024

type Add = (entry: Entry) => Promise<void>

/**
 * Writes everything that an installation keeps, as it stood at one moment, while it goes on working.
 * @param ownerUrl connection string of the owner of the tables
 */
export async function backUp(
  path: string,
  { ownerUrl, encryption, version }: { ownerUrl: string; encryption: Encryption; version: string },
): Promise<{ manifest: Manifest; end: End }> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'sightline backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`select set_config('app.backup', 'on', true), set_config('statement_timeout', '0', true)`)
    const { rows } = await client.query<{ at: Date; server: string }>(
      `select now() as at, current_setting('server_version') as server`,
    )
    const manifest: Manifest = {
      sightline: 'backup',
      format: FORMAT,
      version,
      createdAt: rows[0]?.at.toISOString() ?? '',
      postgres: rows[0]?.server ?? '',
      schema: { ...(await schemaState(client)), queue: 0 },
      tables: await copiedTables(client),
      sealed: sealedWord(encryption),
    }
    const end: End = { tables: {} }
    await writeArchive(path, async (add) => {
      await add({ name: MANIFEST, content: Buffer.from(JSON.stringify(manifest, null, 1)) })
      for (const table of manifest.tables) end.tables[table.name] = await copyOut(client, table, add)
      await add({ name: END, content: Buffer.from(JSON.stringify(end, null, 1)) })
    })
    return { manifest, end }
  } finally {
    await client.end()
  }
}

/** A table's rows in PostgreSQL's text format, entry after entry: put one behind another they are what COPY reads. */
async function copyOut(client: Client, { name, columns }: CopiedTable, add: Add): Promise<End['tables'][string]> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyTo(`copy (select ${list} from ${quotedTable(client, name)}) to stdout`))
  const hash = createHash('sha256')
  let [held, heldBytes, bytes, number]: [Buffer[], number, number, number] = [[], 0, 0, 0]
  const flush = async (): Promise<void> => {
    if (heldBytes === 0) return
    number += 1
    await add({ name: `tables/${name}/${String(number).padStart(8, '0')}.copy`, content: Buffer.concat(held) })
    ;[held, heldBytes] = [[], 0]
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk)
    held.push(chunk)
    heldBytes += chunk.length
    bytes += chunk.length
    if (heldBytes >= ENTRY_BYTES) await flush()
  }
  await flush()
  return { rows: rows.rowCount ?? 0, bytes, sha256: hash.digest('hex') }
}
