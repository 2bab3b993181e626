import { Problem } from '@sightline/sdk'
import type { Db } from '../base/db/db.ts'
import { lockLogin, type Login } from '../store/accounts/logins.ts'
import { setUserContext } from '../store/accounts/people.ts'
import { isSession } from '../store/accounts/web-sessions.ts'
import { hashToken } from './tokens.ts'
import type { OpenSession } from './open-session.ts'

/**
 * What somebody proved before a transaction began. It is looked at again in the transaction that relies on it, under the
 * person's lock: a new password or a voucher for the address may have ended it meanwhile.
 */
export type Proof = { personId: string; holds(db: Db, login: Login): Promise<boolean> | boolean }

/** The account was made, or its holder let in, in the same transaction; or the provider's word stands whatever changes here. */
export const standing = (personId: string): Proof => ({ personId, holds: () => true })

/** The password was right. @param password its hash, as it was compared */
export const byPassword = ({ id, password }: Pick<Login, 'id' | 'password'>): Proof => ({
  personId: id,
  holds: (_db, login) => login.password === password,
})

export const bySession = ({ personId, tokenHash }: OpenSession): Proof => ({
  personId,
  holds: (db) => isSession(db, personId, tokenHash),
})

/** The person, locked; undefined where what was proven holds no longer. */
export async function lockProven(db: Db, ...[first, ...rest]: [Proof, ...Proof[]]): Promise<Login | undefined> {
  await setUserContext(db, first.personId)
  const login = await lockLogin(db, first.personId)
  if (!login) return undefined
  for (const proof of [first, ...rest]) if (!(await proof.holds(db, login))) return undefined
  return login
}

/** @throws Problem sign_in_failed */
export async function requireProven(db: Db, ...proofs: [Proof, ...Proof[]]): Promise<Login> {
  const login = await lockProven(db, ...proofs)
  if (!login) throw new Problem('sign_in_failed', { message: 'Your account changed meanwhile. Sign in again.' })
  return login
}

/** Which password a ticket is of; tells nothing of it. */
export const markOf = (password: string | null): string => hashToken(password ?? '').toString('base64url')
