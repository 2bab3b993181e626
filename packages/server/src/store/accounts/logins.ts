import type { Role } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import { lockPerson } from './people.ts'

/** A person with what they sign in with; a person without a row of their own has no password. */
export type Login = {
  id: string
  email: string
  name: string
  password: string | null
  secondFactor: Buffer | null
  /** Null: begun at most, and asked for by nobody. */
  secondFactorAt: Date | null
  secondFactorStep: number
  /** Whether somebody vouched for the address. */
  isEmailVerified: boolean
}

/** Of the person named, by id or folded address. */
export async function loginOf(db: Db, idOrEmail: string): Promise<Login | undefined> {
  return toLogin(await logins(db, idOrEmail).executeTakeFirst())
}

/**
 * The same, kept as it is until the transaction ends: a code that is good once is used once. Two statements, as one that waits
 * for the person would read their login as it was before it waited.
 */
export async function lockLogin(db: Db, personId: string): Promise<Login | undefined> {
  await lockPerson(db, personId)
  return loginOf(db, personId)
}

export async function setPassword(db: Db, personId: string, password: string | null, at: Date): Promise<void> {
  const change = { password, password_changed_at: at }
  await db
    .insertInto('login')
    .values({ person_id: personId, ...change })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(change))
    .execute()
}

/** Password and second factor, of the person named. */
export async function deleteLogin(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('login').where('person_id', '=', personId).execute()
}

/** Where the person named works. */
export async function membershipsOf(db: Db, personId: string): Promise<{ organizationId: string; role: Role }[]> {
  return db
    .selectFrom('membership')
    .select(['organization_id as organizationId', 'role'])
    .where('person_id', '=', personId)
    .orderBy('organization_id')
    .execute()
}

function logins(db: Db, idOrEmail: string) {
  return db
    .selectFrom('person')
    .leftJoin('login', 'login.person_id', 'person.id')
    .select((eb) => [
      'person.id',
      'person.email',
      'person.name',
      'person.verified_at',
      'login.password',
      'login.second_factor as secondFactor',
      'login.second_factor_at as secondFactorAt',
      eb.fn.coalesce('login.second_factor_step', eb.lit(0)).as('secondFactorStep'),
    ])
    .where((eb) => eb.or([eb('person.id', '=', idOrEmail), eb('person.email', '=', idOrEmail)]))
}

function toLogin<Row extends { verified_at: Date | null }>(
  row: Row | undefined,
): (Omit<Row, 'verified_at'> & Pick<Login, 'isEmailVerified'>) | undefined {
  if (!row) return undefined
  const { verified_at: verifiedAt, ...login } = row
  return { ...login, isEmailVerified: verifiedAt !== null }
}
