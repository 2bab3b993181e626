import type { Db } from './db.ts'
import { LRUCache } from 'lru-cache'
import { rememberEnd } from './ended-connection.ts'
import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { Pool, types as pgTypes } from 'pg'
import { createPipelinedPool, type Execute } from './pipelined-pool.ts'
import { keepAliveOptions, watchSilence } from './dead-peer-detection.ts'
import type { Tables } from './tables.ts'
import { setLocal } from './tenant-setting.ts'
import { createFairSemaphore } from '../fairness/fair-semaphore.ts'

export type Database = {
  /** Statements of one tenant outside a transaction, pipelined over a few connections: for reads. */
  reader(organizationId: string): Db
  /** One writing statement of one tenant that commits by itself, pipelined: for counting. */
  statement(organizationId: string): Db
  /**
   * For one writing statement at a time that is about many tenants, sets each of them for itself and commits by itself, on a
   * connection where nothing waits for rows; null on Citus.
   */
  statementOfMany(): Promise<Db | null>
  /** One transaction of one tenant; what it throws rolls it back. Where many wait, tenants take turns. */
  transaction<Result>(organizationId: string, work: (db: Db) => Promise<Result>): Promise<Result>
  /** Reads of one tenant that all see the same moment, whatever is written meanwhile. */
  snapshot<Result>(organizationId: string, work: (db: Db) => Promise<Result>): Promise<Result>
  /** One transaction of one person, by id or folded address: it sees what is theirs. */
  withUser<Result>(idOrEmail: string, work: (db: Db) => Promise<Result>): Promise<Result>
  /** One transaction outside any tenant: it sees what stands behind what is named in it (`store/accounts/people.ts`). */
  withoutTenant<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** Outside any tenant: sees `credential` and nothing else. */
  systemDb: Db
  /** For taking and ending jobs: each statement commits by itself, in the order in which they are sent. */
  queue: Db
  pool: Pool
  close(): Promise<void>
}

/** Object ids of types in PostgreSQL's catalogue. */
const INT8 = 20
const DATE = 1082
const NUMERIC = 1700

/** bigint counts and sums fit a number here: none comes near 2^53. A day is a day, not an instant in this process's zone. */
// Declared for an enumeration of known types; it takes any object id.
const usualParser = pgTypes.getTypeParser as (oid: number, format?: 'text' | 'binary') => (value: string) => unknown
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number
    return oid === DATE ? String : usualParser(oid, format)
  },
}

/**
 * Connections of a process, made as they are wanted. There are more of those that count than of those that read, as commits
 * wait for the disk one after another on each. A slow read has one to itself: no organization has more of them at once
 * (`operations/dispatcher.ts`).
 */
const CONNECTIONS = { pool: 20, readers: 3, slowReads: 8, counters: 5, countersOfMany: 1, queue: 1 }
/** All of them together. */
export const MOST_CONNECTIONS = Object.values(CONNECTIONS).reduce((sum, count) => sum + count)
/** Of the pool, that no tenants' transactions take: keys are looked up, and readiness is told, whatever they wait for. */
const KEPT_FREE = 4
/** Transactions of all tenants at once, on a pool of so many connections. */
export const transactionsAtOnce = (poolSize: number): number => Math.max(4, poolSize - KEPT_FREE)
/** Of what counts: longer than a migration waits, for whose lock others wait. */
const LOCK_WAIT_MS = 2_000

/** In milliseconds. */
export type DatabaseLimits = {
  /** How long nobody may hear anything of a server that somebody waits for before it is asked whether it is there (default: 1,000). */
  silenceMs?: number
  /** Of a read among many, and of a statement that counts (default: 10,000). */
  readMs?: number
  /** Of a statement in a transaction: writes, exports and what reads many rows (default: 30,000). */
  transactionMs?: number
}

export type DatabaseOptions = {
  /** Connection string of the application role. */
  url: string
  poolSize?: number
  readerCount?: number
  limits?: DatabaseLimits
  onError?: (error: Error) => void
}

