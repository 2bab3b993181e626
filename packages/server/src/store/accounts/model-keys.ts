import { sql, type Selectable } from 'kysely'
import type { ModelProvider } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

export type StoredModelKey = {
  provider: ModelProvider
  model: string
  /** Opened with `base/encryption.ts`, for the moment of a call only. */
  sealed: Buffer
  last4: string
  isJudge: boolean
  setAt: Date
}

/** An organization has one or none. */
export async function modelKeyOf(db: Db, organizationId: string): Promise<StoredModelKey | undefined> {
  const row = await db
    .selectFrom('model_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && toModelKey(row)
}

/** Whether an organization's own model is to judge what the rules leave ambiguous. */
export async function hasJudge(db: Db, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from model_key where organization_id = ${organizationId} and is_judge`.execute(db)
  return rows.length > 0
}

/** Takes the place of the one before. */
export async function saveModelKey(db: Db, organizationId: string, key: StoredModelKey): Promise<void> {
  const columns = {
    provider: key.provider,
    model: key.model,
    sealed: key.sealed,
    last4: key.last4,
    is_judge: key.isJudge,
    set_at: key.setAt,
  }
  await db
    .insertInto('model_key')
    .values({ organization_id: organizationId, ...columns })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(columns))
    .execute()
}

/** Only what changes. @returns it as it is now; undefined: there is none */
export async function updateModelKey(
  db: Db,
  organizationId: string,
  { model, isJudge }: { model?: string | undefined; isJudge?: boolean | undefined },
): Promise<StoredModelKey | undefined> {
  const row = await db
    .updateTable('model_key')
    .set((eb) => ({ model: model ?? eb.ref('model'), is_judge: isJudge ?? eb.ref('is_judge') }))
    .where('organization_id', '=', organizationId)
    .returningAll()
    .executeTakeFirst()
  return row && toModelKey(row)
}

/** @returns what was removed; undefined: there was none */
export async function deleteModelKey(db: Db, organizationId: string): Promise<StoredModelKey | undefined> {
  const row = await db
    .deleteFrom('model_key')
    .where('organization_id', '=', organizationId)
    .returningAll()
    .executeTakeFirst()
  return row && toModelKey(row)
}

const toModelKey = (row: Selectable<Tables['model_key']>): StoredModelKey => ({
  provider: row.provider,
  model: row.model,
  sealed: row.sealed,
  last4: row.last4,
  isJudge: row.is_judge,
  setAt: row.set_at,
})
