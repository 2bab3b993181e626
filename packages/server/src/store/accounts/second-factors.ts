import type { Db } from '../../base/db/db.ts'

/** Begun, not in force: asked for by nobody until it is confirmed. */
export async function beginSecondFactor(db: Db, personId: string, sealed: Buffer): Promise<void> {
  const change = { second_factor: sealed, second_factor_at: null, second_factor_step: 0 }
  await db
    .insertInto('login')
    .values({ person_id: personId, ...change })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(change))
    .execute()
}

export async function activateSecondFactor(db: Db, personId: string, at: Date): Promise<void> {
  await db.updateTable('login').set({ second_factor_at: at }).where('person_id', '=', personId).execute()
}

export async function removeSecondFactor(db: Db, personId: string): Promise<void> {
  const change = { second_factor: null, second_factor_at: null, second_factor_step: 0 }
  await db.updateTable('login').set(change).where('person_id', '=', personId).execute()
}

/** Each half minute's code is good once. */
export async function noteStep(db: Db, personId: string, step: number): Promise<void> {
  await db.updateTable('login').set({ second_factor_step: step }).where('person_id', '=', personId).execute()
}

export async function insertRecoveryCodes(db: Db, personId: string, hashes: Buffer[]): Promise<void> {
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ person_id: personId, hash })))
    .execute()
}

/** @returns whether it was one; it is none any more */
export async function takeRecoveryCode(db: Db, personId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteRecoveryCodes(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
}
