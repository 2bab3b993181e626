import { sql, type Selectable } from 'kysely'
import type { EventType } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

export type WebhookRow = {
  id: string
  url: string
  events: EventType[]
  threshold: number
  /** Null: all brands. */
  brandIds: string[] | null
  format: Tables['webhook']['format']
  onlySignificant: boolean
  description: string | null
  isChannel: boolean
  status: 'active' | 'paused' | 'disabled'
  statusReason: 'owner' | 'gone' | 'failing' | 'plan' | null
  failingSince: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  createdAt: Date
  updatedAt: Date
}
export type NewWebhook = Pick<
  WebhookRow,
  'id' | 'url' | 'events' | 'threshold' | 'brandIds' | 'format' | 'onlySignificant' | 'description' | 'isChannel'
> & { at: Date }
/** Only what changes. */
export type WebhookChange = {
  [Name in 'url' | 'events' | 'threshold' | 'brandIds' | 'format' | 'onlySignificant' | 'description']?:
    | WebhookRow[Name]
    | undefined
}

export async function insertWebhook(db: Db, organizationId: string, webhook: NewWebhook): Promise<WebhookRow> {
  const row = await db
    .insertInto('webhook')
    .values({
      organization_id: organizationId,
      id: webhook.id,
      ...changedColumns(webhook),
      threshold: webhook.threshold,
      url: webhook.url,
      events: webhook.events,
      brand_ids: webhook.brandIds,
      format: webhook.format,
      description: webhook.description,
      is_channel: webhook.isChannel,
      created_at: webhook.at,
      updated_at: webhook.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toWebhook(row)
}

export async function webhookById(db: Db, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  const row = await db
    .selectFrom('webhook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toWebhook(row)
}

/** Oldest first; one more than asked for. `brandIds`: only those of no other brands; null: all. */
export async function listWebhooks(
  db: Db,
  organizationId: string,
  filter: { limit: number; after: string | null; brandIds: string[] | null },
): Promise<WebhookRow[]> {
  let query = db.selectFrom('webhook').selectAll().where('organization_id', '=', organizationId)
  if (filter.brandIds) query = query.where(sql<boolean>`brand_ids <@ ${filter.brandIds}::text[]`)
  if (filter.after) query = query.where('id', '>', filter.after)
  const rows = await query
    .orderBy('id')
    .limit(filter.limit + 1)
    .execute()
  return rows.map(toWebhook)
}

/** All that are told of events now. */
export async function activeWebhooks(db: Db, organizationId: string): Promise<WebhookRow[]> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  return rows.map(toWebhook)
}

export async function countWebhooks(
  db: Db,
  organizationId: string,
  { withoutStoppedByPlan }: { withoutStoppedByPlan: boolean } = { withoutStoppedByPlan: false },
): Promise<number> {
  let query = db
    .selectFrom('webhook')
    .select((eb) => eb.fn.countAll<number>().as('webhooks'))
    .where('organization_id', '=', organizationId)
  if (withoutStoppedByPlan) query = query.where(sql<boolean>`status_reason is distinct from 'plan'`)
  const row = await query.executeTakeFirstOrThrow()
  return row.webhooks
}

/** Held until the transaction ends; deliveries to it may still be written. */
export async function lockWebhook(db: Db, organizationId: string, id: string): Promise<void> {
  await sql`select from webhook where organization_id = ${organizationId} and id = ${id} for no key update`.execute(db)
}

export async function updateWebhook(
  db: Db,
  organizationId: string,
  id: string,
  change: WebhookChange,
  at: Date,
): Promise<WebhookRow | undefined> {
  const row = await db
    .updateTable('webhook')
    // Another address has not failed yet.
    .set({ ...changedColumns(change), ...(change.url !== undefined && FORGIVEN), updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toWebhook(row)
}

export async function pauseWebhook(db: Db, organizationId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ status: 'paused', status_reason: 'owner', updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** What failed so far no longer speaks against it. */
const FORGIVEN = { failing_since: null, failures: 0, warned_at: null }

/** Whatever had stopped it: its failures so far are forgiven. */
export async function activateWebhook(db: Db, organizationId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ status: 'active', status_reason: null, ...FORGIVEN, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** With its secrets, baselines and deliveries. @returns whether there was one */
export async function deleteWebhook(db: Db, organizationId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('webhook')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

function changedColumns(change: WebhookChange) {
  return {
    ...(change.url !== undefined && { url: change.url }),
    ...(change.events !== undefined && { events: change.events }),
    ...(change.threshold !== undefined && { threshold: change.threshold }),
    ...(change.brandIds !== undefined && { brand_ids: change.brandIds }),
    ...(change.format !== undefined && { format: change.format }),
    ...(change.onlySignificant !== undefined && { only_significant: change.onlySignificant }),
    ...(change.description !== undefined && { description: change.description }),
  }
}

function toWebhook(row: Selectable<Tables['webhook']>): WebhookRow {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    threshold: row.threshold,
    brandIds: row.brand_ids,
    format: row.format,
    onlySignificant: row.only_significant,
    description: row.description,
    isChannel: row.is_channel,
    status: row.status,
    statusReason: row.status_reason,
    failingSince: row.failing_since,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
