import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'

export type Listener = {
  /** False while notifications may be missed: then nothing may be served from memory. */
  isLive(): boolean
  close(): Promise<void>
}

/** Sent through the channel itself: a half-open connection looks alive and is silent (59 s measured, reliability.md 3.2). */
const HEARTBEAT_MS = 500
const SILENCE_MS = 1_500
const RECONNECT_MS = 200

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
  const closing = new AbortController()
  let client: Client | undefined
  const done = keepListening()
  const heartbeat = setInterval(() => {
    pool.query(`select pg_notify('key_changed', '')`).catch(() => {})
    if (!isLive()) client?.end().catch(() => {})
  }, HEARTBEAT_MS)
  heartbeat.unref()

  const isLive = (): boolean => performance.now() - lastHeardMs < SILENCE_MS && lastHeardMs > 0
  return {
    isLive,
    close: async () => {
      closing.abort()
      clearInterval(heartbeat)
      await client?.end().catch(() => {})
      await done
    },
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {})
      lastHeardMs = 0
      onChange(null)
      if (!closing.signal.aborted) await sleep(RECONNECT_MS)
    }
  }

  async function listenOnce(): Promise<void> {
    const connection = new Client({
      connectionString: url,
      application_name: 'sightline listener',
      connectionTimeoutMillis: 2_000,
    })
    const ended = new Promise<void>((resolve) => connection.on('end', resolve))
    connection.on('error', () => {
      connection.end().catch(() => {})
    })
    connection.on('notification', ({ payload }) => {
      lastHeardMs = performance.now()
      if (payload) onChange(payload)
    })
    await connection.connect()
    // Closed while it connected: a client that is ended before it is connected never says so.
    if (closing.signal.aborted) return connection.end()
    client = connection
    await connection.query('listen key_changed')
    onChange(null)
    lastHeardMs = performance.now()
    await ended
  }
}
