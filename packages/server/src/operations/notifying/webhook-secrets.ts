import { randomBytes } from 'node:crypto'
import { Problem } from '@sightline/sdk'
import { secretPlace } from '../../base/encryption.ts'
import {
  deleteExpiredSecrets,
  expireCurrentSecret,
  insertWebhookSecret,
  webhookSecrets,
} from '../../store/notifying/webhook-secrets.ts'
import type { Context } from '../context.ts'
import { organizationOf } from '../tenant.ts'

/** How long the secret before signs beside the new one. */
export const OVERLAP_MS = 24 * 3_600_000
/** Each adds a signature to every delivery's header. */
export const MAX_OLD = 10

/** Makes a subscription's first secret, or the one after `number`; told to the caller this once. */
export async function makeSecret(context: Context, webhookId: string, number = 1): Promise<string> {
  const organizationId = organizationOf(context)
  // 32 bytes: Standard Webhooks asks for 24 to 64.
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = context.services.encryption.seal(secret, secretPlace(organizationId, webhookId, number))
  await insertWebhookSecret(context.db, organizationId, webhookId, { number, sealed, at: context.now })
  return secret
}

/**
 * Takes a new secret into use; the subscription is locked.
 * @returns it, and until when the one before signs too
 * @throws Problem conflict while too many old ones are good
 */
export async function rotateSecret(
  context: Context,
  webhookId: string,
): Promise<{ secret: string; previousExpiresAt: Date }> {
  const organizationId = organizationOf(context)
  const { db, now } = context
  await deleteExpiredSecrets(db, organizationId, webhookId, now)
  const [current, ...old] = await webhookSecrets(db, organizationId, webhookId, now)
  if (old.length >= MAX_OLD)
    throw new Problem('conflict', {
      message: `${MAX_OLD} old secrets are still good. Wait until ${old.at(-1)?.expiresAt?.toISOString()}, or make a new webhook.`,
      limit: MAX_OLD,
      current: old.length,
    })
  const previousExpiresAt = new Date(now.getTime() + OVERLAP_MS)
  await expireCurrentSecret(db, organizationId, webhookId, previousExpiresAt)
  return { secret: await makeSecret(context, webhookId, (current?.number ?? 0) + 1), previousExpiresAt }
}
