import type { Failure } from '../platforms/platform.ts'

/** Platforms that must not be asked for a while, because a person has to do something first (key, credit, permission). */
export type Stops = {
  of(platform: string, now: Date): Failure | undefined
  stop(platform: string, failure: Failure, now: Date): void
}

/** Long enough not to hammer, short enough that a mended key works soon. */
const STOP_MS = 60_000

/** @param alarm told once a stop, with the platform's own words for the operator */
export function createStops(alarm: (platform: string, failure: Failure) => void): Stops {
  const stops = new Map<string, { failure: Failure; untilMs: number }>()
  return {
    of: (platform, now) => {
      const stop = stops.get(platform)
      return stop && stop.untilMs > now.getTime() ? stop.failure : undefined
    },
    stop: (platform, failure, now) => {
      // Questions that were under way at the same time are refused alike.
      const isNew = (stops.get(platform)?.untilMs ?? 0) <= now.getTime()
      stops.set(platform, { failure, untilMs: now.getTime() + STOP_MS })
      if (isNew) alarm(platform, failure)
    },
  }
}
