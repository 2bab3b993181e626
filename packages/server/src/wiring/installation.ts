import { join } from 'node:path'
import { DatabaseError } from 'pg'
import type { Config } from '../config.ts'
import { openCluster } from '../base/db/embedded-cluster.ts'
import { readyDataFolder } from '../base/db/data-folder.ts'
import { isUnavailable } from '../base/db/errors.ts'
import { migrate } from '../base/db/migrate.ts'
import { explainDamage } from '../base/db/postgres-messages.ts'
import { refusePooler } from '../base/db/pooler.ts'
import { withClient } from '../base/db/with-client.ts'
import { Refusal } from '../base/db/refusal.ts'
import { ownSecret } from '../base/db/secret-file.ts'

/** Where this installation's data is, migrated and ready. */
export type Installation = {
  /** Connection string of the application role. */
  url: string
  /** Of the owner of the tables, for migrations and `doctor` only. */
  ownerUrl: string
  /** Derives the application role's password and signs cursors. */
  secret: string
  /** Migrations applied just now. */
  applied: string[]
  kind: 'embedded' | 'external'
  /** Folder of the embedded database's files; null: they are somebody else's. */
  dir: string | null
  close(): Promise<void>
}

/** The database as it is, whatever its schema. */
export type OwnDatabase = Pick<Installation, 'ownerUrl' | 'secret' | 'kind' | 'dir' | 'close'>

/** What comes between two tries to reach a database that is not there yet; once it throws, there are no more. */
export type RetryPolicy = (error: Error) => Promise<void>

/**
 * @param patience with a database of DATABASE_URL that starts later than this process; none when left out
 * @throws when the database cannot be reached or started; the message says what to do
 */
export async function openInstallation(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secret'>,
  retryPolicy?: RetryPolicy,
): Promise<Installation> {
  const database = await openOwnDatabase(config)
  const migrated = () => migrate(database.ownerUrl, database.secret)
  const migratedOutside = async () => {
    await refusePooler(database.ownerUrl)
    const report = await migrated()
    // Poolers have a mode for each user.
    await refusePooler(report.applicationUrl)
    return report
  }
  try {
    const { applied, applicationUrl } = await (database.kind === 'external'
      ? reached(migratedOutside, retryPolicy)
      : migrated())
    return { ...database, url: applicationUrl, applied }
  } catch (error) {
    await database.close()
    throw (database.dir !== null && explainDamage(error, database.dir)) || error
  }
}

/**
 * Opens it and changes nothing in it: for who looks, backs up or restores.
 * @throws when the embedded one cannot be started
 */
export async function openOwnDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secret'>,
): Promise<OwnDatabase> {
  // With both set nothing is kept in the folder, and it need not be writable: a container's may be read-only.
  if (config.databaseUrl === undefined) await readyDataFolder(config.dataDir, true)
  else if (config.secret === undefined) await readyDataFolder(config.dataDir, false).catch(unkept)
  const secret =
    config.secret ??
    (await ownSecret(join(config.dataDir, 'secret')).catch(config.databaseUrl === undefined ? undefined : unkept))
  if (config.databaseUrl !== undefined)
    return { ownerUrl: config.databaseUrl, secret, kind: 'external', dir: null, close: async () => {} }
  const { adminUrl, dir, leave } = await openCluster(config.dataDir)
  try {
    return { ownerUrl: await ensureDatabase(adminUrl), secret, kind: 'embedded', dir, close: leave }
  } catch (error) {
    await leave()
    throw explainDamage(error, dir) ?? error
  }
}

/** In a container, mostly, whose file system is read-only. */
function unkept(cause: unknown): never {
  if (!(cause instanceof Refusal)) throw cause
  throw new Refusal(cause.says, `Set SIGHTLINE_SECRET: then nothing is kept there. Or: ${cause.remedy}`, { cause })
}

async function reached<Result>(work: () => Promise<Result>, retryPolicy?: RetryPolicy): Promise<Result> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal) throw error
      const told = unreachable(error)
      if (!retryPolicy || !mayCome(error)) throw told
      await retryPolicy(told)
    }
}

/** A name may come with its container, and a server that starts refuses first. */
const mayCome = (error: unknown): boolean =>
  isUnavailable(error) ||
  (error instanceof Error &&
    'code' in error &&
    /^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(String(error.code)))

function unreachable(cause: unknown): Error {
  const why = cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : String(cause)
  return new Error(
    `The database of DATABASE_URL cannot be used: ${why}. Check the address, the user and that PostgreSQL runs.`,
    { cause },
  )
}

const DATABASE = 'sightline'

async function ensureDatabase(adminUrl: string): Promise<string> {
  await withClient(adminUrl, 'sightline start', async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    // 42P04: another process made it in the meantime.
    if (rowCount === 0)
      await client
        .query(`create database ${DATABASE}`)
        .catch((error: DatabaseError) => (error.code === '42P04' ? undefined : Promise.reject(error)))
  })
  const url = new URL(adminUrl)
  url.pathname = `/${DATABASE}`
  return url.href
}
