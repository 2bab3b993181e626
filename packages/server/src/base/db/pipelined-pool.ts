import type { CompiledQuery } from 'kysely'
import type { Client, ClientConfig } from 'pg'
import { Unavailable } from './errors.ts'
import { openPipelinedConnection, statementNames, type PipelinedConnection, type Rows } from './pipelined-connection.ts'

export type Execute = (query: CompiledQuery) => Promise<Rows>

export type PipelinedPool = {
  forTenant(organizationId: string): Execute
  /** Of statements that set their tenants themselves. */
  forMany: Execute
  /** Citus, whose workers hear of a tenant by a command alone. */
  isDistributed(): Promise<boolean>
  close(): Promise<void>
}

export type PipelinedPoolOptions = ClientConfig & {
  statement_timeout: number
  connectionTimeoutMillis: number
  count: number
  /** Of connections that slow statements have for themselves; only where a statement may be sent twice: reads. */
  apart?: number
  watch: (client: Client) => void
  onError: (error: Error) => void
}

/** A statement that somebody waits for. */
type Question = {
  /** Whose it is; null: of many. */
  organizationId: string | null
  ask: (reader: PipelinedConnection) => Promise<Rows>
  resolve: (rows: Rows) => void
  reject: (error: unknown) => void
  askedAtMs: number
}

type PooledConnection = {
  reader: PipelinedConnection
  /** In the order in which they were asked: the first is being answered, the others wait for it. */
  waiting: Set<Question>
  /** When the last answer came, or the first question. */
  movedAtMs: number
  /** Whether it is still to answer what nobody waits for any more. */
  hasOrphans: boolean
}

/** A statement that takes so long gets its connection for itself: these connections are shared by what takes milliseconds. */
const SLOW_MS = 400
/** Who has waited so long for statements before it, of which none ended, is told instead of kept (R8). */
const STUCK_MS = 2_000
const LOOK_EVERY_MS = 100

/**
 * A few connections that many readers share: statements are sent without waiting for the answers before them (2.1 × the
 * pool, measured). The tenant is set on the connection by a statement queued directly before the first one of
 * another tenant; a connection answers in order, and both are queued in one turn of the event loop. All statements of one
 * turn go to one connection in one write, because waking the server costs more than a statement by key.
 *
 * Behind a slow read nobody waits while there are connections: it keeps its own, and those behind it are asked again on a
 * fresh one.
 */
