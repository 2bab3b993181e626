import type { Actor } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import { deleteLogin } from '../../store/accounts/logins.ts'
import { deleteResetsOf } from '../../store/accounts/password-resets.ts'
import { markVerified, setUserContext, type Person, type Verification } from '../../store/accounts/people.ts'
import { deleteRecoveryCodes } from '../../store/accounts/second-factors.ts'
import { deleteSessionsOf } from '../../store/accounts/web-sessions.ts'
import { auditPerson } from './person-audit.ts'

/**
 * Somebody vouches for the address of an account that nobody vouched for before. Whoever made it may be a stranger, so all
 * that opened it ends: password, second factor, recovery codes, sessions and links of a reset; tickets of a sign-in end with
 * the password they are of.
 * @param person locked, and not verified
 */
export async function verifyPerson(db: Db, { id }: Pick<Person, 'id'>, verification: Verification): Promise<void> {
  await setUserContext(db, id)
  await markVerified(db, id, verification)
  await deleteLogin(db, id)
  await deleteRecoveryCodes(db, id)
  await deleteSessionsOf(db, id)
  await deleteResetsOf(db, id)
}

/** Tells every organization where the person works; to be called once they work where they are to, in the same transaction. */
export const auditVerification = (
  db: Db,
  { id, email }: Pick<Person, 'id' | 'email'>,
  { by }: Verification,
): Promise<void> => {
  const actor: Actor = by === 'operator' ? { kind: 'commandLine' } : { kind: 'person', personId: id, email }
  return auditPerson(db, { id, email }, 'person.verify', { by, email, endedSignIn: true }, actor)
}
