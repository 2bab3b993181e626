import { Client } from 'pg'
import type { Config } from '../config.ts'
import type { OwnDatabase } from '../wiring/installation.ts'
import { applicationAccess } from '../base/db/application-role.ts'
import { clockSkewMs, MAX_SKEW_MS, sayClockSkew, SKEW_REMEDY } from '../base/db/clock-skew.ts'
import { MOST_CONNECTIONS } from '../base/db/database.ts'
import { freeConnections, roleFacts, serverFacts, tryToWrite } from '../store/diagnostics.ts'
import { indexFacts, type Index } from '../base/db/indexes.ts'
import { migrationFiles } from '../base/db/migrate-files.ts'
import { withClient } from '../base/db/with-client.ts'
import { refusePooler } from '../base/db/pooler.ts'
import { Refusal } from '../base/db/refusal.ts'
import { schemaState } from '../base/db/schema-state.ts'
import { fault, good, some, warning, words, type Finding } from './finding.ts'
import type { Machine } from './machine.ts'

/** The database open for a look, by its owner. */
export type Opened = OwnDatabase & { client: Client }

const OLDEST_POSTGRES = 150_000

export async function server({ client, kind }: Opened): Promise<Finding> {
  const { version, number, encoding } = await serverFacts(client)
  if (number < OLDEST_POSTGRES)
    return fault('database', `PostgreSQL ${version} is too old.`, 'Sightline needs PostgreSQL 15 or newer.')
  if (encoding !== 'UTF8')
    return fault(
      'database',
      `The database keeps text as ${encoding}, which has not all letters.`,
      `Make a new one: create database … encoding 'UTF8' template template0.`,
    )
  return good('database', `PostgreSQL ${version}, ${kind}`)
}

export async function clock({ client }: Opened, machine: Machine): Promise<Finding> {
  const skewMs = await clockSkewMs(client, machine.nowMs)
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return good('clock', 'agrees with the database’s')
  return fault('clock', sayClockSkew(skewMs), SKEW_REMEDY)
}

/** @returns null where a session is one: where nothing lends connections in between */
export async function sessions({ ownerUrl, kind }: Opened): Promise<Finding | null> {
  if (kind === 'embedded') return null
  try {
    await refusePooler(ownerUrl)
    return null
  } catch (error) {
    if (error instanceof Refusal) return fault('pooler', error.says, error.remedy)
    return fault('pooler', `It could not be looked at: ${words(error)}.`, 'Mend what is named above first.')
  }
}

/** @returns also whether the tables can be asked */
export async function schema({ client }: Opened): Promise<{ finding: Finding; isPresent: boolean }> {
  const [present, files] = [await schemaState(client), await migrationFiles()]
  const applied = new Map(present.migrations.map(({ name, checksum }) => [name, checksum]))
  const newer = present.migrations.filter(({ name }) => !files.some((file) => file.name === name))
  const changed = files.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  const missing = files.filter(({ name }) => !applied.has(name))
  const names = (list: { name: string }[]): string => some(list.map(({ name }) => name))
  const told = (finding: Finding, isPresent: boolean) => ({ finding, isPresent })
  if (applied.size === 0)
    return told(good('schema', 'none yet: the first start, or sightline migrate, makes it'), false)
  if (newer.length > 0)
    return told(
      fault(
        'schema',
        `It is newer than this program: ${names(newer)}.`,
        'Start the newer version that made it; there is no way down.',
      ),
      true,
    )
  if (changed.length > 0)
    return told(
      fault(
        'schema',
        `Applied in another form than this program has it: ${names(changed)}.`,
        'Install the released version again; its files must not be edited.',
      ),
      true,
    )
  if (missing.length > 0)
    return told(
      fault('schema', `Not applied yet: ${names(missing)}.`, 'Run "sightline migrate", or start this version.'),
      false,
    )
  return told(good('schema', `${applied.size} migrations, the newest ${files.at(-1)?.name}`), true)
}

/** Whether the application gets in, with what secret, and what it may then. */
export async function role(opened: Opened, config: Config): Promise<Finding> {
  const { client, ownerUrl, secret } = opened
  const { role: name, url } = await applicationAccess(client, ownerUrl, secret)
  const facts = await roleFacts(client, name)
  if (!facts.isThere)
    return fault(
      'role',
      `The application’s role ${name} is missing.`,
      'Run "sightline migrate" as the owner of the tables.',
    )
  const refusal = await refusalOf(url)
  if (refusal !== null)
    return fault(
      'role',
      `The application cannot log in as ${name}: ${refusal}.`,
      config.secret === undefined
        ? 'SIGHTLINE_SECRET is not set, and the one in this data folder is another than the service’s: set the same one here.'
        : 'Its password follows from SIGHTLINE_SECRET: set the one that the service has, or stop the service and run "sightline migrate" to change it.',
    )
  if (facts.lacks.length > 0)
    return fault('role', `${name} lacks rights: ${some(facts.lacks)}.`, 'Run "sightline migrate": it states them anew.')
  if (opened.kind === 'external' && config.secret === undefined)
    return warning(
      'role',
      'SIGHTLINE_SECRET is not set: the one that was made is in this data folder only.',
      'Set it, the same for every process that uses this database.',
    )
  return good('role', `the application logs in as ${name}`)
}

