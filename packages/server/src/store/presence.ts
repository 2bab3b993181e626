import { Client } from 'pg'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { lasting } from './silence.ts'

/** Advisory locks of this class say that a worker lives; PostgreSQL drops them with its connection. */
export const WORKER_CLASS = 77
/** Whoever bears this name says something every few seconds. */
const SIGN_OF_LIFE = 'sightline sign of life'
const SIGN_EVERY_MS = 5_000
/** A process that was stopped, or hangs, keeps its connections; after this silence it counts as dead. */
const SILENT_SECONDS = 20
/** A worker takes its lock when it is made; this much later it surely has it. */
const GRACE = '400 milliseconds'

export type Presence = {
  /** Says for the life of this process that a worker lives. */
  hold(workerId: string): Promise<void>
  /** It works no more: what it holds is anybody's. */
  release(workerId: string): Promise<void>
  close(): Promise<void>
}

/** How long after a loss, or a failed attempt, the connection is made again. */
const RETAKE_MS = 200

/** The connection with the locks, and whose it has: PostgreSQL counts a lock that is taken twice, and one release would not free it. */
type Line = { client: Client; locked: Set<string>; isGone: boolean }

/** Holds the locks on a connection of its own, and takes them again when that connection was lost. */
export function announceWorkers(url: string, signEveryMs = SIGN_EVERY_MS): Presence {
  const held = new Set<string>()
  let line: Line | undefined
  let retaking: NodeJS.Timeout | undefined
  let isClosed = false
  const sign = setInterval(() => void giveSign(), signEveryMs)
  sign.unref()
  // One change after another, so that there is one connection, with what is held then.
  let turn: Promise<unknown> = Promise.resolve()
  return {
    hold: async (workerId) => {
      held.add(workerId)
      await settle()
    },
    release: async (workerId) => {
      held.delete(workerId)
      // Where the connection is gone the lock is too.
      if (line?.isGone === false) await settle().catch(() => {})
    },
    close: async () => {
      isClosed = true
      clearInterval(sign)
      clearTimeout(retaking)
      await line?.client.end().catch(() => {})
    },
  }

  /** A connection that is dead without a word would say for ever that this process is silent. */
  async function giveSign(): Promise<void> {
    if (line?.isGone !== false) return
    const { client } = line
    const unanswered = setTimeout(() => client.connection.stream.destroy(), 2 * signEveryMs).unref()
    await client.query('select 1').catch(() => {})
    clearTimeout(unanswered)
  }

  /** Makes the locks those that are held; tried again by itself where it fails. */
  function settle(): Promise<void> {
    const mine = turn.then(lockHeld)
    mine.catch(retakeSoon)
    turn = mine.catch(() => {})
    return mine
  }

  async function lockHeld(): Promise<void> {
    if (line?.isGone !== false) line = await connect()
    const { client, locked } = line
    for (const workerId of held)
      if (!locked.has(workerId)) {
        await lock(client, workerId)
        locked.add(workerId)
      }
    for (const workerId of locked)
      if (!held.has(workerId)) {
        await unlock(client, workerId)
        locked.delete(workerId)
      }
  }

  async function connect(): Promise<Line> {
    const client = new Client({
      connectionString: url,
      application_name: SIGN_OF_LIFE,
      connectionTimeoutMillis: 2_000,
      ...lasting(),
    })
    client.on('error', () => {})
    const made: Line = { client, locked: new Set(), isGone: false }
    client.on('end', () => {
      made.isGone = true
      retakeSoon()
    })
    await client.connect()
    if (isClosed) await client.end()
    return made
  }

  function retakeSoon(): void {
    if (isClosed) return
    clearTimeout(retaking)
    retaking = setTimeout(() => void settle().catch(() => {}), RETAKE_MS).unref()
  }
}

async function lock(client: Client, workerId: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [WORKER_CLASS, workerId])
}

async function unlock(client: Client, workerId: string): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1, hashtext($2))', [WORKER_CLASS, workerId])
}

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
 * Gives the jobs of workers that died back to the queue, which itself would wait for four hours; and opens queues that are
 * held without a job.
 * @returns the tasks of those jobs: what was being done then may be done twice
 */
export async function freeDeadWorkers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tasks: string[] }>`
    with holder as (
      select locked_by from graphile_worker._private_jobs where locked_at < now() - ${GRACE}::interval
      union
      select locked_by from graphile_worker._private_job_queues where locked_at < now() - ${GRACE}::interval
    ), dead as (
      select locked_by from holder
      where locked_by is not null and not exists (
        select from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and classid = ${WORKER_CLASS} and objid = (hashtext(locked_by)::bigint & 4294967295)::oid)
    ), freed as (
      -- The attempt is given back: after ten of them the queue lets six hours pass before it tries a job again.
      update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
      where locked_by in (select locked_by from dead) returning task_id
    ), opened as (
      update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
      where locked_by in (select locked_by from dead)
        -- Both are locked and let go in one statement. But where a worker that was cut off ends a job that another has taken
        -- over, the other one's end finds no job, and the library leaves it the queue for good.
        or (locked_at < now() - ${GRACE}::interval and not exists (
          select from graphile_worker._private_jobs as job where job.job_queue_id = queue.id and job.locked_at is not null))
      returning id
    )
    select (select coalesce(array_agg(identifier order by identifier), '{}') from freed
      join graphile_worker._private_tasks as task on task.id = freed.task_id) as tasks,
      (select count(*) from opened)`.execute(db)
  return rows[0]?.tasks ?? []
}

/**
 * Which of some workers or senders are dead. Apart from what they hold: their locks are in the memory of the server that they
 * are connected to, which on Citus is not the one that keeps an organization's rows.
 */
export async function deadAmong(db: Db, workerIds: readonly string[]): Promise<string[]> {
  if (workerIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${workerIds}::text[]) as id where not exists (
      select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and classid = ${WORKER_CLASS} and objid = (hashtext(id)::bigint & 4294967295)::oid)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Far longer than the answer takes that tells a worker which jobs it has. */
const UNTOLD = '3 seconds'

/** The jobs that a worker has had for longer than it takes to be told so; ids as text. */
export async function jobsHeldBy(db: Db, workerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker._private_jobs
    where locked_by = ${workerId} and locked_at < now() - ${UNTOLD}::interval`.execute(db)
  return rows.map(({ id }) => id)
}

/** Gives jobs of a worker back to the queue; one that was taken anew meanwhile stays. @returns how many */
export async function giveBack(db: Db, workerId: string, jobIds: readonly string[]): Promise<number> {
  const { rows } = await sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
    where id = any(${jobIds}::bigint[]) and locked_by = ${workerId} and locked_at < now() - ${UNTOLD}::interval
    returning id`.execute(db)
  return rows.length
}
