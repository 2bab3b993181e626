import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client, Pool } from 'pg'
import type { Db } from './db.ts'

export type Listener = {
  /** False while notifications may be missed: then nothing may be served from memory. */
  isLive(): boolean
  /** Tells other processes on the same database, while this one lives, that it serves this address. */
  announce(address: string): void
  close(): Promise<void>
}

/** Sent through the channel itself: a half-open connection looks alive and is silent (59 s measured; A9). */
const HEARTBEAT_MS = 500
const SILENCE_MS = 1_500
const RECONNECT_MS = 200
/** What the connection is called: `servedAddresses` reads it. Nothing has to be taken back when the process dies. */
const NAME = 'sightline listener'
/** PostgreSQL cuts a name after 63 bytes. */
const LONGEST_NAME = 63
/** For connecting and for LISTEN each: a network that swallows either would keep the process deaf for good. */
const CONNECT_MS = 2_000

/**
 * Hears of changes of keys, organizations and plans in any process.
 * @param onChange called with the organization's id, or null when anything may have changed (after a reconnection)
 */
export function listenForKeyChanges(
  url: string,
  pool: Pool,
  onChange: (organizationId: string | null) => void,
): Listener {
  let lastHeardMs = 0
  let name = NAME
  const closing = new AbortController()
  /** The connection that listens, while it does. */
  let client: Client | undefined
  const done = keepListening()
  let wasSilent = false
  const heartbeat = setInterval(() => {
    pool.query(`select pg_notify('key_changed', '')`).catch(() => {})
    // A process that was busy itself has not read yet what came meanwhile: only a second silence is the connection's. To
    // end it politely would wait for an answer that a half-open one never gives.
    if (wasSilent && !isLive()) client?.connection.stream.destroy()
    wasSilent = !isLive()
  }, HEARTBEAT_MS)
  heartbeat.unref()

  const isLive = (): boolean => performance.now() - lastHeardMs < SILENCE_MS && lastHeardMs > 0
  return {
    isLive,
    announce: (address) => {
      const full = `${NAME} ${address}`
      // Half an address is none.
      if (Buffer.byteLength(full) > LONGEST_NAME) return
      name = full
      if (client) bearName(client)
    },
    close: async () => {
      closing.abort()
      clearInterval(heartbeat)
      client?.connection.stream.destroy()
      await done
    },
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {})
      client = undefined
      lastHeardMs = 0
      onChange(null)
      if (!closing.signal.aborted) await sleep(RECONNECT_MS)
    }
  }

  async function listenOnce(): Promise<void> {
    const named = name
    const connection = new Client({
      connectionString: url,
      application_name: named,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    })
    const ended = new Promise<void>((resolve) => connection.on('end', resolve))
    connection.on('error', () => connection.connection.stream.destroy())
    connection.on('notification', ({ payload }) => {
      lastHeardMs = performance.now()
      if (payload) onChange(payload)
    })
    try {
      await connection.connect()
      await connection.query('listen key_changed')
      if (closing.signal.aborted) return
      client = connection
      onChange(null)
      lastHeardMs = performance.now()
      // Announced while this connection was being made.
      if (named !== name) bearName(connection)
      await ended
    } finally {
      connection.connection.stream.destroy()
    }
  }

  /** Without it only links that commands print are less exact. */
  function bearName(connection: Client): void {
    connection.query(`select set_config('application_name', $1, false)`, [name]).catch(() => {})
  }
}

/** Addresses that processes on this database serve at this moment, the longest-running first. */
export async function servedAddresses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and usename = current_user and application_name like ${`${NAME} http%`}
    order by backend_start`.execute(db)
  return [...new Set(rows.map(({ name }) => name.slice(NAME.length + 1)))]
}
