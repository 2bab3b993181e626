import type { Actor } from '@sightline/sdk'
import { insertAuditEntry } from '../../store/accounts/audit.ts'
import type { Db } from '../../base/db/db.ts'
import { setOrganizationContext } from '../../store/accounts/installation.ts'
import { membershipsOf } from '../../store/accounts/logins.ts'

/**
 * What somebody did with their account, or the operator for them, stands in the log of every organization that it opens. Signing in wrongly stands
 * in none: nobody is known to have done it, and strangers must not be able to fill a log.
 */
export async function auditPerson(
  db: Db,
  { id, email }: { id: string; email: string },
  action: string,
  detail: Record<string, unknown> = {},
  actor: Actor = { kind: 'person', personId: id, email },
): Promise<void> {
  for (const { organizationId } of await membershipsOf(db, id)) {
    await setOrganizationContext(db, organizationId)
    await insertAuditEntry(db, organizationId, { actor, action, subject: id, detail })
  }
}
