import { createHash, createHmac } from 'node:crypto'
import { DatabaseError, type Client } from 'pg'
import { grantRights } from './rights.ts'
import { withClient } from './with-client.ts'

/**
 * Makes sure that the application can log in, under a role that owns nothing and sees one tenant at a time. Roles belong
 * to the whole server, so the role is named after its database: two installations on one server do not share it.
 * @param client connected as the owner of the tables
 * @returns the application's connection string
 * @throws when another process uses the database with another secret: its next connection would be refused
 */
export async function letApplicationIn(client: Client, ownerUrl: string, secret: string): Promise<string> {
  const { database, role, password, url } = await applicationAccess(client, ownerUrl, secret)
  await ensureRole(client, role, password)
  await grantRights(client, database, role)
  if (!(await canLogIn(url))) await changePassword(client, role, password)
  return url
}

/** How the application logs in to the database that the client is connected to, whether or not it can yet. */
export async function applicationAccess(
  client: Client,
  ownerUrl: string,
  secret: string,
): Promise<{ database: string; role: string; password: string; url: string }> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database')
  const database = rows[0]?.database ?? ''
  const role = roleOf(database)
  const password = createHmac('sha256', secret).update('sightline application role').digest('hex')
  const { href: url } = Object.assign(new URL(ownerUrl), { username: role, password })
  return { database, role, password, url }
}

/** PostgreSQL keeps 63 bytes of a name. */
const LONGEST_NAME = 63

function roleOf(database: string): string {
  const role = `${database}_app`
  if (Buffer.byteLength(role) <= LONGEST_NAME) return role
  return `sightline_app_${createHash('sha256').update(database).digest('hex').slice(0, 16)}`
}

async function ensureRole(client: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0)
    await client.query(
      `create role ${client.escapeIdentifier(role)} login nosuperuser nobypassrls nocreatedb nocreaterole password '${password}'`,
    )
}

const WRONG_PASSWORD = '28P01'

async function canLogIn(url: string): Promise<boolean> {
  try {
    return await withClient(url, 'sightline migrate', async () => true)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === WRONG_PASSWORD) return false
    throw error
  }
}

async function changePassword(client: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where datname = current_database() and usename = $1',
    [role],
  )
  if (rowCount)
    throw new Error(
      'Another Sightline process uses this database with another SIGHTLINE_SECRET. Set the same one here, or stop that process first.',
    )
  await client.query(`alter role ${client.escapeIdentifier(role)} password '${password}'`)
}
