/** Spreads questions to a platform evenly over the minute, so that a run does not provoke refusals. */
export type Throttle = {
  /** Resolves when it is this question's turn. @returns whether it had to wait */
  turn(platform: string): Promise<boolean>
}

export type ThrottleOptions = {
  /** Questions a minute by slug, in this process; a platform that is not named is asked without a pause. */
  perMinute: ReadonlyMap<string, number>
  nowMs: () => number
  sleep: (milliseconds: number) => Promise<void>
}

export function createThrottle({ perMinute, nowMs, sleep }: ThrottleOptions): Throttle {
  const nextFreeMs = new Map<string, number>()
  return {
    turn: async (platform) => {
      const rate = perMinute.get(platform)
      if (rate === undefined) return false
      const now = nowMs()
      const at = Math.max(now, nextFreeMs.get(platform) ?? 0)
      nextFreeMs.set(platform, at + 60_000 / rate)
      if (at > now) await sleep(at - now)
      return at > now
    },
  }
}
