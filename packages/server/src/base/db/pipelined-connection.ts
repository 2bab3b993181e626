import type { CompiledQuery } from 'kysely'
import { Client, type ClientConfig, type QueryResult } from 'pg'
import { isOutdatedPlan, Unavailable } from './errors.ts'
import { retryRolledBack } from './rolled-back.ts'
import { patience, socketOf } from './dead-peer-detection.ts'
import { IS_DISTRIBUTED, setLocalText } from './tenant-setting.ts'

export type Rows = { rows: unknown[] }

/** One connection on which statements are sent without waiting for the answers before them. */
export type PipelinedConnection = {
  ready: Promise<unknown>
  /** On Citus the tenant reaches the workers only as part of a transaction. */
  isDistributed: boolean
  isBroken: boolean
  /** Statements of this turn of the event loop go in one write; told when it is made. */
  gather(onSent: () => void): void
  ask(query: CompiledQuery): Promise<Rows>
  askAs(organizationId: string, query: CompiledQuery): Promise<Rows>
  /** Whether nobody is to hear of its end: what it was still to answer was taken from it. */
  leave(isAbrupt: boolean): void
  close(): Promise<void>
}

export type PipelinedConnectionOptions = {
  config: ClientConfig & { statement_timeout: number; connectionTimeoutMillis: number }
  watch: (client: Client) => void
  onError: (error: Error) => void
  names: StatementNames
}

/** A statement ends by itself before: a connection that says nothing for so much longer is dead, though others pass. */
const GRACE_MS = 5_000

export function openPipelinedConnection({
  config,
  watch,
  onError,
  names,
}: PipelinedConnectionOptions): PipelinedConnection {
  const { connectionTimeoutMillis, ...settings } = config
  const client = new Client({ ...settings, pipeline: true })
  /** The tenant that the statement last queued on this connection belongs to. */
  let tenant: string | null = null
  let isGathering = false
  let isLeft = false
  const reader: PipelinedConnection = {
    ready: opened(),
    isDistributed: false,
    isBroken: false,
    gather,
    ask: (query) => retried(query, () => ask(query)),
    askAs: (organizationId, query) =>
      retried(query, () =>
        reader.isDistributed ? inTransaction(organizationId, query) : alone(organizationId, query),
      ),
    leave: (isAbrupt) => {
      isLeft = true
      reader.isBroken = true
      if (isAbrupt) socketOf(client).destroy()
      else client.end().catch(() => {})
    },
    close: () => client.end().catch(() => {}),
  }
  reader.ready.catch(broken)
  client.on('end', broken)
  client.on('error', (error) => {
    broken()
    if (!isLeft) onError(error)
  })
  return reader

  async function opened(): Promise<void> {
    await connected()
    endInSilence()
    watch(client)
    const { rows } = await client.query<{ isDistributed: boolean | null }>(IS_DISTRIBUTED)
    reader.isDistributed = rows[0]?.isDistributed === true
  }

  /** The driver's own limit knows nothing of a process that is busy itself: it would end what has been answered. */
  async function connected(): Promise<void> {
    const late = patience(connectionTimeoutMillis).then(() => {
      throw new Unavailable(`No connection to the database within ${connectionTimeoutMillis} ms.`)
    })
    try {
      await Promise.race([client.connect(), late])
    } catch (error) {
      socketOf(client).destroy()
      throw error
    }
  }

  /** Where other connections pass and this one is swallowed (dead-peer-detection.ts sees where none does). */
  function endInSilence(): void {
    const socket = socketOf(client)
    const silenceMs = config.statement_timeout + GRACE_MS
    let settledBytes = 0
    client.on('drain', () => (settledBytes = socket.bytesWritten))
    socket.setTimeout(silenceMs, () => {
      if (socket.bytesWritten > settledBytes)
        socket.destroy(new Error(`The database said nothing for ${silenceMs} ms.`))
    })
  }

  function broken(): void {
    reader.isBroken = true
  }

  function gather(onSent: () => void): void {
    if (isGathering) return
    isGathering = true
    const { stream } = client.connection
    stream.cork()
    setImmediate(() => {
      isGathering = false
      onSent()
      stream.uncork()
    })
  }

  async function alone(organizationId: string, query: CompiledQuery): Promise<Rows> {
    // Not awaited yet: it must stand directly before the statement. Should it fail, the answer is thrown away below.
    const tenantSet: Promise<unknown> = tenant === organizationId ? Promise.resolve() : setTenant(organizationId)
    const [result] = await Promise.all([ask(query), tenantSet])
    return { rows: result.rows }
  }

  /** Four statements in one write; where one fails, those after it do too, and nothing of it stays. */
  async function inTransaction(organizationId: string, query: CompiledQuery): Promise<Rows> {
    const before = ['begin', setLocalText('app.organization_id', organizationId)].map((text) => client.query(text))
    const [result] = await Promise.all([ask(query), ...before, client.query('commit')])
    return { rows: result.rows }
  }

  function ask(query: CompiledQuery): Promise<QueryResult<object>> {
    return client.query({ text: query.sql, values: [...query.parameters], ...names.of(query.sql) })
  }

  function setTenant(organizationId: string): Promise<unknown> {
    tenant = organizationId
    return client
      .query({ name: 'tenant', text: `select set_config('app.organization_id', $1, false)`, values: [organizationId] })
      .catch((error: unknown) => {
        // The connection may still be somebody else's tenant: nobody may use it again.
        if (!reader.isBroken) client.end().catch(() => {})
        reader.isBroken = true
        throw error
      })
  }

  /** Asks again what was rolled back, and once more, prepared anew, where a newer version gave a table a column meanwhile. */
  async function retried<Answer>(query: CompiledQuery, asking: () => Promise<Answer>): Promise<Answer> {
    const { name } = names.of(query.sql)
    try {
      return await retryRolledBack(asking)
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      names.renew(query.sql, name)
      return asking()
    }
  }
}

/** Statements prepared under a name; beyond this many texts (lists of varying length) they go unnamed. */
const NAMED_STATEMENTS = 300

export type StatementNames = {
  of(text: string): { name?: string }
  /** From now on it has another name, unless it has one already. */
  renew(text: string, name: string | undefined): void
}

/** The same on all connections of a kind. */
export function statementNames(): StatementNames {
  const names = new Map<string, string>()
  /** Names, those of statements that were prepared anew included. */
  let given = 0
  return {
    of: (text) => {
      const known = names.get(text)
      if (known !== undefined) return { name: known }
      if (names.size >= NAMED_STATEMENTS) return {}
      given += 1
      const name = `s${given}`
      names.set(text, name)
      return { name }
    },
    renew: (text, name) => {
      if (names.get(text) === name) names.delete(text)
    },
  }
}
