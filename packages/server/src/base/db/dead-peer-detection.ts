import { Socket } from 'node:net'
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError, type ClientConfig } from 'pg'
import { Unavailable } from './errors.ts'

export type SilenceWatch = {
  /** From now on until the connection ends. */
  watch(client: Client): void
  /** For `pg`: the socket of a connection that is made. While the database is known to be silent it is refused at once. */
  stream(): Socket
  close(): void
}

type Watched = {
  /** What had been written when the last statement was answered: more than that waits for an answer. */
  settledBytes: number
  heardBytes: number
  /** Since when it has waited without a byte; now, where it waits for nothing. */
  waitsSinceMs: number
}

export type SilenceOptions = {
  url: string
  /** How long somebody may wait, and nobody hear a byte, before the database is asked whether it is there (default: 1 s). */
  silenceMs?: number
}

const SILENCE_MS = 1_000
/** How long a new connection has to hear something, in silences. */
const PATIENCE = 2
/** How often is looked, in a silence. */
const LOOKS = 5

/**
 * What the server is asked to do for a connection: let go of it, its locks and its worker's jobs, after twenty seconds in
 * which its host gave no sign, or its process none in the middle of a transaction: one that was stopped or hangs would keep
 * the rows from everybody. By itself a server waits for two hours, and for ever.
 */
const SERVER_NOTICES =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2 -c tcp_user_timeout=20000 ' +
  '-c idle_in_transaction_session_timeout=20000'

/**
 * Of every connection that lasts: a host that has gone is known after twenty seconds at both ends, not after two hours.
 * @param more settings of the session, as `-c name=value`
 */
export const keepAliveOptions = (
  more = '',
): Pick<ClientConfig, 'keepAlive' | 'keepAliveInitialDelayMillis' | 'options'> => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: `${SERVER_NOTICES} ${more}`.trim(),
})

/**
 * Ends connections whose network swallows everything: nobody else tells those who wait for an answer, TCP only after a
 * quarter of an hour. A statement may be slow for as long as it likes: where nobody has heard anything, whether the
 * database is there is asked on a connection of its own, and only when that gets no answer either do the connections end.
 * From then on new ones are refused at once, and one asks for all whether it is back. So whoever calls is told within a
 * little more than three times `silenceMs`, however many connections his call would have needed.
 */
export function watchSilence({ url, silenceMs = SILENCE_MS }: SilenceOptions): SilenceWatch {
  const connections = new Map<Client, Watched>()
  /** Being made, and nothing heard yet: since when. */
  const unheard = new Map<Socket, number>()
  /** From anybody. */
  let heardAtMs = performance.now()
  let isAsking = false
  let isGone = false
  const timer = setInterval(() => void look(), silenceMs / LOOKS)
  timer.unref()

  return {
    watch: (client) => {
      const { bytesRead, bytesWritten } = socketOf(client)
      const watched = { settledBytes: bytesWritten, heardBytes: bytesRead, waitsSinceMs: performance.now() }
      connections.set(client, watched)
      // All that was sent on it is answered.
      client.on('drain', () => (watched.settledBytes = socketOf(client).bytesWritten))
      client.on('end', () => connections.delete(client))
    },
    stream: () => {
      const socket = new Socket()
      // Nobody listens to it yet.
      if (isGone) process.nextTick(() => socket.destroy(gone()))
      unheard.set(socket, performance.now())
      return socket.once('close', () => unheard.delete(socket))
    },
    close: () => clearInterval(timer),
  }

  async function look(): Promise<void> {
    listen()
    if (isGone) return void (await ask())
    if (isAsking || !isSilent()) return
    isAsking = true
    try {
      if (await ask()) return
      // A process that was busy itself has not read yet what came meanwhile.
      await afterReading()
      listen()
      if (isSilent()) giveUp()
    } finally {
      isAsking = false
    }
  }

  /** Notes what was heard, and who waits. */
  function listen(): void {
    const now = performance.now()
    for (const [client, watched] of connections) {
      const { bytesRead, bytesWritten } = socketOf(client)
      const hasHeard = bytesRead !== watched.heardBytes
      if (hasHeard) heardAtMs = now
      if (hasHeard || bytesWritten <= watched.settledBytes) watched.waitsSinceMs = now
      watched.heardBytes = bytesRead
    }
    for (const [socket] of unheard)
      if (socket.bytesRead > 0) {
        unheard.delete(socket)
        heardAtMs = now
      }
  }

  /** Whether somebody has waited for long, and nobody heard anything meanwhile. */
  function isSilent(): boolean {
    const since = performance.now() - silenceMs
    const waiting = [...unheard.values(), ...[...connections.values()].map(({ waitsSinceMs }) => waitsSinceMs)]
    return heardAtMs <= since && waiting.some((sinceMs) => sinceMs <= since)
  }

  /** Whether the database is there. */
  async function ask(): Promise<boolean> {
    const isThere = await answers(url, silenceMs * PATIENCE)
    if (isThere) {
      isGone = false
      heardAtMs = performance.now()
    }
    return isThere
  }

  /** Those that wait for nothing too: who used them next would wait for nothing as well. */
  function giveUp(): void {
    isGone = true
    const error = gone()
    for (const client of connections.keys()) socketOf(client).destroy(error)
    for (const socket of unheard.keys()) socket.destroy(error)
  }

  function gone(): Error {
    return new Unavailable(`The database said nothing for ${silenceMs} ms, and cannot be reached.`)
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

/** So long, and longer where the process is too busy to hear: in each part it has a turn to read what has come. */
export async function patience(withinMs: number): Promise<void> {
  for (let tick = 0; tick < TICKS; tick += 1) await sleep(withinMs / TICKS, undefined, { ref: false })
}
