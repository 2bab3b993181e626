import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import { lasting } from './silence.ts'

/** Advisory locks of this class say that a worker lives; PostgreSQL drops them with its connection. */
export const WORKER_CLASS = 77
/** Whoever bears this name says something every few seconds. */
const SIGN_OF_LIFE = 'sightline sign of life'
const SIGN_EVERY_MS = 5_000
/** A process that was stopped, or hangs, keeps its connections; after this silence it counts as dead. */
const SILENT_SECONDS = 20
/** How long after a loss, or a failed attempt, the connection is made again. */
const RETAKE_MS = 200
const CONNECT_MS = 2_000

export type Presence = {
  /** It works no more: what it holds is anybody's. */
  close(): Promise<void>
}

/**
 * Says that a worker lives, by a lock on a connection of its own, and takes it again whenever that connection is lost.
 * @returns when it has the lock
 * @throws when the first attempt fails; there is no other one then
 */
export async function announceWorker(url: string, workerId: string, signEveryMs = SIGN_EVERY_MS): Promise<Presence> {
  const closing = new AbortController()
  const first = Promise.withResolvers<void>()
  const done = keepHolding()
  try {
    await first.promise
  } catch (error) {
    closing.abort()
    throw error
  }
  return {
    close: () => {
      closing.abort()
      return done
    },
  }

  /** On one connection after another: a lock that two of them had would outlive the one that is known. */
  async function keepHolding(): Promise<void> {
    while (!closing.signal.aborted) {
      await holdOnce().catch(first.reject)
      if (!closing.signal.aborted) await sleep(RETAKE_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function holdOnce(): Promise<never> {
    const client = new Client({
      connectionString: url,
      application_name: SIGN_OF_LIFE,
      connectionTimeoutMillis: CONNECT_MS,
      // A connection that is dead without a word would say for ever that this process is silent.
      query_timeout: 2 * signEveryMs,
      ...lasting(),
    })
    const gone = new AbortController()
    client.on('end', () => gone.abort())
    const end = (): void => void client.connection.stream.destroy()
    client.on('error', end)
    closing.signal.addEventListener('abort', end)
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [WORKER_CLASS, workerId])
      first.resolve()
      // One sign after another; it fails where the connection has ended, and where nobody answers in time.
      for (;;) {
        await sleep(signEveryMs, undefined, { ref: false, signal: gone.signal }).catch(() => {})
        await client.query('select 1')
      }
    } finally {
      closing.signal.removeEventListener('abort', end)
      end()
    }
  }
}

/** Whether who bears an id gives no sign of life. */
export const isDead = (workerId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`not exists (
  select from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(WORKER_CLASS)} and objid = (hashtext(${workerId})::bigint & 4294967295)::oid)`

/**
 * Ends the signs of life of workers that have said nothing for so long: what they hold is then anybody's. One that goes on
 * afterwards says anew that it lives; what it was doing may be done twice, as after a cut of the network.
 * @returns how many
 */
export async function endSilentSigns(db: Db, seconds = SILENT_SECONDS): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${SIGN_OF_LIFE} and datname = current_database() and usename = current_user
      and state = 'idle' and state_change < now() - ${seconds} * interval '1 second'`.execute(db)
  return rows.length
}

/**
 * Which of some workers or senders are dead. Apart from what they hold: their locks are in the memory of the server that they
 * are connected to, which on Citus is not the one that keeps an organization's rows.
 */
export async function deadAmong(db: Db, workerIds: readonly string[]): Promise<string[]> {
  if (workerIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${workerIds}::text[]) as id where ${isDead(sql.ref('id'))}`.execute(db)
  return rows.map(({ id }) => id)
}
