import { Problem } from '@sightline/sdk'
import type { Services } from '../operations/context.ts'
import { deleteResetsOf, insertReset } from '../store/accounts/password-resets.ts'
import type { Db } from '../base/db/db.ts'
import {
  lockPersonByEmail,
  setUserContext,
  type VerifiablePerson,
  type Verification,
} from '../store/accounts/people.ts'
import { deleteRecoveryCodes, removeSecondFactor } from '../store/accounts/second-factors.ts'
import { auditPerson } from '../operations/accounts/person-audit.ts'
import { auditVerification, verifyPerson } from '../operations/accounts/verification.ts'
import { hashToken, mintToken } from './tokens.ts'

const GOOD_FOR_MS = 86_400_000

export type ResetToken = { token: string; expiresAt: Date }

/**
 * The operator's: a token that lets its holder choose a password. An earlier one is none any more. It vouches for nobody: an
 * account that was not verified is not verified after.
 * @param removesSecondFactor for somebody who lost the app and the recovery codes
 * @throws Problem resource_not_found
 */
export async function issuePasswordReset(
  { database, now }: Services,
  { email, removesSecondFactor }: { email: string; removesSecondFactor: boolean },
): Promise<ResetToken> {
  return database.withUser(email, async (db) => {
    const person = await requirePerson(db, email)
    await setUserContext(db, person.id)
    const reset = await replaceReset(db, person.id, now())
    if (removesSecondFactor) {
      await removeSecondFactor(db, person.id)
      await deleteRecoveryCodes(db, person.id)
    }
    const detail = { removesSecondFactor }
    await auditPerson(db, person, 'person.issue_password_reset', detail, { kind: 'commandLine' })
    return reset
  })
}

/**
 * The operator's, who knows in another way that the address is theirs: vouches for an account, and gives a token to choose a
 * password with, as the one before ends.
 * @returns `reset` null: somebody had vouched for it before, and nothing changed
 * @throws Problem resource_not_found
 */
export async function verifyByOperator(
  { database, now }: Services,
  email: string,
): Promise<{ verification: Verification; reset: ResetToken | null }> {
  return database.withUser(email, async (db) => {
    const person = await requirePerson(db, email)
    if (person.verification) return { verification: person.verification, reset: null }
    const verification = { by: 'operator', at: now() } as const
    await verifyPerson(db, person, verification)
    const reset = await replaceReset(db, person.id, verification.at)
    await auditVerification(db, person, verification)
    return { verification, reset }
  })
}

/** Locked. @throws Problem resource_not_found */
export async function requirePerson(db: Db, email: string): Promise<VerifiablePerson> {
  const person = await lockPersonByEmail(db, email)
  if (!person) throw new Problem('resource_not_found', { message: `There is no account with the address ${email}.` })
  return person
}

/** @param personId named */
async function replaceReset(db: Db, personId: string, at: Date): Promise<ResetToken> {
  const token = mintToken()
  const expiresAt = new Date(at.getTime() + GOOD_FOR_MS)
  await deleteResetsOf(db, personId)
  await insertReset(db, { tokenHash: hashToken(token), personId, expiresAt })
  return { token, expiresAt }
}