export function openDatabase({
  url,
  poolSize = CONNECTIONS.pool,
  readerCount = CONNECTIONS.readers,
  limits: { silenceMs, readMs = 10_000, transactionMs = 30_000 } = {},
  onError = () => {},
}: DatabaseOptions): Database {
  const silence = watchSilence({ url, ...(silenceMs !== undefined && { silenceMs }) })
  const connection = {
    connectionString: url,
    types,
    ...keepAliveOptions(),
    connectionTimeoutMillis: 3_000,
    application_name: 'sightline',
    stream: silence.stream,
  }
  const pool = new Pool({ ...connection, max: poolSize, statement_timeout: transactionMs })
  // Without a listener a connection that the server closes ends the process: the pool's own hears idle ones only, and a
  // transaction between two statements is not idle.
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    rememberEnd(client)
    silence.watch(client)
  })
  // A reader that writes is a mistake; the server itself refuses it.
  const readOnly = keepAliveOptions('-c default_transaction_read_only=on')
  const shared = { ...connection, statement_timeout: readMs, watch: silence.watch, onError }
  const readers = createPipelinedPool({ ...shared, ...readOnly, count: readerCount, apart: CONNECTIONS.slowReads })
  const counting = { ...shared, lock_timeout: LOCK_WAIT_MS }
  const counters = createPipelinedPool({ ...counting, count: CONNECTIONS.counters })
  const together = createPipelinedPool({ ...counting, count: CONNECTIONS.countersOfMany })
  const ofMany = handleOf(together.forMany)
  // A crash of the database may take back that a job was taken or ended, so that it is done again, as after any kill; what
  // the job itself wrote is waited for. So these commits, the most frequent of all, need not wait for the disk.
  const ofQueue = createPipelinedPool({
    ...shared,
    ...keepAliveOptions('-c synchronous_commit=off'),
    application_name: 'sightline queue',
    statement_timeout: transactionMs,
    count: CONNECTIONS.queue,
  })
  const systemDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const turns = createFairSemaphore({ ofAll: transactionsAtOnce(poolSize) + 1, keepsLast: true })
  return {
    systemDb,
    queue: handleOf(ofQueue.forMany),
    pool,
    reader: remembered((organizationId) => handleOf(readers.forTenant(organizationId))),
    statement: remembered((organizationId) => handleOf(counters.forTenant(organizationId))),
    statementOfMany: async () => ((await together.isDistributed()) ? null : ofMany),
    transaction: async (organizationId, work) => {
      // The pool knows one line for all, in which a tenant with a hundred jobs would be before everybody a hundred times.
      await turns.take(organizationId)?.begun
      try {
        return await named(systemDb.transaction(), TENANT, organizationId, work)
      } finally {
        turns.leave(organizationId)
      }
    },
    withUser: (idOrEmail, work) => named(systemDb.transaction(), 'app.person', idOrEmail, work),
    withoutTenant: (work) => systemDb.transaction().execute(work),
    snapshot: (organizationId, work) =>
      named(
        systemDb.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'),
        TENANT,
        organizationId,
        work,
      ),
    close: async () => {
      silence.close()
      await Promise.all([readers.close(), counters.close(), together.close(), ofQueue.close()])
      await systemDb.destroy()
      // A handle that nobody asked anything leaves its pool as it is.
      if (!pool.ended) await pool.end()
    },
  }
}

const TENANT = 'app.organization_id'

/** A transaction that says from the beginning whose it is. */
function named<Result>(
  transaction: ReturnType<Kysely<Tables>['transaction']>,
  setting: typeof TENANT | 'app.person',
  value: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return transaction.execute(async (db) => {
    await setLocal(db, setting, value)
    return work(db)
  })
}

/** A handle keeps no connection, but to make one takes longer than a small statement's way to the server. */
const REMEMBERED_TENANTS = 10_000

function remembered(make: (organizationId: string) => Db): (organizationId: string) => Db {
  const handles = new LRUCache<string, Db>({ max: REMEMBERED_TENANTS })
  return (organizationId) => {
    const known = handles.get(organizationId)
    if (known) return known
    const handle = make(organizationId)
    handles.set(organizationId, handle)
    return handle
  }
}

const handleOf = (execute: Execute): Db => new Kysely<Tables>({ dialect: readerDialect(execute) })

/** A dialect whose every statement goes to one tenant's reader; it knows no transactions on purpose. */
function readerDialect(execute: Execute) {
  const connection = {
    // Kysely names the row's type itself; the statement decides it.
    executeQuery: async (query: CompiledQuery) => (await execute(query)) as { rows: never[] },
    streamQuery: () => refuse('stream'),
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<Tables>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: async () => refuse('begin a transaction'),
      commitTransaction: async () => refuse('commit'),
      rollbackTransaction: async () => refuse('roll back'),
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
  }
}

function refuse(what: string): never {
  throw new Error(`A reader cannot ${what}; use Database.transaction.`)
}
