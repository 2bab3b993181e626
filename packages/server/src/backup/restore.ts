import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import type { Encryption } from '../base/encryption.ts'
import {
  closeTables,
  copiedTables,
  forcedTables,
  openTables,
  quotedTable,
  raiseSequences,
  type CopiedTable,
} from '../base/db/backup-tables.ts'
import { migrate } from '../base/db/migrate.ts'
import { withClient } from '../base/db/with-client.ts'
import { isEmptyInstallation, schemaState } from '../base/db/schema-state.ts'
import { readArchive, type Entry } from './archive.ts'
import { END, End, FORMAT, isOfSecret, MANIFEST, Manifest } from './manifest.ts'
import { OLDER_QUEUE } from './older-queue.ts'

export type RestoreOptions = {
  ownerUrl: string
  secret: string
  encryption: Encryption
  /** Takes a backup whose sealed secrets this installation cannot open. */
  acceptsOtherSecret: boolean
  /** Of migrations, for tests. */
  folder?: string
}
export type Restored = { manifest: Manifest; end: End; applied: string[]; isOtherSecret: boolean }

/** What is wrong with the backup or the database it is to go into; the message says what to do. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

/**
 * Fills an empty database with a backup: in the backup's own schema first, all of it or nothing, its checksums compared
 * before anything counts; then the schema is brought up to this program's.
 * @throws RestoreError
 */
export async function restore(path: string, options: RestoreOptions): Promise<Restored> {
  const { ownerUrl, secret, folder, encryption, acceptsOtherSecret } = options
  const entries = readArchive(path)
  try {
    const manifest = await readManifest(entries)
    const isOtherSecret = !isOfSecret(encryption, manifest.sealed)
    if (isOtherSecret && !acceptsOtherSecret)
      throw new RestoreError(
        'This backup was made with another SIGHTLINE_SECRET. Set that one; with --other-secret it is restored without the secrets that are sealed with it: webhook secrets, second factors, keys of models.',
      )
    await withClient(ownerUrl, 'sightline restore', (client) => refuseUnfit(client, manifest))
    await migrate(ownerUrl, secret, folder, manifest.schema.migrations)
    const end = await withClient(ownerUrl, 'sightline restore', (client) => fill(client, manifest, entries))
    const { applied } = await migrate(ownerUrl, secret, folder)
    return { manifest, end, applied, isOtherSecret }
  } finally {
    await entries.return(undefined)
  }
}

async function readManifest(entries: AsyncGenerator<Entry>): Promise<Manifest> {
  const first = await entries.next().catch((cause: unknown) => {
    throw new RestoreError(
      `This file cannot be read as a backup: ${cause instanceof Error ? cause.message : 'unknown'}.`,
    )
  })
  const parsed =
    first.done || first.value.name !== MANIFEST ? null : Manifest.safeParse(JSON.parse(first.value.content.toString()))
  if (!parsed?.success) throw new RestoreError('This is no backup of Sightline.')
  if (parsed.data.format > FORMAT)
    throw new RestoreError(
      `This backup was written by Sightline ${parsed.data.version} in a form that this one does not know. Restore it with that version.`,
    )
  return parsed.data
}

async function refuseUnfit(client: Client, { schema, version }: Manifest): Promise<void> {
  if (!(await isEmptyInstallation(client)))
    throw new RestoreError(
      'The database is not empty. Restore into a new one: another --data-dir, or another database in DATABASE_URL.',
    )
  const known = new Set(schema.migrations.map(({ name }) => name))
  const present = await schemaState(client)
  const more = present.migrations.filter(({ name }) => !known.has(name))
  if (more.length > 0)
    throw new RestoreError(
      `The database has a newer schema than the backup (of Sightline ${version}): ${more.map(({ name }) => name).join(', ')}. Restore into a new database.`,
    )
}

async function fill(client: Client, manifest: Manifest, entries: AsyncGenerator<Entry>): Promise<End> {
  if (manifest.schema.queue > 0) await client.query(OLDER_QUEUE)
  await refuseForeignTables(client, manifest)
  await client.query('begin')
  const forced = await forcedTables(client)
  await openTables(client, manifest.tables)
  const end = await copyAll(client, manifest, entries)
  await raiseSequences(client, manifest.tables)
  await closeTables(client, manifest.tables, forced)
  await client.query('commit')
  return end
}

/** Names come from a file: only those that the schema has are written into a statement. */
async function refuseForeignTables(client: Client, { tables }: Manifest): Promise<void> {
  const known = new Map((await copiedTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of tables)
    if (columns.some((column) => !known.get(name)?.has(column)) || !known.has(name))
      throw new RestoreError(`The backup has a table that its schema has not: ${name}.`)
}

async function copyAll(client: Client, { tables }: Manifest, entries: AsyncGenerator<Entry>): Promise<End> {
  const copied: End['tables'] = {}
  const byName = new Map(tables.map((table) => [table.name, table]))
  let open: Copying | null = null
  for await (const { name, content } of entries) {
    if (name === END) {
      if (open) copied[open.table.name] = await open.end()
      return compared(tables, copied, End.parse(JSON.parse(content.toString())))
    }
    const table = byName.get(name.split('/')[1] ?? '')
    if (!table || !name.startsWith('tables/')) throw new RestoreError(`The backup has a strange entry: ${name}.`)
    if (open?.table !== table) {
      if (open) copied[open.table.name] = await open.end()
      open = copying(client, table)
    }
    await open.take(content)
  }
  throw new RestoreError('The backup was cut off: its end is missing. Nothing was restored.')
}

type Copying = { table: CopiedTable; take(content: Buffer): Promise<void>; end(): Promise<End['tables'][string]> }

function copying(client: Client, table: CopiedTable): Copying {
  const list = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const stream: CopyStreamQuery = client.query(copyFrom(`copy ${quotedTable(client, table.name)} (${list}) from stdin`))
  const done = finished(stream)
  done.catch(() => {})
  const hash: Hash = createHash('sha256')
  let bytes = 0
  return {
    table,
    take: async (content) => {
      hash.update(content)
      bytes += content.length
      // A copy: what the reader holds is written over.
      if (!stream.write(Buffer.from(content))) await Promise.race([once(stream, 'drain'), done])
    },
    end: async () => {
      stream.end()
      await done
      return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
    },
  }
}

function compared(tables: readonly CopiedTable[], copied: End['tables'], end: End): End {
  const EMPTY = createHash('sha256').digest('hex')
  for (const { name } of tables) {
    const stated = end.tables[name]
    const { rows, sha256 } = copied[name] ?? { rows: 0, sha256: EMPTY }
    if (stated?.rows !== rows || stated.sha256 !== sha256)
      throw new RestoreError(
        `The rows of ${name} are not those that were backed up: the file was changed. Nothing was restored.`,
      )
  }
  return end
}
