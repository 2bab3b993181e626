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

/** Of the person named. @returns whether it is new */
export async function insertProviderIdentity(
  db: Db,
  { issuer, subject }: ProviderIdentity,
  personId: string,
): Promise<boolean> {
  const row = await db
    .insertInto('provider_identity')
    .values({ issuer, subject, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}
