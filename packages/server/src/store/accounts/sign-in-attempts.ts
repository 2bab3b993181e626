import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

export type Attempts = { tries: number; endsAt: Date }

/** Counts one more of the subject named, in its window or in a new one. */
export async function countAttempt(db: Db, subject: Buffer, at: Date, endsAt: Date): Promise<Attempts> {
  const { rows } = await sql<Attempts>`
    insert into sign_in_attempt as known (subject, tries, ends_at) values (${subject}, 1, ${endsAt})
    on conflict (subject) do update set
      tries = case when known.ends_at <= ${at} then 1 else known.tries + 1 end,
      ends_at = case when known.ends_at <= ${at} then excluded.ends_at else known.ends_at end
    returning tries, ends_at as "endsAt"`.execute(db)
  // An insert that updates on conflict always returns its row.
  return rows[0] as Attempts
}

/** One that was right is none. */
export async function forgiveAttempt(db: Db, subject: Buffer): Promise<void> {
  await db
    .updateTable('sign_in_attempt')
    .set((eb) => ({ tries: sql<number>`greatest(0, ${eb.ref('tries')} - 1)` }))
    .where('subject', '=', subject)
    .execute()
}

export async function forgetAttempts(db: Db, subject: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('subject', '=', subject).execute()
}

export async function sweepAttempts(db: Db): Promise<void> {
  await sql`delete from sign_in_attempt where ends_at < now() - interval '1 day'`.execute(db)
}
