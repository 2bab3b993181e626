import type { Db } from '../../base/db/db.ts'

export async function insertReset(
  db: Db,
  reset: { tokenHash: Buffer; personId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('password_reset')
    .values({ token_hash: reset.tokenHash, person_id: reset.personId, expires_at: reset.expiresAt })
    .execute()
}

/** Whose password the token that was named lets somebody choose. */
export async function personOfReset(db: Db, tokenHash: Buffer, at: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_reset')
    .select('person_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row?.person_id
}

export async function deleteResetsOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('password_reset').where('person_id', '=', personId).execute()
}