export async function tenants({ client, ownerUrl, secret }: Opened): Promise<Finding> {
  const { role: name } = await applicationAccess(client, ownerUrl, secret)
  const { isAboveWalls, openTables } = await roleFacts(client, name)
  if (isAboveWalls)
    return fault(
      'tenants',
      `${name} looks over row-level security: tenants are not walled off.`,
      `alter role ${name} nosuperuser nobypassrls`,
    )
  if (openTables.length > 0)
    return fault(
      'tenants',
      `Row-level security is off on ${some(openTables)}.`,
      `For each of them: alter table … enable row level security, force row level security`,
    )
  return good('tenants', `row-level security is forced for ${name}`)
}

/** Without one of them answers come late, or a row stands twice that may stand once. */
export async function indexes({ client }: Opened): Promise<Finding> {
  const { missing, invalid } = await indexFacts(client)
  const names = (list: Index[]): string => some(list.map(({ name }) => name))
  if (missing.length > 0)
    return fault(
      'indexes',
      `Missing: ${names(missing)}.`,
      `Make them again as the owner of the tables: ${missing.map(({ statement }) => `${statement};`).join(' ')}`,
    )
  if (invalid.length > 0)
    return fault(
      'indexes',
      `Not used, as they were not made to their end: ${names(invalid)}.`,
      `Make them anew as the owner of the tables: ${invalid.map(({ name }) => `reindex index ${name};`).join(' ')}`,
    )
  return good('indexes', 'all are there')
}

/** A disk without room, wherever it is: reads go on, and every write is refused. */
export async function writing({ client }: Opened): Promise<Finding> {
  try {
    await tryToWrite(client)
    return good('writing', 'the database takes writes')
  } catch (error) {
    return fault(
      'writing',
      `The database refuses to write: ${words(error)}.`,
      'Make room on its disk, or let DATABASE_URL lead to the primary; nothing else is to be mended, writes go on by themselves.',
    )
  }
}

/**
 * Besides those that `openDatabase` makes: two that listen, for keys and for jobs, the worker's heartbeat, the one that
 * asks whether a silent database is there, and two of the owner's, for the months and for the presence in an own cluster.
 */
const OTHER_CONNECTIONS = 6
/** Of one process with all roles. */
const CONNECTIONS_OF_A_PROCESS = MOST_CONNECTIONS + OTHER_CONNECTIONS

export async function connections({ client, ownerUrl, secret }: Opened): Promise<Finding> {
  const { role: name } = await applicationAccess(client, ownerUrl, secret)
  const free = await freeConnections(client, name)
  if (free >= CONNECTIONS_OF_A_PROCESS) return good('connections', `${free} free`)
  return fault(
    'connections',
    `Only ${free} are free; a process may want ${CONNECTIONS_OF_A_PROCESS}.`,
    `Raise max_connections of the server, or the limit of the role ${name} or of the database.`,
  )
}

const HEARD_MS = 2_000

/** A revoked key must be known everywhere at once: notifications have to pass. */
export async function listener({ client, ownerUrl, secret }: Opened): Promise<Finding> {
  const { url } = await applicationAccess(client, ownerUrl, secret)
  const bounds = { connectionTimeoutMillis: HEARD_MS, query_timeout: HEARD_MS }
  const hearing = new Client({ connectionString: url, application_name: 'sightline doctor', ...bounds })
  hearing.on('error', () => {})
  try {
    await hearing.connect()
    const heard = new Promise<boolean>((resolve) => {
      hearing.on('notification', () => resolve(true))
      setTimeout(() => resolve(false), HEARD_MS).unref()
    })
    await hearing.query('listen sightline_doctor')
    await client.query(`select pg_notify('sightline_doctor', '')`)
    if (await heard) return good('listener', 'notifications pass')
  } catch (error) {
    return deaf(words(error))
  } finally {
    hearing.connection.stream.destroy()
  }
  return deaf('none came')
}

const deaf = (why: string): Finding =>
  fault(
    'listener',
    `Notifications do not pass (${why}): a revoked key would be known late, and jobs would wait for a poll.`,
    'Connect to PostgreSQL itself, or through a pooler in session mode: in transaction mode LISTEN is lost.',
  )

async function refusalOf(url: string): Promise<string | null> {
  return withClient(url, 'sightline doctor', async () => null).catch(words)
}
