import { hash } from 'node:crypto'
import type { Db } from '../../base/db/db.ts'
import { nameToken } from './web-sessions.ts'

export type ProviderIdentity = { issuer: string; subject: string }

/** Who somebody of a provider is here. */
export async function personOfProvider(db: Db, { issuer, subject }: ProviderIdentity): Promise<string | undefined> {
  await nameToken(db, hash('sha256', `${issuer} ${subject}`, 'buffer'))
  const row = await db
    .selectFrom('provider_identity')
    .select('person_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.person_id
}

/** Of the person named: by which subjects an issuer knows them. */
export async function subjectsOf(db: Db, issuer: string, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_identity')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('person_id', '=', personId)
    .execute()
  return rows.map(({ subject }) => subject)
}

/** Of the person named. */
export async function insertProviderIdentity(
  db: Db,
  { issuer, subject }: ProviderIdentity,
  personId: string,
): Promise<void> {
  await db.insertInto('provider_identity').values({ issuer, subject, person_id: personId }).execute()
}

/** Of the person named. @returns the issuers that knew them */
export async function deleteProviderIdentities(db: Db, personId: string): Promise<string[]> {
  const rows = await db.deleteFrom('provider_identity').where('person_id', '=', personId).returning('issuer').execute()
  return rows.map(({ issuer }) => issuer)
}
