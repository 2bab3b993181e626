import { asNumber, asString, at, parseBody } from './json.ts'
import type { Failure, FailureKind, Reply } from './platform.ts'

/** Table 4.4 for any platform by status and headers; null for a success. An adapter looks at its own codes first. */
export function failureOfStatus(reply: Reply): Failure | null {
  if (reply.status >= 200 && reply.status < 300) return null
  const [kind, code] = classOf(reply.status)
  return failureOf(reply, obeyed(kind, reply.headers['x-should-retry']), code)
}

/** A failure of our own naming that keeps the hint and the words of the reply. */
export const failureOf = (reply: Reply, kind: FailureKind, code: string): Failure => ({
  kind,
  code,
  retryAfterMs: kind === 'wait' ? retryAfterMsOf(reply) : null,
  detail: detailOf(reply),
})

export const failure = (kind: FailureKind, code: string, detail = '', retryAfterMs: number | null = null): Failure => ({
  kind,
  code,
  retryAfterMs,
  detail: clipDetail(detail),
})

/** HTTP 200 with a body that is not what it should be. */
export const unreadable = (reply: Reply): Failure => failureOf(reply, 'garbled', 'unreadable')

/** A reply that was given up while it was read; its code says why. */
export const unread = (why: 'too_slow' | 'too_large' | 'failed'): Failure => failure('unread', `reading_${why}`)

function classOf(status: number): [FailureKind, string] {
  switch (status) {
    case 401:
      return ['stop', 'invalid_key']
    case 402:
      return ['stop', 'out_of_credit']
    case 403:
      return ['stop', 'forbidden']
    case 404:
      return ['never', 'not_found']
    case 408:
      return ['wait', 'timeout']
    case 409:
      return ['wait', 'conflict']
    case 410:
      return ['never', 'gone']
    case 413:
      return ['never', 'too_large']
    case 429:
      return ['wait', 'rate_limited']
    case 503:
    case 529:
      return ['wait', 'overloaded']
    default:
      if (status >= 500) return ['wait', 'server_error']
      return ['never', status >= 400 ? 'bad_request' : 'unexpected_status']
  }
}

/** `x-should-retry` (OpenAI, Anthropic) is obeyed, except that a wrong key stays one. */
function obeyed(kind: FailureKind, hint: string | undefined): FailureKind {
  if (kind === 'stop') return kind
  if (hint === 'true') return 'wait'
  return hint === 'false' ? 'never' : kind
}

/** `retry-after-ms`, else `retry-after` in seconds or as an HTTP date, measured against the reply's own clock. */
export function retryAfterMsOf(reply: Reply): number | null {
  const milliseconds = asNumber(reply.headers['retry-after-ms'])
  if (milliseconds !== null) return Math.max(0, Math.ceil(milliseconds))
  const hint = reply.headers['retry-after']
  const seconds = asNumber(hint)
  if (seconds !== null) return Math.max(0, Math.ceil(seconds * 1000))
  const until = Date.parse(hint ?? '')
  const sentAt = Date.parse(reply.headers['date'] ?? '')
  return Number.isNaN(until) || Number.isNaN(sentAt) ? null : Math.max(0, until - sentAt)
}

/** The platform's own words, for the operator's log. */
export function detailOf(reply: Reply): string {
  const body = parseBody(reply.body)
  const error = at(body, 'error') ?? at(body, 0, 'error')
  const words = [at(error, 'message'), error, at(body, 'message'), at(body, 'detail')]
    .map(asString)
    .find((text) => text)
  return clipDetail(words ?? `HTTP ${reply.status}`)
}

/** Some platforms repeat the key in their complaint. */
const clipDetail = (text: string): string =>
  text
    .replace(/\b(sk|pplx|xai|key|AIza)[-_]?[\w*.-]{8,}/g, '$1-…')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 300)
    .toWellFormed()
