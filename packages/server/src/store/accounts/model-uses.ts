import { sql, type Selectable } from 'kysely'
import type { ModelProvider } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

/** One round of asking an organization's own model. */
export type ModelUseRow = {
  id: string
  brandId: string
  kind: 'judge' | 'prompts'
  provider: ModelProvider
  model: string
  calls: number
  results: number
  inputTokens: number
  outputTokens: number
  estimatedUsd: number | null
  usd: number | null
  failure: string | null
  startedAt: Date
}

export async function modelUseById(db: Db, organizationId: string, id: string): Promise<ModelUseRow | undefined> {
  const row = await db
    .selectFrom('model_use')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toModelUse(row)
}

/** Newest first. */
export async function newestModelUses(db: Db, organizationId: string, limit: number): Promise<ModelUseRow[]> {
  const rows = await db
    .selectFrom('model_use')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toModelUse)
}

export type Asking = Pick<ModelUseRow, 'id' | 'brandId' | 'kind' | 'provider' | 'model' | 'estimatedUsd'> & { at: Date }

/**
 * Counts a call before it is sent, so that no kill lets a round ask more than it may. Several callers of one round pass
 * one after another.
 * @returns whether the call is among the first `most`
 */
export async function countModelCall(db: Db, organizationId: string, asking: Asking, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into model_use (organization_id, id, brand_id, kind, provider, model, calls, estimated_usd, started_at, changed_at)
    values (${organizationId}, ${asking.id}, ${asking.brandId}, ${asking.kind}, ${asking.provider}, ${asking.model}, 1,
      ${asking.estimatedUsd}, ${asking.at}, ${asking.at})
    on conflict (organization_id, id) do update set calls = model_use.calls + 1, changed_at = excluded.changed_at,
      provider = excluded.provider, model = excluded.model, estimated_usd = model_use.estimated_usd + excluded.estimated_usd
      where model_use.calls < ${most}
    returning 1`.execute(db)
  return rows.length > 0
}

/** What a call brought. A cost that is not known leaves the sum unknown. */
export async function addToModelUse(
  db: Db,
  organizationId: string,
  id: string,
  brought: { results: number; inputTokens: number; outputTokens: number; usd: number | null; at: Date },
): Promise<void> {
  await sql`
    update model_use set results = results + ${brought.results}, input_tokens = input_tokens + ${brought.inputTokens},
      output_tokens = output_tokens + ${brought.outputTokens}, changed_at = ${brought.at},
      usd = case when results = 0 and input_tokens = 0 then ${brought.usd}::float8 else usd + ${brought.usd}::float8 end
    where organization_id = ${organizationId} and id = ${id}`.execute(db)
}

export async function endModelUse(
  db: Db,
  organizationId: string,
  id: string,
  failure: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('model_use')
    .set({ failure, changed_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

const toModelUse = (row: Selectable<Tables['model_use']>): ModelUseRow => ({
  id: row.id,
  brandId: row.brand_id,
  kind: row.kind,
  provider: row.provider,
  model: row.model,
  calls: row.calls,
  results: row.results,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  estimatedUsd: row.estimated_usd,
  usd: row.usd,
  failure: row.failure,
  startedAt: row.started_at,
})
