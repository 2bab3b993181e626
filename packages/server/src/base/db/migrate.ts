import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import { letApplicationIn } from './application-role.ts'
import { letOwnerBackUp } from './backup-tables.ts'
import { MIGRATIONS, migrationFiles, type MigrationFile } from './migrate-files.ts'
import { BY_ONE_CONNECTION, MONTHS_AHEAD } from './partitions.ts'
import { withClient } from './with-client.ts'

const MIGRATION_LOCK = 771_002
const OLDEST_POSTGRES = 150_000
/** A network that swallows everything would be waited for by TCP alone, two minutes. */
const CONNECT_MS = 10_000

export type MigrationReport = { applied: string[]; applicationUrl: string }

/**
 * Brings a database to the present schema, one process at a time, and makes sure that the application can log in.
 * @param ownerUrl connection string of the owner of the tables
 * @param secret the installation's secret: the application role's password is derived from it
 * @param folder of the migrations, for tests
 * @param only these, as a backup had them; all when left out
 * @throws when the server is older than PostgreSQL 15, an applied migration's file was changed, or another process uses
 *   the database with another secret
 */
export async function migrate(
  ownerUrl: string,
  secret: string,
  folder: string = MIGRATIONS,
  only?: readonly { name: string; checksum: string }[],
): Promise<MigrationReport> {
  const work = async (client: Client): Promise<MigrationReport> => {
    await refuseOldServer(client)
    await client.query(BY_ONE_CONNECTION)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await applyMissing(client, await wantedFiles(folder, only))
    if (applied.length === 0) await lookAhead(client)
    await letOwnerBackUp(client)
    const applicationUrl = await letApplicationIn(client, ownerUrl, secret)
    return { applied, applicationUrl }
  }
  return withClient(ownerUrl, 'sightline migrate', work, { connectionTimeoutMillis: CONNECT_MS })
}

/** A process that starts makes the parts of the months to come, should the daily job not have. */
async function lookAhead(client: Client): Promise<void> {
  // A restored backup may be of before there were any.
  const { rowCount } = await client.query(`select from pg_proc where proname = 'ensure_months'`)
  if (rowCount) await client.query('select ensure_months($1)', [MONTHS_AHEAD])
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; shown: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as shown`,
  )
  const [server] = rows
  if (server && server.version < OLDEST_POSTGRES)
    throw new Error(`Sightline needs PostgreSQL 15 or newer; DATABASE_URL leads to ${server.shown}.`)
}

async function applyMissing(client: Client, files: MigrationFile[]): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  const applied: string[] = []
  for (const { name, text, checksum } of files) {
    const before = known.get(name)
    if (before !== undefined && before !== checksum)
      throw new Error(
        `The migration ${name} was changed after it was applied to this database. Migrations are immutable: add a new one.`,
      )
    if (before !== undefined) continue
    await apply(client, { name, text, checksum })
    applied.push(name)
  }
  return applied
}

/** What a migration waits for, others wait behind: not for longer than a call may take. */
const LOCK_WAIT = '1500ms'
/** A minute or two beside processes that work. */
const TRIES = 40
/** A lock that was not had in time, and one of two that waited for each other. */
const STOOD_IN_THE_WAY = new Set(['55P03', '40P01'])

const apply = (client: Client, { name, text, checksum }: MigrationFile): Promise<void> =>
  untilLocked(client, async () => {
    await client.query(text)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
  })

/** In one transaction; again, where processes of the version before that go on working stood in its way. */
async function untilLocked(client: Client, change: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '${LOCK_WAIT}'`)
      await change()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isInTheWay = error instanceof DatabaseError && STOOD_IN_THE_WAY.has(error.code ?? '')
      if (!isInTheWay || tries === TRIES) throw error
      await sleep(200 + 800 * Math.random())
    }
}

/** @throws when one is wanted that this program has not, or has otherwise */
async function wantedFiles(
  folder: string,
  only: readonly { name: string; checksum: string }[] | undefined,
): Promise<MigrationFile[]> {
  const files = await migrationFiles(folder)
  return (only ?? files).map(({ name, checksum }) => {
    const file = files.find((one) => one.name === name)
    if (file?.checksum === checksum) return file
    throw new Error(
      `The migration ${name} is not one of this version's: a newer Sightline applied it. Use that version.`,
    )
  })
}
