import type { Caller } from '../operations/context.ts'
import { LRUCache } from 'lru-cache'
import type { Quota } from '../operations/accounts/metering.ts'

/** Requests a minute from one address that no valid key vouches for. */
export const ADDRESS_PER_MINUTE = 600
/** Of one session: a view asks for a dozen things, a person opens one every few seconds. */
const SESSION_PER_MINUTE = 1_200
const WINDOW_MS = 60_000
/** Windows remembered at most: an attacker with many addresses must not fill the memory. */
const REMEMBERED_WINDOWS = 200_000

type Window = { used: number; endsAtMs: number }
/** Where a caller stands in a minute. */
export type Minute = { limit: number; remaining: number; resetsInSeconds: number }
type Taken = Minute & { isAllowed: boolean }

export type RateLimits = {
  /** Counts a call of an organization, with whichever of its keys. */
  takeCall(caller: Caller, perMinute: number): Taken
  /** How many requests without a valid key an address has left; `take` counts one. */
  address(ip: string, take: boolean): Taken
  /** Counts a request of somebody who is signed in. */
  takeTurn(sessionId: string): Taken
  /** Counts a request to the web application's door of somebody who is not. */
  visitor(ip: string): Taken
}

/** Limits of the short window, kept in this process; the month is counted in the database. */
export function createRateLimits(nowMs: () => number): RateLimits {
  const organizations = new LRUCache<string, Window>({ max: REMEMBERED_WINDOWS })
  const addresses = new LRUCache<string, Window>({ max: REMEMBERED_WINDOWS })
  const sessions = new LRUCache<string, Window>({ max: REMEMBERED_WINDOWS })
  const visitors = new LRUCache<string, Window>({ max: REMEMBERED_WINDOWS })
  return {
    takeCall: ({ organization }, perMinute) => take(organizations, organization.id, perMinute, true),
    address: (ip, isTaken) => take(addresses, ip, ADDRESS_PER_MINUTE, isTaken),
    takeTurn: (sessionId) => take(sessions, sessionId, SESSION_PER_MINUTE, true),
    visitor: (ip) => take(visitors, ip, ADDRESS_PER_MINUTE, true),
  }

  function take(windows: LRUCache<string, Window>, name: string, limit: number, isTaken: boolean): Taken {
    const now = nowMs()
    const known = windows.get(name)
    const window = known && known.endsAtMs > now ? known : { used: 0, endsAtMs: now + WINDOW_MS }
    const isAllowed = window.used < limit
    if (isTaken && isAllowed) {
      window.used += 1
      if (window !== known) windows.set(name, window)
    }
    return {
      isAllowed,
      limit,
      remaining: Math.max(0, limit - window.used),
      resetsInSeconds: Math.max(1, Math.ceil((window.endsAtMs - now) / 1_000)),
    }
  }
}

/** The limits of a response, as structured headers and as the older triple. */
export function limitHeaders(
  minute: Minute,
  quota: Quota | null,
  now: Date,
  policy: 'ip' | 'minute' = 'ip',
): Record<string, string> {
  if (!quota)
    return {
      'ratelimit-policy': `"${policy}";q=${minute.limit};w=60`,
      ratelimit: `"${policy}";r=${minute.remaining};t=${minute.resetsInSeconds}`,
      ...triple(minute.limit, minute.remaining, new Date(now.getTime() + minute.resetsInSeconds * 1_000)),
    }
  const remaining = Math.max(0, quota.ceiling - quota.used)
  const { start, end } = quota.period
  const periodSeconds = Math.round((end.getTime() - start.getTime()) / 1_000)
  return {
    'ratelimit-policy': `"minute";q=${minute.limit};w=60, "month";q=${quota.ceiling};w=${periodSeconds}`,
    ratelimit: `"minute";r=${minute.remaining};t=${minute.resetsInSeconds}, "month";r=${remaining};t=${secondsUntil(end, now)}`,
    ...triple(quota.ceiling, remaining, end),
  }
}

export const secondsUntil = (at: Date, now: Date): number =>
  Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1_000))

const triple = (limit: number, remaining: number, reset: Date): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Math.floor(reset.getTime() / 1_000)),
})

/** How many refusals a second one organization is told of that calls far above its limit. */
const TOLD_EVERY_MS = 10
/** Nobody waits longer for a refusal. */
const LONGEST_MS = 2_000

/** Between the refusals of one organization. */
type RefusalThrottle = {
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
