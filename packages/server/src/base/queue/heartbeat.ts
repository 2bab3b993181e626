import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { Client } from 'pg'
import { keepAliveOptions } from '../db/dead-peer-detection.ts'

/** Advisory locks of this class say that a worker lives; PostgreSQL drops them with its connection. */
export const HEARTBEAT_CLASS = 77
/** Whoever bears this name sends a statement every few seconds. */
const HEARTBEAT_NAME = 'sightline heartbeat'
const HEARTBEAT_MS = 5_000
/** A process that was stopped, or hangs, keeps its connections; after this silence it counts as dead. */
const HUNG_SECONDS = 20
/** How long after a loss, or a failed attempt, the connection is made again. */
const RECONNECT_MS = 200
const CONNECT_MS = 2_000

export type Heartbeat = {
  /** The worker claims no more: what it holds is anybody's. */
  stop(): Promise<void>
}

/**
 * Says that a worker lives, by a lock on a connection of its own, and takes it again whenever that connection is lost.
 * @returns when it has the lock
 * @throws when the first attempt fails; there is no other one then
 */
export async function startHeartbeat(url: string, workerId: string, everyMs = HEARTBEAT_MS): Promise<Heartbeat> {
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  const done = keepBeating()
  try {
    await first.promise
  } catch (error) {
    stopping.abort()
    throw error
  }
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }

  /** On one connection after another: a lock that two of them had would outlive the one that is known. */
  async function keepBeating(): Promise<void> {
    while (!stopping.signal.aborted) {
      await beatOnOneConnection().catch(first.reject)
      if (!stopping.signal.aborted) await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function beatOnOneConnection(): Promise<never> {
    const client = new Client({
      connectionString: url,
      application_name: HEARTBEAT_NAME,
      connectionTimeoutMillis: CONNECT_MS,
      // A connection that is dead without a word would say for ever that this process is silent.
      query_timeout: 2 * everyMs,
      ...keepAliveOptions(),
    })
    const gone = new AbortController()
    client.on('end', () => gone.abort())
    const end = (): void => void client.connection.stream.destroy()
    client.on('error', end)
    stopping.signal.addEventListener('abort', end)
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [HEARTBEAT_CLASS, workerId])
      first.resolve()
      // Each fails where the connection has ended, and where nobody answers in time.
      for (;;) {
        await sleep(everyMs, undefined, { ref: false, signal: gone.signal }).catch(() => {})
        await client.query('select 1')
      }
    } finally {
      stopping.signal.removeEventListener('abort', end)
      end()
    }
  }
}

/** Whether a worker has no heartbeat. */
export const isDead = (workerId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`not exists (
  select from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(HEARTBEAT_CLASS)} and objid = (hashtext(${workerId})::bigint & 4294967295)::oid)`

/**
 * Ends the heartbeats of workers that have been silent for so long: what they hold is then anybody's. One that goes on
 * afterwards beats again; what it was doing may be done twice, as after a cut of the network.
 * @returns how many
 */
export async function reapHungWorkers(db: QueryExecutorProvider, seconds = HUNG_SECONDS): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${HEARTBEAT_NAME} and datname = current_database() and usename = current_user
      and state = 'idle' and state_change < now() - ${seconds} * interval '1 second'`.execute(db)
  return rows.length
}

/**
 * Which of some workers are dead. Apart from what they hold: their locks are in the memory of the server that they are
 * connected to, which on Citus is not the one that keeps an organization's rows.
 */
export async function deadAmong(db: QueryExecutorProvider, workerIds: readonly string[]): Promise<string[]> {
  if (workerIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${workerIds}::text[]) as id where ${isDead(sql.ref('id'))}`.execute(db)
  return rows.map(({ id }) => id)
}
