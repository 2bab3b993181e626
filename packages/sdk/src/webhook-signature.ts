import { sightlineEvent, type SightlineEvent } from './resources/events.ts'

export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

export type VerifyOptions = {
  /** How far the delivery's clock may be from this one, either way. 300 unless told. */
  toleranceSeconds?: number
  now?: Date
}

/** Why a delivery is not to be believed. Answer it with 400 or 401, and with nothing that helps whoever sent it. */
export type WebhookErrorCode =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'
  | 'invalid_secret'
  | 'body_not_raw'
  | 'invalid_event'

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The event that a delivery carries, once its signature holds (Standard Webhooks, HMAC-SHA256).
 * @param body the raw body, before anything has parsed it: a re-serialised one has another signature
 * @param headers `Headers`, or an object with names in any case
 * @param secret `whsec_…`; several while you rotate: one that fits is enough
 * @throws {WebhookVerificationError} with a `code`
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<SightlineEvent> {
  await verifyWebhookSignature(body, headers, secret, options)
  return parseEvent(typeof body === 'string' ? body : new TextDecoder().decode(body))
}

/**
 * Only the signature, whatever the body is: for formats other than `event`.
 * @throws {WebhookVerificationError} with a `code`
 */
export async function verifyWebhookSignature(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<void> {
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = signaturesOf(header(headers, 'webhook-signature'))
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(importKey))
  checkAge(timestamp, toleranceSeconds, now)
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytesOf(body))
  for (const key of keys)
    // The platform compares in constant time.
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return
  throw new WebhookVerificationError(
    'signature_mismatch',
    'No signature fits. Check the secret, and that the body is the raw one.',
  )
}

function header(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([candidate]) => candidate.toLowerCase() === name)?.[1]
  const text = typeof value === 'string' ? value : (value?.join(' ') ?? '')
  if (text === '') throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`)
  return text
}

const isHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function'

/** `v1,<base64>` of a list separated by blanks; other versions, and what is no base64, fit nothing. */
function signaturesOf(list: string): Uint8Array<ArrayBuffer>[] {
  return list
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .flatMap((entry) => fromBase64(entry.slice(3)) ?? [])
}

// The platform’s own type goes by different names in Node and in browsers.
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

async function importKey(secret: string): Promise<Key> {
  const bytes = fromBase64(secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret)
  if (!bytes?.length)
    throw new WebhookVerificationError('invalid_secret', 'The secret is not one of ours: whsec_ and base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function checkAge(timestamp: string, toleranceSeconds: number, now: Date): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('invalid_timestamp', 'The header webhook-timestamp is no number of seconds.')
  const age = Math.floor(now.getTime() / 1_000) - Number(timestamp)
  if (age > toleranceSeconds)
    throw new WebhookVerificationError('timestamp_too_old', `The delivery is ${age} s old: it may be a replay.`)
  if (age < -toleranceSeconds)
    throw new WebhookVerificationError('timestamp_too_new', `The delivery is ${-age} s ahead: check the clocks.`)
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  throw new WebhookVerificationError('body_not_raw', 'Pass the raw body, a string or bytes, not what was parsed of it.')
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    return null
  }
}

function parseEvent(text: string): SightlineEvent {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new WebhookVerificationError('invalid_event', 'The body is no JSON.')
  }
  const parsed = sightlineEvent.safeParse(json)
  if (!parsed.success)
    throw new WebhookVerificationError(
      'invalid_event',
      'The body is no event this version of the SDK knows. A subscription with another format delivers a chat message.',
    )
  // What was sent and not what was parsed: fields that a newer service adds stay.
  return json as SightlineEvent
}
