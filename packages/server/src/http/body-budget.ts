import { Problem } from '@sightline/sdk'

/** Of large bodies that are being read or worked on, in this process: sixteen of the largest imports. */
const MOST_BYTES = 256 * 1_024 * 1_024
/** Of one caller: nobody keeps the others from importing by bodies that never end. */
const MOST_OF_ONE_BYTES = MOST_BYTES / 4

/** What bodies hold of the memory. */
export type BodyBudget = {
  /**
   * @param caller an organization, or an address where none is known
   * @throws Problem service_unavailable where others hold too much, rate_limited where the caller does
   */
  hold(caller: string): Held
}
export type Held = {
  /** More has come of this body. @throws as `hold` does */
  grow(bytes: number): void
  /** The call is answered. */
  release(): void
}

export function createBodyBudget({ most = MOST_BYTES, mostOfOne = MOST_OF_ONE_BYTES } = {}): BodyBudget {
  const byCaller = new Map<string, number>()
  let all = 0
  return {
    hold: (caller) => {
      let held = 0
      return {
        grow: (bytes) => {
          const own = byCaller.get(caller) ?? 0
          if (own + bytes > mostOfOne)
            throw new Problem('rate_limited', {
              message: 'Your other large requests are still running. Retry when they are done.',
              retryAfterSeconds: 5,
            })
          if (all + bytes > most)
            throw new Problem('service_unavailable', {
              message: 'Too many large requests are running. Retry after the time given.',
              retryAfterSeconds: 5,
            })
          held += bytes
          all += bytes
          byCaller.set(caller, own + bytes)
        },
        release: () => {
          const left = (byCaller.get(caller) ?? 0) - held
          if (left > 0) byCaller.set(caller, left)
          else byCaller.delete(caller)
          all -= held
          held = 0
        },
      }
    },
  }
}
