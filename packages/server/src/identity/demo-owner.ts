import type { Services } from '../operations/context.ts'
import { joinOrganization } from '../operations/accounts/people.ts'
import { auditVerification, verifyPerson } from '../operations/accounts/verification.ts'
import { setOrganizationContext } from '../store/accounts/installation.ts'
import { insertPerson, lockPersonByEmail, memberById } from '../store/accounts/people.ts'

/** Whom the demo's link lets in. No mail leads there (RFC 2606), so nobody else can be it. */
export const DEMO_OWNER = 'demo@sightline.invalid'

/** Makes sure that the demo has its owner, an account without a password. It claims the installation for nobody. */
export async function settleDemoOwner({ database, newId, now }: Services, organizationId: string): Promise<void> {
  await database.withUser(DEMO_OWNER, async (db) => {
    const operator = { by: 'operator', at: now() } as const
    await insertPerson(db, { id: newId('person'), email: DEMO_OWNER, name: 'Demo' }, operator)
    const owner = await lockPersonByEmail(db, DEMO_OWNER)
    if (owner && !owner.verification) {
      // Somebody was invited under this address before there was a demo.
      await verifyPerson(db, owner, operator)
      await auditVerification(db, owner, operator)
    }
    await setOrganizationContext(db, organizationId)
    if (!owner || (await memberById(db, organizationId, owner.id))) return
    const actor = { kind: 'system' } as const
    await joinOrganization(db, organizationId, { personId: owner.id, role: 'owner', at: now(), actor })
  })
}
