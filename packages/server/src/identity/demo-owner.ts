import type { Services } from '../operations/context.ts'
import { joinOrganization } from '../operations/people.ts'
import { nameOrganization } from '../store/installation.ts'
import { insertPerson, lockPersonByEmail, memberById } from '../store/people.ts'

/** Whom the demo's link lets in. No mail leads there (RFC 2606), so nobody else can be it. */
export const DEMO_OWNER = 'demo@sightline.invalid'

/** Makes sure that the demo has its owner, an account without a password. It claims the installation for nobody. */
export async function settleDemoOwner({ database, newId, now }: Services, organizationId: string): Promise<void> {
  await database.asPerson(DEMO_OWNER, async (db) => {
    await insertPerson(db, { id: newId('person'), email: DEMO_OWNER, name: 'Demo' })
    const owner = await lockPersonByEmail(db, DEMO_OWNER)
    await nameOrganization(db, organizationId)
    if (!owner || (await memberById(db, organizationId, owner.id))) return
    const actor = { kind: 'system' } as const
    await joinOrganization(db, organizationId, { personId: owner.id, role: 'owner', at: now(), actor })
  })
}
