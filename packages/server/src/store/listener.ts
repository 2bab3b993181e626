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
    const connection = new Client({
      connectionString: url,
      application_name: 'sightline listener',
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
      await ended
    } finally {
      connection.connection.stream.destroy()
    }
  }
}
