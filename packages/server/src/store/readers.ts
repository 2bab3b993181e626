import type { CompiledQuery } from 'kysely'
import { Client, type ClientConfig, type QueryResult } from 'pg'
import { isOutdatedPlan } from './errors.ts'
import { socketOf } from './silence.ts'
import { IS_DISTRIBUTED, setLocalText } from './tenant-setting.ts'

export type Execute = (query: CompiledQuery) => Promise<{ rows: unknown[] }>

export type Readers = {
  forTenant(organizationId: string): Execute
  /** Of statements that set their tenants themselves. */
  forMany: Execute
  /** Citus, whose workers hear of a tenant by a command alone. */
  isDistributed(): Promise<boolean>
  close(): Promise<void>
}

type Reader = {
  client: Client
  ready: Promise<unknown>
  /** On Citus the tenant reaches the workers only as part of a transaction. */
  isDistributed: boolean
  /** The tenant that the statement last queued on this connection belongs to. */
  tenant: string | null
  /** Statements that were not answered yet. */
  unanswered: number
  /** Whether statements are being gathered for the next write. */
  isGathering: boolean
  isBroken: boolean
}

/** So long may a server say nothing to statements that wait for it: none of a reader's takes a minute, so it is gone. */
const SILENCE_MS = 60_000

/** Statements prepared under a name; beyond this many texts (lists of varying length) they go unnamed. */
const NAMED_STATEMENTS = 300

/**
 * A few connections that many readers share: statements are sent without waiting for the answers before them (2.1 × the
 * pool, stack-bench.md 2). The tenant is set on the connection by a statement queued directly before the first one of
 * another tenant; a connection answers in order, and both are queued in one turn of the event loop. All statements of one
 * turn go to one connection in one write, because waking the server costs more than a statement by key.
 */
export function createReaders(
  options: ClientConfig & { count: number; watch: (client: Client) => void; onError: (error: Error) => void },
): Readers {
  const { count, watch, onError, ...config } = options
  const names = new Map<string, string>()
  const readers: (Reader | undefined)[] = Array.from({ length: count })
  let turn = 0
  /** Names, those of statements that were prepared anew included. */
  let given = 0

  return {
    forTenant: (organizationId) => async (query) => {
      const reader = await present()
      const askAs = reader.isDistributed ? inTransaction : alone
      return awaited(
        reader,
        upToDate(query, () => askAs(reader, organizationId, query)),
      )
    },
    forMany: async (query) => {
      const reader = await present()
      return awaited(
        reader,
        upToDate(query, () => ask(reader, query)),
      )
    },
    isDistributed: async () => (await present()).isDistributed,
    close: async () => {
      for (const reader of readers) await reader?.client.end().catch(() => {})
    },
  }

  /** The one whose turn it is, connected; what it is asked in this turn of the event loop goes in one write. */
  async function present(): Promise<Reader> {
    const reader = pick(readers[turn])
    readers[turn] = reader
    await reader.ready
    gather(reader)
    return reader
  }

  async function awaited<Answer>(reader: Reader, answer: Promise<Answer>): Promise<Answer> {
    reader.unanswered += 1
    try {
      return await answer
    } finally {
      reader.unanswered -= 1
    }
  }

  async function alone(reader: Reader, organizationId: string, query: CompiledQuery): Promise<{ rows: unknown[] }> {
    // Not awaited yet: it must stand directly before the statement. Should it fail, the answer is thrown away below.
    const tenantSet: Promise<unknown> =
      reader.tenant === organizationId ? Promise.resolve() : setTenant(reader, organizationId)
    const [result] = await Promise.all([ask(reader, query), tenantSet])
    return { rows: result.rows }
  }

  /** Four statements in one write; where one fails, those after it do too, and nothing of it stays. */
  async function inTransaction(reader: Reader, organizationId: string, query: CompiledQuery) {
    const before = ['begin', setLocalText('app.organization_id', organizationId)].map((text) =>
      reader.client.query(text),
    )
    const [result] = await Promise.all([ask(reader, query), ...before, reader.client.query('commit')])
    return { rows: result.rows }
  }

  function ask(reader: Reader, query: CompiledQuery): Promise<QueryResult<object>> {
    return reader.client.query({ text: query.sql, values: [...query.parameters], ...named(query.sql) })
  }

  function gather(reader: Reader): void {
    if (reader.isGathering) return
    reader.isGathering = true
    const { stream } = reader.client.connection
    stream.cork()
    setImmediate(() => {
      reader.isGathering = false
      turn = leastAsked()
      stream.uncork()
    })
  }

  /**
   * The one after the last, in turns, unless it waits for more answers than another: what holds up one organization's
   * statement, a lock on its own rows, holds up nobody else's behind it while there is another connection.
   */
  function leastAsked(): number {
    const others = Array.from({ length: count }, (_, ahead) => (turn + 1 + ahead) % count)
    const waitsOf = (index: number): number => readers[index]?.unanswered ?? 0
    return others.reduce((best, other) => (waitsOf(other) < waitsOf(best) ? other : best))
  }

  function pick(known: Reader | undefined): Reader {
    return known && !known.isBroken ? known : connect()
  }

  function connect(): Reader {
    const client = new Client({ ...config, pipeline: true })
    const opened = async (): Promise<void> => {
      await client.connect()
      endInSilence()
      watch(client)
      const { rows } = await client.query<{ isDistributed: boolean | null }>(IS_DISTRIBUTED)
      reader.isDistributed = rows[0]?.isDistributed === true
    }
    /** Where other connections pass and this one is swallowed (silence.ts sees where none does). */
    const endInSilence = (): void => {
      const socket = socketOf(client)
      socket.setTimeout(SILENCE_MS, () => {
        if (reader.unanswered > 0) socket.destroy(new Error(`The database said nothing for ${SILENCE_MS} ms.`))
      })
    }
    const reader: Reader = {
      client,
      ready: Promise.resolve(),
      isDistributed: false,
      tenant: null,
      unanswered: 0,
      isGathering: false,
      isBroken: false,
    }
    reader.ready = opened()
    const broken = (): void => {
      reader.isBroken = true
    }
    reader.ready.catch(broken)
    client.on('end', broken)
    client.on('error', (error) => {
      broken()
      onError(error)
    })
    return reader
  }

  function setTenant(reader: Reader, organizationId: string): Promise<unknown> {
    reader.tenant = organizationId
    return reader.client
      .query({ name: 'tenant', text: `select set_config('app.organization_id', $1, false)`, values: [organizationId] })
      .catch((error: unknown) => {
        // The connection may still be somebody else's tenant: nobody may use it again.
        if (!reader.isBroken) reader.client.end().catch(() => {})
        reader.isBroken = true
        throw error
      })
  }

  /** Asks once more, prepared anew, where a newer version gave a table a column meanwhile. */
  async function upToDate<Answer>(query: CompiledQuery, asking: () => Promise<Answer>): Promise<Answer> {
    const name = names.get(query.sql)
    try {
      return await asking()
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      if (names.get(query.sql) === name) names.delete(query.sql)
      return asking()
    }
  }

  function named(text: string): { name?: string } {
    const known = names.get(text)
    if (known !== undefined) return { name: known }
    if (names.size >= NAMED_STATEMENTS) return {}
    given += 1
    const name = `s${given}`
    names.set(text, name)
    return { name }
  }
}
