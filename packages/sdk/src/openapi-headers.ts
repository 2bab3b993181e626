import type { Json } from './json-schema.ts'
import type { Operation } from './operation.ts'

/** Headers of answers, as `components.headers` of the OpenAPI document. */
export const responseHeaders = {
  'RateLimit-Policy': {
    description:
      'The limits in force: `"minute";q=120;w=60, "month";q=2500;w=2678400`; `"ip"` before a key is known. Names, quotas and windows in seconds.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of each: `"minute";r=119;t=42, "month";r=2412;t=1209600`.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'Calls of the period.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Calls left in the period.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'End of the period, seconds since 1970.', schema: { type: 'integer' } },
  'X-Request-Id': { description: 'Names this request in the log.', schema: { type: 'string' } },
  ETag: {
    description: 'Changes with every byte of the answer. Send it back as `If-None-Match`.',
    schema: { type: 'string' },
  },
  Link: { description: 'Address of the next page, `rel="next"`, where there is one.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: '`true`: this is the answer that the same request had before. It is not counted.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: '`Bearer`.', schema: { type: 'string' } },
  Deprecation: {
    description:
      'Once the end of this version is declared: since when clients should move on, `@<seconds since 1970>` (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description:
      'Once the end of this version is declared: when it ends, at least 12 months after `Deprecation` (RFC 8594).',
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods that this address knows.', schema: { type: 'string' } },
} satisfies Record<string, Json>

type HeaderName = keyof typeof responseHeaders

/** On every answer without exception; those of a version's end from the day on that it is declared. */
const always: HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'Deprecation',
  'Sunset',
]
const ofStatus: { [status: number]: HeaderName[] } = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The headers that an operation's answer of a status has or may have; those of an error are the same for all. */
export function headersOf(operation: Operation | null, status: number): Json {
  const isRead = operation?.method === 'GET'
  const own: HeaderName[] =
    status >= 400 || operation === null
      ? (ofStatus[status] ?? [])
      : [
          ...(isRead ? (['ETag', 'Link'] as const) : []),
          ...(operation.isWrite ? (['Idempotent-Replayed'] as const) : []),
        ]
  return Object.fromEntries([...always, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Parameters that stand in headers. */
export const headerParameters = (operation: Operation): Json[] => [
  ...(operation.isWrite ? [idempotencyKey] : []),
  ...(operation.method === 'GET' ? [ifNoneMatch] : []),
]

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names a request that must have its effect once, however often it is sent. Kept for 24 hours. The answer is repeated to the API key that sent the request, while its scopes and brands stay the same; anybody else’s request with the same key is 422.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
}

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of an answer that you have, a list of them, or `*`. When it is still what would be answered: 304 without a body, which is not counted.',
  schema: { type: 'string' },
}

/** The answer of a read to whoever has its answer already. */
export const notModified = (operation: Operation): Json =>
  operation.method === 'GET'
    ? {
        304: {
          description: 'Nothing has changed since the answer whose `ETag` was sent. Not counted.',
          headers: headersOf(operation, 304),
        },
      }
    : {}
