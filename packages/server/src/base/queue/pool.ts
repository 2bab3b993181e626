import { availableSlots } from './available-slots.ts'
import type { ClaimRequest } from './claim.ts'

export type PoolOptions = {
  /** What is done, by task. */
  work: ReadonlyMap<string, (payload: unknown) => Promise<void>>
  /** Jobs at once. */
  concurrency: number
  /** Whether one slot is kept from whoever has all others; not where jobs see themselves to the turns of others. */
  reserveOne: boolean
}

/** Slots for some tasks, which wait for no other task. */
export class WorkerPool {
  readonly work: PoolOptions['work']
  /** The organization of each job that has a slot, by the job's id. */
  readonly running = new Map<string, string | null>()
  readonly #concurrency: number
  readonly #reserveOne: boolean
  readonly #tasks: readonly string[]
  /** The organizations that alone may have jobs waiting; null: anybody. So that nobody asks where nothing can be. */
  #waitingOf: readonly string[] | null = null
  /** A request that was under way when more jobs came says nothing. */
  #current: ClaimRequest | null = null

  constructor({ work, concurrency, reserveOne }: PoolOptions) {
    this.work = work
    this.#tasks = [...work.keys()]
    this.#concurrency = concurrency
    this.#reserveOne = reserveOne
  }

  /** There may be anybody's jobs again. */
  wake(): void {
    this.#waitingOf = null
    this.#current = null
  }

  /** What to ask the queue for now; null where there is no slot, or nothing to be found. */
  nextRequest(): ClaimRequest | null {
    const { limit, exceptOf } = this.#reserveOne
      ? availableSlots(this.#concurrency, [...this.running.values()])
      : { limit: this.#concurrency - this.running.size, exceptOf: [] as string[] }
    if (limit <= 0 || this.#waitingOf?.every((organizationId) => exceptOf.includes(organizationId))) return null
    this.#current = { tasks: this.#tasks, limit, exceptOf }
    return this.#current
  }

  /** @param found how many jobs were due for it; null: nobody knows */
  answered(request: ClaimRequest, found: number | null): void {
    if (found === null) this.wake()
    else if (request === this.#current && found < request.limit) this.#waitingOf = request.exceptOf
  }
}
