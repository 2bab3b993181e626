import { setTimeout as sleep } from 'node:timers/promises'
import { Interrupted } from '../base/interruption.ts'
import { createFairQueue } from '../base/fairness/fair-line.ts'
import { openSeat, type Ended, type Limits, type Seat } from './seat.ts'
import type { Call } from './serve.ts'

/** Threads that are opened as they are wanted, and kept. */
export type Pool = {
  /**
   * Does a call when it is its tenant's turn.
   * @param isUrgent before what its tenant has waiting that is not
   * @throws what the task throws, and when the pool is closed
   */
  run(tenant: string, call: Call, isUrgent: boolean): Promise<Ended>
  close(): Promise<void>
}

type Waiting = { call: Call; settle: (ended: Ended) => void; fail: (error: Error) => void }

/** A thread in the middle of one long native step hears of its end only after it. */
const ENDING_MS = 2_000

/** @param size most threads; one tenant has all but one of them at most */
export function createPool(entry: URL, size: number, limits: Limits): Pool {
  const line = createFairQueue<Waiting>(Math.max(1, size - 1))
  const seats = new Set<Seat>()
  let isClosed = false

  function open(): void {
    const seat = openSeat(entry, limits, {
      onFree: serve,
      onGone: (error) => {
        seats.delete(seat)
        // Otherwise it would be opened, and fail, for ever.
        if (error) for (const { fail } of line.clear()) fail(error)
        serve()
      },
    })
    seats.add(seat)
  }

  /** Gives work to who is free, and opens threads where that is not enough. */
  function serve(): void {
    if (isClosed) return
    for (const seat of seats) if (seat.state() === 'free') give(seat)
    const opening = [...seats].filter((seat) => seat.state() === 'opening').length
    for (let wanted = line.waiting() - opening; wanted > 0 && seats.size < size; wanted -= 1) open()
  }

  function give(seat: Seat): void {
    const next = line.take()
    if (!next) return
    const { call, settle, fail } = next.entry
    void seat
      .do(call)
      .finally(() => line.leave(next.tenant))
      .then(settle, fail)
      .finally(serve)
  }

  return {
    run: (tenant, call, isUrgent) =>
      new Promise((settle, fail) => {
        if (isClosed) return fail(new Interrupted(CLOSED))
        line.add(tenant, { call, settle, fail }, isUrgent)
        serve()
      }),
    close: async () => {
      isClosed = true
      for (const { fail } of line.clear()) fail(new Interrupted(CLOSED))
      await Promise.race([
        Promise.all([...seats].map((seat) => seat.end())),
        sleep(ENDING_MS, undefined, { ref: false }),
      ])
    },
  }
}

const CLOSED = 'The process is stopping: texts are read after the next start.'
