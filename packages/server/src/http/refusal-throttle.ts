/** How many refusals a second one organization is told of that calls far above its limit. */
const TOLD_EVERY_MS = 10
/** Nobody waits longer for a refusal. */
const LONGEST_MS = 2_000

/** Between the refusals of one organization. */
export type RefusalThrottle = {
  /** In how many milliseconds the next refusal is to be told. */
  delayMs(organizationId: string): number
}

/**
 * Who is refused again and again hears of it a hundred times a second and no oftener: callers ask their next question when
 * they have heard of the last, so a flood comes at the pace at which it is refused, and leaves the processor to the others
 * (B13).
 */
export function createRefusalThrottle(nowMs: () => number): RefusalThrottle {
  const nextAtMs = new Map<string, number>()
  return {
    delayMs: (organizationId) => {
      const now = nowMs()
      const at = Math.min(Math.max(now, nextAtMs.get(organizationId) ?? 0), now + LONGEST_MS)
      // Those that nobody waits for are no longer needed: kept in the order of their last refusal.
      nextAtMs.delete(organizationId)
      for (const [other, otherAtMs] of nextAtMs)
        if (otherAtMs < now) nextAtMs.delete(other)
        else break
      nextAtMs.set(organizationId, at + TOLD_EVERY_MS)
      return at - now
    },
  }
}
