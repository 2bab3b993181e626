import { createHmac } from 'node:crypto'

export type SignedMessage = {
  /** The same at every attempt: receivers leave out what they have seen. Without dots, which part the signed text. */
  id: string
  /** Of this attempt. */
  at: Date
  body: Buffer
}

/**
 * The headers of Standard Webhooks 1.0.0: `v1,` + base64 of HMAC-SHA256 over `id.timestamp.body`, one signature a secret.
 * @param secrets `whsec_` + base64, the current one first
 */
export function signatureHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
