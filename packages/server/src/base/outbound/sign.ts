import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export type SignedMessage = {
  /** The same at every attempt: receivers leave out what they have seen. Without dots, which part the signed text. */
  id: string
  /** Of this attempt. */
  at: Date
  body: Buffer
}

/**
 * What signs, made once for many messages: from the secret's bytes the same takes Node five times as long.
 * @param secret `whsec_` + base64
 */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))

/**
 * The headers of Standard Webhooks 1.0.0: `v1,` + base64 of HMAC-SHA256 over `id.timestamp.body`, one signature a key.
 * @param keys the current one first
 */
export function signatureHeaders({ id, at, body }: SignedMessage, keys: readonly KeyObject[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
