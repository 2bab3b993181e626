import { sql, type Selectable } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

export type StoredSession = {
  id: string
  personId: string
  createdAt: Date
  seenAt: Date
  expiresAt: Date
  userAgent: string
  address: string
}

/** Until the transaction ends its statements may see what stands under this hash. */
export async function nameToken(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`select set_config('app.token', ${tokenHash.toString('hex')}, true)`.execute(db)
}

export async function insertSession(db: Db, session: StoredSession & { tokenHash: Buffer }): Promise<void> {
  await db
    .insertInto('web_session')
    .values({
      token_hash: session.tokenHash,
      id: session.id,
      person_id: session.personId,
      created_at: session.createdAt,
      seen_at: session.seenAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      address: session.address,
    })
    .execute()
}

/** Of the token that was named. @param alive it must not have expired at, and have been seen since */
export async function sessionByToken(db: Db, tokenHash: Buffer, alive: Alive): Promise<StoredSession | undefined> {
  const row = await db
    .selectFrom('web_session')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', alive.at)
    .where('seen_at', '>', alive.seenSince)
    .executeTakeFirst()
  return row && toSession(row)
}

export type Alive = { at: Date; seenSince: Date }

export async function noteSessionSeen(db: Db, tokenHash: Buffer, at: Date): Promise<void> {
  await db.updateTable('web_session').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute()
}

/** Of the person named, the latest first. */
export async function listSessions(db: Db, personId: string, alive: Alive): Promise<StoredSession[]> {
  const rows = await db
    .selectFrom('web_session')
    .selectAll()
    .where('person_id', '=', personId)
    .where('expires_at', '>', alive.at)
    .where('seen_at', '>', alive.seenSince)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toSession)
}

/** Whether a session goes on under this token, of the person named. */
export async function isSession(db: Db, personId: string, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('web_session')
    .select('id')
    .where('person_id', '=', personId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

/** The same session under another token: what the old one opened, it opens no more. */
export async function renewToken(db: Db, personId: string, id: string, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('web_session')
    .set({ token_hash: tokenHash })
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .execute()
}

export async function deleteSession(db: Db, personId: string, id: string): Promise<void> {
  await db.deleteFrom('web_session').where('person_id', '=', personId).where('id', '=', id).execute()
}

/** @param keptId the one that stays */
export async function deleteSessionsOf(db: Db, personId: string, keptId: string | null = null): Promise<void> {
  let query = db.deleteFrom('web_session').where('person_id', '=', personId)
  if (keptId !== null) query = query.where('id', '<>', keptId)
  await query.execute()
}

export async function deleteSessionByToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('web_session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteDeadSessions(db: Db, personId: string, { at, seenSince }: Alive): Promise<void> {
  await db
    .deleteFrom('web_session')
    .where('person_id', '=', personId)
    .where((eb) => eb.or([eb('expires_at', '<=', at), eb('seen_at', '<=', seenSince)]))
    .execute()
}

const toSession = (row: Selectable<Tables['web_session']>): StoredSession => ({
  id: row.id,
  personId: row.person_id,
  createdAt: row.created_at,
  seenAt: row.seen_at,
  expiresAt: row.expires_at,
  userAgent: row.user_agent,
  address: row.address,
})
