import { isIPv6 } from 'node:net'
import { Problem } from '@sightline/sdk'
import type { Services } from '../operations/context.ts'
import { nameToken } from '../store/accounts/web-sessions.ts'
import * as store from '../store/accounts/sign-in-attempts.ts'
import { keyedHash } from './tokens.ts'

const MINUTE_MS = 60_000

/**
 * How many wrong answers in how long. Of one account from one place few: that is who guesses. Of the account from
 * everywhere more, so that a stranger cannot lock its owner out with a handful; of a place more, a company's exit is one.
 */
const LIMITS = {
  pair: { tries: 10, windowMs: 15 * MINUTE_MS },
  account: { tries: 100, windowMs: 60 * MINUTE_MS },
  place: { tries: 200, windowMs: 15 * MINUTE_MS },
  /** Accounts made from a place: each has an organization of its own, which may spend. They lock nobody out of signing in. */
  signUps: { tries: 20, windowMs: 60 * MINUTE_MS },
}
type Kind = keyof typeof LIMITS

/** One attempt, counted before it is known to be wrong: many at once are many. */
export type Attempt = {
  /** It was right: the count of this account from this place begins anew, and the others forget it. */
  succeeded(): Promise<void>
}

/**
 * Counts in the database, for all processes. What is counted is kept as a keyed hash: the table names neither people nor places.
 * @param account whose: an e-mail address, a person's id, or nothing where only the place is known
 * @throws Problem rate_limited
 */
export function takeLoginAttempt(
  services: Services,
  { account, address }: { account: string | null; address: string },
): Promise<Attempt> {
  const place = placeOf(address)
  return take(services, [
    ...(account === null
      ? []
      : ([
          ['pair', `${account} ${place}`],
          ['account', account],
        ] satisfies [Kind, string][])),
    ['place', place],
  ])
}

/** Counts an account that is made from a place. @throws Problem rate_limited */
export const takeSignUp = async (services: Services, address: string): Promise<void> =>
  void (await take(services, [['signUps', placeOf(address)]]))

async function take({ database, now, secret }: Services, named: [Kind, string][]): Promise<Attempt> {
  const subjects = named.map(([kind, of]) => ({ kind, hash: subjectOf(secret, kind, of) }))
  const at = now()
  const waitMs = await database.withoutTenant(async (db) => {
    for (const { kind, hash } of subjects) {
      await nameToken(db, hash)
      const { tries, windowMs } = LIMITS[kind]
      const counted = await store.countAttempt(db, hash, at, new Date(at.getTime() + windowMs))
      // No further: who is refused here must not use up what others have elsewhere.
      if (counted.tries > tries) return counted.endsAt.getTime() - at.getTime()
    }
    return null
  })
  if (waitMs !== null) throw tooMany(waitMs)
  return {
    succeeded: () =>
      database.withoutTenant(async (db) => {
        for (const { kind, hash } of subjects) {
          await nameToken(db, hash)
          await (kind === 'pair' ? store.forgetAttempts(db, hash) : store.forgiveAttempt(db, hash))
        }
        await store.sweepAttempts(db)
      }),
  }
}

function tooMany(waitMs: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new Problem('rate_limited', {
    message: `Too many attempts from here. Try again in ${Math.ceil(seconds / 60)} min.`,
    retryAfterSeconds: seconds,
  })
}

/** Who has one IPv6 address has a network of them. */
function placeOf(address: string): string {
  if (!isIPv6(address)) return address
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const groups = [head, tail].map((part) => part.split(':').filter(Boolean))
  const missing = 8 - groups.flat().length
  return [...(groups[0] ?? []), ...Array.from({ length: missing }, () => '0'), ...(groups[1] ?? [])]
    .slice(0, 4)
    .join(':')
}

const subjectOf = (secret: string, kind: Kind, of: string): Buffer => keyedHash(secret, `attempt ${kind} ${of}`)
