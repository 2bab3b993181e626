import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig, DatabaseError } from 'pg'
import { Refusal } from './refusal.ts'

const CONNECT_MS = 10_000
/** Others that want a connection of the server at the same time: a pooler that lends them has to lend ours. */
const OTHERS = 3
const ROUNDS = 3
/** Longer than a server takes for nothing; a session that waits here waits for what a pooler lent to others. */
const ANSWER_MS = 5_000

/**
 * Whether what stands between here and the database lends a connection of the server for a transaction or a statement
 * only. Listening, session locks and settings are lost there, silently. What a pooler says of itself may be hidden, so it is
 * tried: a session that says something about itself must hear the same again, while others come and go.
 * @throws Refusal naming it
 */
export async function refusePooler(url: string): Promise<void> {
  const proof = await proofOfPooler(url)
  if (proof === null) return
  const { host } = new URL(url)
  throw new Refusal(
    `A connection pooler in transaction mode stands between Sightline and its database, at ${nameOf(host)}: ${proof}.`,
    'Let DATABASE_URL lead to PostgreSQL itself, or to the pooler in session mode (PgBouncer: pool_mode = session).',
  )
}

/** @returns what showed it; null: nothing did */
export async function proofOfPooler(url: string): Promise<string | null> {
  const sessions: Client[] = []
  const connect = async (options: ClientConfig = {}): Promise<Client> => {
    const client = new Client({
      connectionString: url,
      application_name: 'sightline session check',
      connectionTimeoutMillis: CONNECT_MS,
      ...options,
    })
    client.on('error', () => {})
    await client.connect()
    sessions.push(client)
    return client
  }
  try {
    const own = await connect({ query_timeout: ANSWER_MS })
    const others: Client[] = []
    // A server with few connections left answers for itself later.
    for (let number = 0; number < OTHERS; number += 1) {
      const other = await connect({ query_timeout: ANSWER_MS }).catch(() => null)
      if (other) others.push(other)
    }
    return await proofAmong(own, others)
  } finally {
    await Promise.all(sessions.map((client) => client.end().catch(() => {})))
  }
}

async function proofAmong(own: Client, others: readonly Client[]): Promise<string | null> {
  const name = randomUUID()
  const first = await backendOf(own, `select set_config('sightline.session', $1, false)`, [name])
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = await Promise.all(others.map(beginAndLook))
    try {
      for (const seen of begun) {
        if (seen === 'refused') return 'it refuses transactions of several statements'
        if (seen && (seen.pid === first.pid || seen.name === name))
          return 'two sessions met on one connection of the server'
      }
      const again = await backendOf(own).catch((error: unknown) => {
        if (isWaiting(error)) return null
        throw error
      })
      if (!again) return 'a session waits while others have a transaction open'
      if (again.pid !== first.pid || again.name !== name)
        return 'two statements of one session met different connections of the server'
      // In session mode others wait for a whole session, and this one goes on.
      if (begun.every((seen) => seen === null)) return null
    } finally {
      await Promise.all(others.map((other) => other.query('rollback').catch(() => {})))
    }
  }
  return null
}

type Backend = { pid: number; name: string | null }

const LOOK = `select pg_backend_pid() as pid, current_setting('sightline.session', true) as name`

async function backendOf(client: Client, before?: string, values: unknown[] = []): Promise<Backend> {
  if (before !== undefined) await client.query(before, values)
  const { rows } = await client.query<Backend>(LOOK)
  if (!rows[0]) throw new Error('The database said nothing of the session.')
  return rows[0]
}

/** Has a connection of the server until it rolls back. @returns null where it got none */
async function beginAndLook(client: Client): Promise<Backend | 'refused' | null> {
  try {
    await client.query('begin')
    return await backendOf(client)
  } catch (error) {
    return error instanceof DatabaseError && /statement pooling/i.test(error.message) ? 'refused' : null
  }
}

const isWaiting = (error: unknown): boolean => error instanceof Error && /Query read timeout/.test(error.message)

/** Poolers that hosted databases put in front are known by their addresses. */
function nameOf(host: string): string {
  if (/\.pooler\.supabase\.com/.test(host)) return `${host} (Supavisor, of Supabase)`
  if (/-pooler\..*\.neon\.tech/.test(host)) return `${host} (PgBouncer, of Neon)`
  if (/\.proxy-.*\.rds\.amazonaws\.com/.test(host)) return `${host} (RDS Proxy)`
  return host.endsWith(':6432') ? `${host} (PgBouncer’s usual port)` : host
}