export function createPipelinedPool({
  count,
  apart: mostApart = 0,
  watch,
  onError,
  ...config
}: PipelinedPoolOptions): PipelinedPool {
  const names = statementNames()
  const places: (PooledConnection | undefined)[] = Array.from({ length: count })
  /** Of slow statements, which nothing else is asked on. */
  const apart = new Set<PooledConnection>()
  /** On their way to another connection. */
  const moving = new Set<Question>()
  let turn = 0
  /** Time as this process could follow it: while it was busy itself no statement took the time. */
  let nowMs = 0
  let lookedAtMs = performance.now()
  // After what has come is read.
  const timer = setInterval(() => setImmediate(look), LOOK_EVERY_MS).unref()
  if (mostApart === 0) clearInterval(timer)

  return {
    forTenant: (organizationId) => (query) => asked(organizationId, (reader) => reader.askAs(organizationId, query)),
    forMany: (query) => asked(null, (reader) => reader.ask(query)),
    isDistributed: async () => (await present(turn)).reader.isDistributed,
    close: async () => {
      clearInterval(timer)
      for (const place of [...places, ...apart]) await place?.reader.close()
    },
  }

  async function asked(organizationId: string | null, ask: Question['ask']): Promise<Rows> {
    const place = await present(turn)
    return new Promise((resolve, reject) => {
      void put({ organizationId, ask, resolve, reject, askedAtMs: nowMs }, place)
    })
  }

  /** A place whose reader is connected; what it is asked in this turn of the event loop goes in one write. */
  async function present(index: number): Promise<PooledConnection> {
    const known = places[index]
    const place = known && !known.reader.isBroken ? known : freshPlace()
    places[index] = place
    await place.reader.ready
    place.reader.gather(() => (turn = leastAsked()))
    return place
  }

  function freshPlace(): PooledConnection {
    const reader = openPipelinedConnection({ config, watch, onError, names })
    return { reader, waiting: new Set(), movedAtMs: 0, hasOrphans: false }
  }

  async function put(question: Question, place: PooledConnection): Promise<void> {
    if (place.waiting.size === 0) place.movedAtMs = nowMs
    place.waiting.add(question)
    try {
      const rows = await question.ask(place.reader)
      if (settle(question, place)) question.resolve(rows)
    } catch (error) {
      if (settle(question, place)) question.reject(error)
    }
  }

  /** @returns whether anybody still waits for it here */
  function settle(question: Question, place: PooledConnection): boolean {
    if (!place.waiting.delete(question)) return false
    place.movedAtMs = nowMs
    if (place.hasOrphans || (place.waiting.size === 0 && apart.has(place))) giveUp(place)
    return true
  }

  /**
   * The one after the last, in turns, unless it waits for more answers than another: what holds up one organization's
   * statement, a lock on its own rows, holds up nobody else's behind it while there is another connection.
   */
  function leastAsked(): number {
    const others = Array.from({ length: count }, (_, ahead) => (turn + 1 + ahead) % count)
    const waitsOf = (index: number): number => {
      const place = places[index]
      return isSlow(place) ? Infinity : (place?.waiting.size ?? 0)
    }
    return others.reduce((best, other) => (waitsOf(other) < waitsOf(best) ? other : best))
  }

  function isSlow(place: PooledConnection | undefined): boolean {
    return mostApart > 0 && place !== undefined && place.waiting.size > 0 && nowMs - place.movedAtMs >= SLOW_MS
  }

  /** Leaves slow statements their connections while there are others, and sees to those that wait behind them. */
  function look(): void {
    pass()
    for (const place of places)
      if (place && isSlow(place) && apart.size < mostApart) {
        apart.add(place)
        vacate(place)
      }
    spread()
    for (const place of [...places, ...apart]) if (place) shed(place)
    for (const question of moving) if (isStuck(question, 0) && moving.delete(question)) question.reject(stuck())
  }

  function pass(): void {
    const atMs = performance.now()
    nowMs += Math.min(atMs - lookedAtMs, 2 * LOOK_EVERY_MS)
    lookedAtMs = atMs
  }

  /**
   * Asks anew what waits behind slow statements: other organizations' first, as what the organizations of slow statements
   * ask next is likely to be slow as well.
   */
  function spread(): void {
    const free = [...places.keys()].filter((index) => !isSlow(places[index]))
    if (free.length === 0) return
    const slow = [...places, ...apart].flatMap((place) => (place && isSlow(place) ? [place] : []))
    const suspects = new Set(slow.map(({ waiting: [first] }) => first?.organizationId))
    const behind = slow.flatMap((place) => behindFirst(place).map((question) => ({ question, place })))
    const isSuspect = ({ question }: { question: Question }): boolean => suspects.has(question.organizationId)
    const inOrder = [...behind.filter((one) => !isSuspect(one)), ...behind.filter(isSuspect)]
    inOrder.forEach(({ question, place }, number) => void move(question, place, free[number % free.length] ?? turn))
  }

  /** Who has waited too long behind the first one hears so; what was sent is answered to nobody. */
  function shed(place: PooledConnection): void {
    for (const question of behindFirst(place))
      if (isStuck(question, place.movedAtMs)) {
        place.waiting.delete(question)
        place.hasOrphans = true
        question.reject(stuck())
      }
  }

  async function move(question: Question, from: PooledConnection, to: number): Promise<void> {
    from.waiting.delete(question)
    from.hasOrphans = true
    moving.add(question)
    try {
      const place = await present(to)
      if (moving.delete(question)) void put(question, place)
    } catch (error) {
      if (moving.delete(question)) question.reject(error)
    }
  }

  function isStuck({ askedAtMs }: Question, movedAtMs: number): boolean {
    return nowMs - Math.max(askedAtMs, movedAtMs) >= STUCK_MS
  }

  /** Its slow statement has ended, and what else it is to answer is asked elsewhere or waited for by nobody. */
  function giveUp(place: PooledConnection): void {
    apart.delete(place)
    vacate(place)
    for (const question of place.waiting) void move(question, place, turn)
    place.reader.leave(place.hasOrphans)
  }

  function vacate(place: PooledConnection): void {
    const index = places.indexOf(place)
    if (index >= 0) places[index] = undefined
    turn = leastAsked()
  }
}

const behindFirst = ({ waiting }: PooledConnection): Question[] => (waiting.size > 1 ? [...waiting].slice(1) : [])

const stuck = (): Error => new Unavailable('What was asked of the database before has not ended.')
