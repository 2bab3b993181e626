/** Why no answer came: stable codes, shown to the owner of the address; never another party's words. */
export const failureReasons = [
  'address_not_allowed',
  'name_not_resolved',
  'connection_refused',
  'connection_failed',
  'connection_closed',
  'connect_timeout',
  'certificate_not_valid',
  'tls_error',
  'timeout',
  'invalid_response',
  'headers_too_large',
] as const
export type FailureReason = (typeof failureReasons)[number]

const REASONS: Record<string, FailureReason> = {
  address_not_allowed: 'address_not_allowed',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  UND_ERR_SOCKET: 'connection_closed',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
  HTTPParserError: 'invalid_response',
  EPROTO: 'tls_error',
}

const FAMILIES: [RegExp, FailureReason][] = [
  [
    /^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/,
    'certificate_not_valid',
  ],
  [/^ERR_(?:TLS|SSL)_/, 'tls_error'],
  // What a resolver says (node:dns): ENOTFOUND, ESERVFAIL, EREFUSED, EBADRESP, ETIMEOUT …
  [
    /^E(?:NOTFOUND|NODATA|SERVFAIL|REFUSED|BADRESP|BADNAME|BADQUERY|FORMERR|NOTIMP|TIMEOUT|CANCELLED)$|^EAI_/,
    'name_not_resolved',
  ],
]

/** @param error of a connection, of the handshake, or of reading the answer's head */
export function reasonOf(error: unknown): FailureReason {
  const code = codeOf(error)
  return REASONS[code] ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1] ?? 'connection_failed'
}

/** undici's parser leaves its errors without a code, but names them. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
