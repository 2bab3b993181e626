import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

export type StoredOutput = {
  /** Of who asked, with which rights, and for what. */
  requestHash: Buffer
  /** The answer's text, sealed, in base 64. */
  output: string
}

/** Held until the transaction ends. @returns false when another transaction works under this key right now */
export async function lockIdempotencyKey(
  db: Db,
  organizationId: string,
  key: string,
  operation: string,
): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify([organizationId, key, operation])}, 0)) as got`.execute(
    db,
  )
  return rows[0]?.got === true
}

/** What was answered under this key since an instant; undefined when nothing was. */
export async function storedOutput(
  db: Db,
  organizationId: string,
  key: string,
  operation: string,
  since: Date,
): Promise<StoredOutput | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'output'])
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('operation', '=', operation)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row && { requestHash: row.request_hash, output: row.output }
}

/** Takes the place of an answer that is too old to be repeated. */
export async function storeOutput(
  db: Db,
  organizationId: string,
  key: string,
  operation: string,
  { requestHash, output }: StoredOutput,
  at: Date,
): Promise<void> {
  const columns = { request_hash: requestHash, output: JSON.stringify(output), created_at: at }
  await db
    .insertInto('idempotency_key')
    .values({ organization_id: organizationId, key, operation, ...columns })
    .onConflict((conflict) => conflict.columns(['organization_id', 'key', 'operation']).doUpdateSet(columns))
    .execute()
}

/** Answers that may not be repeated any more, a part at a time. */
export async function forgetOutputs(db: Db, organizationId: string, before: Date): Promise<void> {
  await sql`
    delete from idempotency_key where organization_id = ${organizationId} and created_at < ${before}
    and ctid = any(array(select ctid from idempotency_key where organization_id = ${organizationId} and created_at < ${before} limit 100))`.execute(
    db,
  )
}
