import { auditPerson } from '../operations/accounts/person-audit.ts'
import type { Services } from '../operations/context.ts'
import { setUserContext } from '../store/accounts/people.ts'
import { deleteProviderIdentities } from '../store/accounts/provider-identities.ts'
import { deleteSessionsOf } from '../store/accounts/web-sessions.ts'
import { requirePerson } from './password-reset.ts'

/**
 * The operator's: the next subject that the provider vouches for under this address has the account, because the provider
 * knows its owner by another one now. Whoever is signed in is signed out.
 * @returns the issuers that knew the account; none: nothing changed
 * @throws Problem resource_not_found
 */
export async function unbindProvider({ database }: Services, email: string): Promise<string[]> {
  return database.withUser(email, async (db) => {
    const person = await requirePerson(db, email)
    await setUserContext(db, person.id)
    const issuers = await deleteProviderIdentities(db, person.id)
    if (issuers.length === 0) return issuers
    await deleteSessionsOf(db, person.id)
    await auditPerson(db, person, 'person.unbind_provider', { issuers }, { kind: 'commandLine' })
    return issuers
  })
}
