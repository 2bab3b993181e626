import { Problem } from '@sightline/sdk'
import type { Services } from '../operations/context.ts'
import { deleteResetsOf, insertReset } from '../store/password-resets.ts'
import { lockPersonByEmail, namePerson } from '../store/people.ts'
import { deleteRecoveryCodes, removeSecondFactor } from '../store/second-factors.ts'
import { auditPerson } from './audit.ts'
import { hashToken, mintToken } from './tokens.ts'

const GOOD_FOR_MS = 86_400_000

/**
 * The operator's, who knows in another way who asks: a token that lets its holder choose a password. An earlier one is
 * none any more.
 * @param removesSecondFactor for somebody who lost the app and the recovery codes
 * @throws Problem resource_not_found
 */
export async function issuePasswordReset(
  { database, now }: Services,
  { email, removesSecondFactor }: { email: string; removesSecondFactor: boolean },
): Promise<{ token: string; expiresAt: Date }> {
  const token = mintToken()
  const expiresAt = new Date(now().getTime() + GOOD_FOR_MS)
  await database.asPerson(email, async (db) => {
    const person = await lockPersonByEmail(db, email)
    if (!person) throw new Problem('resource_not_found', { message: `There is no account with the address ${email}.` })
    await namePerson(db, person.id)
    await deleteResetsOf(db, person.id)
    await insertReset(db, { tokenHash: hashToken(token), personId: person.id, expiresAt })
    if (removesSecondFactor) {
      await removeSecondFactor(db, person.id)
      await deleteRecoveryCodes(db, person.id)
    }
    const detail = { removesSecondFactor }
    await auditPerson(db, person, 'person.issue_password_reset', detail, { kind: 'commandLine' })
  })
  return { token, expiresAt }
}
