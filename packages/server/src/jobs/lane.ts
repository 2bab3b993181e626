import type { Look } from '../store/taking.ts'
import { roomIn } from './shares.ts'

export type LaneOptions = {
  /** What is done, by task. */
  work: ReadonlyMap<string, (payload: unknown) => Promise<void>>
  /** Jobs at once. */
  places: number
  /** Whether one place is kept from whoever has all others; not where jobs see themselves to the turns of others. */
  keepsOne: boolean
}

/** Places for some kinds of jobs, which wait for no other kind. */
export type Lane = {
  work: LaneOptions['work']
  /** The organization of each job that has a place, by the job's id. */
  running: Map<string, string | null>
  /** There may be anybody's jobs again. */
  wake(): void
  /** What to look for now; null where there is no room, or nothing to be found. */
  nextLook(): Look | null
  /** @param found how many jobs were there for it; null: nobody knows */
  looked(look: Look, found: number | null): void
}

export function openLane({ work, places, keepsOne }: LaneOptions): Lane {
  const running = new Map<string, string | null>()
  const tasks = [...work.keys()]
  /** The organizations that alone may have jobs waiting; null: anybody. So that nobody looks where nothing can be. */
  let waitingOf: readonly string[] | null = null
  /** A look that was under way when there came to be more says nothing. */
  let current: Look | null = null
  const wake = (): void => {
    waitingOf = null
    current = null
  }
  return {
    work,
    running,
    wake,
    nextLook: () => {
      const room = keepsOne
        ? roomIn(places, [...running.values()])
        : { atMost: places - running.size, exceptOf: [] as string[] }
      if (room.atMost <= 0 || waitingOf?.every((organizationId) => room.exceptOf.includes(organizationId))) return null
      current = { tasks, ...room }
      return current
    },
    looked: (look, found) => {
      if (found === null) wake()
      else if (look === current && found < look.atMost) waitingOf = look.exceptOf
    },
  }
}
