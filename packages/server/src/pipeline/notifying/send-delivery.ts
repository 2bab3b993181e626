import type { KeyObject } from 'node:crypto'
import { refusalOf } from '../../engine/notifying/delivering/outcome.ts'
import type { Exchange } from '../../base/outbound/exchange.ts'
import type { Outbound } from '../../base/outbound/outbound.ts'
import { signatureHeaders } from '../../base/outbound/sign.ts'
import type { Claim } from '../../store/notifying/delivery-claims.ts'
import type { AttemptLog } from '../../store/notifying/delivery-outcomes.ts'

/** One attempt, made. */
export type Sent =
  | { kind: 'made'; claim: Claim; endedAt: Date; log: AttemptLog; retryAfter: string | undefined }
  /** This process stops: the receiver may have it or not. */
  | { kind: 'given up'; claim: Claim }

export type Sending = {
  now(): Date
  outbound: Pick<Outbound, 'post' | 'longestMs'>
  userAgent: string
  /** Ends what is under way. */
  signal: AbortSignal
}

/** Where to, and signed with what. */
type Destination = { url: string; keys: readonly KeyObject[] }

/** The same bytes and id at every attempt, a new time and signature. Never throws. */
export async function sendDelivery(
  { now, outbound, userAgent, signal }: Sending,
  { url, keys }: Destination,
  claim: Claim,
): Promise<Sent> {
  const startedAt = now()
  const body = Buffer.from(claim.body)
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...signatureHeaders({ id: claim.eventId, at: startedAt, body }, keys),
  }
  const exchange = await outbound.post(url, requestHeaders, body, signal)
  if (exchange.kind === 'aborted') return { kind: 'given up', claim }
  return {
    kind: 'made',
    claim,
    endedAt: now(),
    log: { startedAt, requestHeaders, ...answerOf(exchange) },
    retryAfter: exchange.kind === 'answered' ? exchange.headers['retry-after'] : undefined,
  }
}

function answerOf(exchange: Exclude<Exchange, { kind: 'aborted' }>): Omit<AttemptLog, 'startedAt' | 'requestHeaders'> {
  const { durationMs } = exchange
  if (exchange.kind === 'failed')
    return { durationMs, status: null, reason: exchange.reason, responseHeaders: null, responseStart: null }
  const { status, headers, bodyStart } = exchange
  return {
    durationMs,
    status,
    reason: refusalOf(status),
    responseHeaders: toldHeaders(headers),
    responseStart: headers['content-encoding'] === undefined ? toText(bodyStart) : null,
  }
}

/** Those that help to find out what went wrong. */
const TOLD_HEADERS = ['content-type', 'content-length', 'content-encoding', 'location', 'retry-after', 'server', 'date']
const MAX_HEADER = 500
const MAX_TEXT_BYTES = 4_096

function toldHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    TOLD_HEADERS.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, storable(value).slice(0, MAX_HEADER)]]
    }),
  )
}

/** At most 4 KiB, whatever the bytes were: each that is no text becomes three of another sign. */
function toText(bytes: Buffer): string {
  if (bytes.length === 0) return ''
  const text = storable(new TextDecoder().decode(bytes, { stream: true }))
  return new TextDecoder().decode(Buffer.from(text).subarray(0, MAX_TEXT_BYTES), { stream: true })
}

/** The database takes neither NUL nor half characters. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()
