import type { Db } from '../../base/db/db.ts'

export type WebhookSecret = { number: number; sealed: Buffer; expiresAt: Date | null }

export async function insertWebhookSecret(
  db: Db,
  organizationId: string,
  webhookId: string,
  secret: { number: number; sealed: Buffer; at: Date },
): Promise<void> {
  await db
    .insertInto('webhook_secret')
    .values({
      organization_id: organizationId,
      webhook_id: webhookId,
      number: secret.number,
      sealed: secret.sealed,
      created_at: secret.at,
      expires_at: null,
    })
    .execute()
}

/** Those that sign at an instant: the current one first, then older ones that have not expired. */
export async function webhookSecrets(
  db: Db,
  organizationId: string,
  webhookId: string,
  at: Date,
): Promise<WebhookSecret[]> {
  const rows = await db
    .selectFrom('webhook_secret')
    .select(['number', 'sealed', 'expires_at'])
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number, sealed, expires_at }) => ({ number, sealed, expiresAt: expires_at }))
}

/** The current secret signs beside its successor until then. */
export async function expireCurrentSecret(
  db: Db,
  organizationId: string,
  webhookId: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable('webhook_secret')
    .set({ expires_at: expiresAt })
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('expires_at', 'is', null)
    .execute()
}

export async function deleteExpiredSecrets(db: Db, organizationId: string, webhookId: string, at: Date): Promise<void> {
  await db
    .deleteFrom('webhook_secret')
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('expires_at', '<=', at)
    .execute()
}
