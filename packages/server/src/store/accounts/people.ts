import type { Member, Role } from '@sightline/sdk'
import type { PageOf } from '../measuring/brands.ts'
import type { Db } from '../../base/db/db.ts'
import { setLocal } from '../../base/db/tenant-setting.ts'

export type Person = { id: string; email: string; name: string }

/** Who vouched that a person's address is theirs: the identity provider by its verified claim, or the operator. */
export type Verification = { by: 'provider' | 'operator'; at: Date }

/** `verification` null: nobody has. */
export type VerifiablePerson = Person & { verification: Verification | null }

/** Until the transaction ends its statements may see this one person, by id or folded address, and where they work. */
export async function setUserContext(db: Db, idOrEmail: string): Promise<void> {
  await setLocal(db, 'app.person', idOrEmail)
}

/** The person whose address was named; locked, because their account goes with their last organization. */
export async function lockPersonByEmail(db: Db, email: string): Promise<VerifiablePerson | undefined> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'email', 'name', 'verified_by', 'verified_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { verified_by: by, verified_at: at, ...person } = row
  return { ...person, verification: by && at ? { by, at } : null }
}

/** @returns whether it is new; another process may have made the account meanwhile */
export async function insertPerson(db: Db, person: Person, verification: Verification | null): Promise<boolean> {
  const row = await db
    .insertInto('person')
    .values({ ...person, verified_by: verification?.by ?? null, verified_at: verification?.at ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Of the person named before. */
export async function markVerified(db: Db, id: string, { by, at }: Verification): Promise<void> {
  await db.updateTable('person').set({ verified_by: by, verified_at: at }).where('id', '=', id).execute()
}

/** Of the person named before. */
export async function renamePerson(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('person').set({ name }).where('id', '=', id).execute()
}

export async function lockPerson(db: Db, id: string): Promise<void> {
  await db.selectFrom('person').select('id').where('id', '=', id).forUpdate().execute()
}

/** Of the person named before; somebody who works somewhere stays. */
export async function deletePersonWithoutMembership(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('person')
    .where('id', '=', id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('membership').select('person_id').whereRef('person_id', '=', 'person.id'))),
    )
    .execute()
}

/** In the order of their accounts; one more than asked for. */
export async function listMembers(db: Db, organizationId: string, { limit, after }: PageOf): Promise<Member[]> {
  let query = members(db, organizationId)
  if (after) query = query.where('membership.person_id', '>', after)
  const rows = await query
    .orderBy('membership.person_id')
    .limit(limit + 1)
    .execute()
  return rows.map(toMember)
}

export async function memberById(db: Db, organizationId: string, personId: string): Promise<Member | undefined> {
  const row = await members(db, organizationId).where('membership.person_id', '=', personId).executeTakeFirst()
  return row && toMember(row)
}

export async function memberByEmail(db: Db, organizationId: string, email: string): Promise<Member | undefined> {
  const row = await members(db, organizationId).where('person.email', '=', email).executeTakeFirst()
  return row && toMember(row)
}

export async function insertMember(
  db: Db,
  organizationId: string,
  member: { personId: string; role: Role; at: Date },
): Promise<void> {
  await db
    .insertInto('membership')
    .values({ organization_id: organizationId, person_id: member.personId, role: member.role, created_at: member.at })
    .execute()
}

export async function setRole(db: Db, organizationId: string, personId: string, role: Role): Promise<void> {
  await db
    .updateTable('membership')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
}

export async function deleteMember(db: Db, organizationId: string, personId: string): Promise<void> {
  await db
    .deleteFrom('membership')
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
}

export async function countOwners(db: Db, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('membership')
    .select((eb) => eb.fn.countAll<number>().as('owners'))
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return row.owners
}

export async function memberIds(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('membership')
    .select('person_id')
    .where('organization_id', '=', organizationId)
    .orderBy('person_id')
    .execute()
  return rows.map((row) => row.person_id)
}

/** What seats are counted by, beside the invitations that are open. */
export async function countMembers(db: Db, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('membership')
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.members
}

function members(db: Db, organizationId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['membership.person_id', 'membership.role', 'membership.created_at'])
    .select(['person.name', 'person.email', 'person.verified_at'])
    .where('membership.organization_id', '=', organizationId)
}

type MemberRow = {
  person_id: string
  role: Role
  created_at: Date
  name: string
  email: string
  verified_at: Date | null
}

const toMember = (row: MemberRow): Member => ({
  personId: row.person_id,
  name: row.name,
  email: row.email,
  isEmailVerified: row.verified_at !== null,
  role: row.role,
  joinedAt: row.created_at.toISOString(),
})
