import { availableParallelism } from 'node:os'
import { createPool } from './pool.ts'
import type { Ended, Limits } from './seat.ts'
import type { AnyTask, Call } from './serve.ts'
import { WHOLE_CALL, type EachTask, type Read, type Tried, type UnreadReason } from './task.ts'

/** Of one text: an answer of 2 kB takes 0.2 ms, the longest that is taken some 50 ms. */
export const TEXT_MS = 2_000
/** Of a thread while it reads one text: with the names of 32 brands it holds some 50 MB. */
export const TEXT_BYTES = 512 * 2 ** 20
/** More would only wait for the database. */
const MOST_THREADS = 8

export type ThreadsOptions = {
  /** The file that a thread runs: it calls `serveTasks`. */
  entry: URL
  /** Of one text; smaller in tests only. */
  limits?: Partial<Limits> | undefined
  /** Most threads (default: one fewer than processors, two at least). */
  size?: number | undefined
  /** Told of each text that is not read. */
  onUnread?: (unread: Unread) => void
}
export type Unread = { tenant: string; task: string; reason: UnreadReason; error: string | null }

type SharedOf<Task> = Task extends (shared: infer Shared, items: never, turn: never) => unknown ? Shared : never
type ItemOf<Task> = Task extends (shared: never, items: infer Items, turn: never) => unknown
  ? Items extends readonly (infer Item)[]
    ? Item
    : never
  : never
type EachName<Tasks> = {
  [Name in keyof Tasks]: Tasks[Name] extends EachTask<never, never, unknown> ? Name : never
}[keyof Tasks]
type ValueOf<Task> = Task extends (shared: never, items: never, turn: never) => infer Value ? Value : never
type EachValue<Task> = ValueOf<Task> extends Tried<infer Value>[] ? Value : never

export type Reading<Tasks> = {
  /**
   * Reads texts one by one, each for itself.
   * @param mostUnread after so many that could not be read it stops: what comes back is shorter than `items`
   */
  each<Name extends EachName<Tasks> & string>(
    tenant: string,
    name: Name,
    shared: SharedOf<Tasks[Name]>,
    items: readonly ItemOf<Tasks[Name]>[],
    mostUnread?: number,
  ): Promise<Read<EachValue<Tasks[Name]>>[]>
  /** The same of a single text. */
  one<Name extends EachName<Tasks> & string>(
    tenant: string,
    name: Name,
    shared: SharedOf<Tasks[Name]>,
    item: ItemOf<Tasks[Name]>,
  ): Promise<Read<EachValue<Tasks[Name]>>>
  /**
   * Makes one result of texts, without those that cannot be read.
   * @returns the texts that it is made of, too
   * @throws Error when too many had to be left out
   */
  together<Name extends Exclude<keyof Tasks, EachName<Tasks>> & string, Item extends ItemOf<Tasks[Name]>>(
    tenant: string,
    name: Name,
    shared: SharedOf<Tasks[Name]>,
    items: readonly Item[],
  ): Promise<{ value: ValueOf<Tasks[Name]>; read: Item[] }>
}

/**
 * Threads that read texts of strangers. A text that takes longer than its time, or needs more memory, costs its thread and
 * nothing else: it is tried once more before all others, then set aside with the reason. Tenants take turns, and one alone
 * never has the last thread.
 */
export type Threads<Tasks> = Reading<Tasks> & {
  /** For whoever waits for the result: before what the jobs of the same tenant have waiting. */
  urgent: Reading<Tasks>
  /** Ends all threads; who waits for one is told so. */
  close(): Promise<void>
}

/** Handing texts to a thread takes time here, and another tenant's may come between two portions. */
const AT_ONCE = 100
/** Each costs its time: with more, one call would hold a thread for a minute. */
const MOST_LEFT_OUT = 10

export function createThreads<Tasks extends Readonly<Record<keyof Tasks, AnyTask>>>({
  entry,
  limits,
  size = Math.min(MOST_THREADS, Math.max(2, availableParallelism() - 1)),
  onUnread = () => {},
}: ThreadsOptions): Threads<Tasks> {
  const pool = createPool(entry, size, { textMs: TEXT_MS, bytes: TEXT_BYTES, ...limits })
  const reading = (isUrgent: boolean): Reading<Tasks> => {
    const run: Run = (tenant, call) => pool.run(tenant, call, isUrgent)
    // The pool carries calls of any task; which results they have is known here.
    const each = readEach(run, onUnread) as Reading<Tasks>['each']
    return {
      each,
      one: async (tenant, name, shared, item) => {
        const [read] = await each(tenant, name, shared, [item])
        if (!read) throw new Error(`The task ${name} said nothing.`)
        return read
      },
      together: readTogether(run, onUnread) as Reading<Tasks>['together'],
    }
  }
  return { ...reading(false), urgent: reading(true), close: pool.close }
}

type OnUnread = NonNullable<ThreadsOptions['onUnread']>
type Run = (tenant: string, call: Call) => Promise<Ended>

const readEach =
  (run: Run, onUnread: OnUnread) =>
  async (tenant: string, task: string, shared: unknown, items: readonly unknown[], mostUnread = Infinity) => {
    const reads: Read<unknown>[] = []
    const add = (read: Read<unknown>, error: string | null): void => {
      reads.push(read)
      if (read.unread !== null) onUnread({ tenant, task, reason: read.unread, error })
    }
    const isToGoOn = (): boolean =>
      reads.length < items.length && reads.filter(({ unread }) => unread !== null).length < mostUnread
    // The text that a thread was ended at: what stands before it is read, then it alone.
    let suspect = -1
    while (isToGoOn()) {
      const from = reads.length
      const most = suspect < from ? AT_ONCE : Math.max(1, suspect - from)
      const ended = await run(tenant, { task, shared, items: items.slice(from, from + most) })
      if (ended.over === null)
        for (const { value, error } of ended.value as Tried<unknown>[])
          add(error === null ? { value, unread: null } : { value: null, unread: 'failed' }, error)
      else if (ended.at === WHOLE_CALL) throw new Error(`The task ${task} was given up: ${ended.over}.`)
      else if (from + ended.at === suspect) add({ value: null, unread: ended.over }, null)
      else suspect = from + ended.at
    }
    return reads
  }

const readTogether =
  (run: Run, onUnread: OnUnread) =>
  async (tenant: string, task: string, shared: unknown, items: readonly unknown[]) => {
    const read = [...items]
    for (;;) {
      const ended = await run(tenant, { task, shared, items: read })
      if (ended.over === null) return { value: ended.value, read }
      if (ended.at === WHOLE_CALL || items.length - read.length >= MOST_LEFT_OUT)
        throw new Error(`The task ${task} was given up: ${ended.over}.`)
      read.splice(ended.at, 1)
      onUnread({ tenant, task, reason: ended.over, error: null })
    }
  }
