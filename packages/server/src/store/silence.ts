import type { Socket } from 'node:net'
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError, type ClientConfig } from 'pg'

export type SilenceWatch = {
  /** From now on until the connection ends. */
  watch(client: Client): void
  close(): void
}

type Watched = {
  /** What had been written when the last statement was answered: more than that waits for an answer. */
  settledBytes: number
  heardBytes: number
  heardAtMs: number
}

export type SilenceOptions = {
  url: string
  /** How long a statement may wait without a byte before the database is asked whether it is there (default: 1.5 s). */
  silenceMs?: number
}

const SILENCE_MS = 1_500

/**
 * What the server is asked to do for a connection: let go of it, its locks and its worker's jobs, after twenty seconds in
 * which its host gave no sign. By itself a server waits for two hours.
 */
const SERVER_NOTICES =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2 -c tcp_user_timeout=20000'

/**
 * Of every connection that lasts: a host that has gone is known after twenty seconds at both ends, not after two hours.
 * @param more settings of the session, as `-c name=value`
 */
export const lasting = (more = ''): Pick<ClientConfig, 'keepAlive' | 'keepAliveInitialDelayMillis' | 'options'> => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: `${SERVER_NOTICES} ${more}`.trim(),
})

/**
 * Ends connections whose network swallows everything: nobody else tells those who wait for an answer, TCP only after a
 * quarter of an hour. A statement may be slow for as long as it likes: whether the database is there is asked on a
 * connection of its own, and only when that gets no answer either do the silent ones end. So a caller is told within
 * three times `silenceMs`.
 */
export function watchSilence({ url, silenceMs = SILENCE_MS }: SilenceOptions): SilenceWatch {
  const connections = new Map<Client, Watched>()
  let isAsking = false
  const timer = setInterval(() => void look(), silenceMs / 5)
  timer.unref()

  return {
    watch: (client) => {
      const { bytesRead, bytesWritten } = socketOf(client)
      const watched = { settledBytes: bytesWritten, heardBytes: bytesRead, heardAtMs: performance.now() }
      connections.set(client, watched)
      // All that was sent on it is answered.
      client.on('drain', () => (watched.settledBytes = socketOf(client).bytesWritten))
      client.on('end', () => connections.delete(client))
    },
    close: () => clearInterval(timer),
  }

  async function look(): Promise<void> {
    if (isAsking || silent().length === 0) return
    isAsking = true
    try {
      if (await answers(url, silenceMs * 1.5)) return
      // A process that was busy itself has not read yet what came meanwhile.
      await afterReading()
      const error = new Error(`The database said nothing for ${silenceMs} ms, and cannot be reached.`)
      for (const client of silent()) socketOf(client).destroy(error)
    } finally {
      isAsking = false
    }
  }

  function silent(): Client[] {
    const now = performance.now()
    return [...connections].flatMap(([client, watched]) => {
      const { bytesRead, bytesWritten } = socketOf(client)
      if (bytesRead !== watched.heardBytes || bytesWritten <= watched.settledBytes) {
        watched.heardBytes = bytesRead
        watched.heardAtMs = now
      }
      return now - watched.heardAtMs >= silenceMs ? [client] : []
    })
  }
}

/** With TLS around it or not; pg's type says less. */
export const socketOf = (client: Client): Socket => client.connection.stream as Socket

/** In so many parts the wait for an answer is counted. */
const TICKS = 10

/**
 * Whether a new connection hears anything, be it a refusal: then the network passes. A process that is too busy to read
 * for a while counts that as one part of the wait: what it has not read yet is no silence of the database.
 */
async function answers(url: string, withinMs: number): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: 'sightline probe' })
  client.on('error', () => {})
  const heard = new Promise<boolean>((resolve) => {
    client.connection.stream.once('data', () => resolve(true))
    client.connect().then(
      () => resolve(true),
      (error: unknown) => resolve(error instanceof DatabaseError),
    )
  })
  const late = patience(withinMs)
  try {
    return await Promise.race([heard, late.then(() => false)])
  } finally {
    client.connection.stream.destroy()
  }
}

async function patience(withinMs: number): Promise<void> {
  for (let tick = 0; tick < TICKS; tick += 1) await sleep(withinMs / TICKS, undefined, { ref: false })
}
