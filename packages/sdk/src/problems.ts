/**
 * Every error the product answers with, in one place: its HTTP status and what it says when nothing more is known.
 * A message says what to do about it.
 */
export const problemCatalogue = {
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_parameter: { status: 400, message: 'A parameter of the address is not valid.' },
  invalid_cursor: { status: 400, message: 'The cursor is not valid here. Start again without it.' },
  invalid_request: { status: 400, message: 'The request is not valid HTTP for this service.' },
  missing_api_key: { status: 401, message: 'Send your API key as "Authorization: Bearer <API_KEY>".' },
  invalid_api_key: { status: 401, message: 'This API key is not known. Check it, or issue a new one.' },
  api_key_revoked: { status: 401, message: 'This API key was revoked. Issue a new one.' },
  api_key_expired: { status: 401, message: 'This API key has expired. Issue a new one.' },
  insufficient_scope: { status: 403, message: 'This API key may not do that. Issue a key with the scope it needs.' },
  insufficient_role: { status: 403, message: 'Your role in this organization may not do that. Ask an owner or admin.' },
  plan_feature_unavailable: { status: 403, message: 'Your plan does not include this. Upgrade to use it.' },
  plan_limit_reached: { status: 403, message: 'Your plan’s limit is reached. Remove something or upgrade.' },
  organization_suspended: { status: 403, message: 'This organization is suspended. Write to its operator.' },
  route_not_found: { status: 404, message: 'There is no such address. See /api/v1/openapi.json for those there are.' },
  resource_not_found: { status: 404, message: 'There is nothing with this id.' },
  score_not_available: { status: 404, message: 'No answers are scored yet. Start a run or import answers first.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not know this method. The Allow header lists those it knows.',
  },
  request_timeout: { status: 408, message: 'The request did not arrive in time. Send it again.' },
  conflict: { status: 409, message: 'This contradicts the present state. Read it again and retry.' },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running. Retry in a moment.',
  },
  version_removed: { status: 410, message: 'This version of the API is gone.' },
  payload_too_large: { status: 413, message: 'The body is too large. Send less at once.' },
  uri_too_long: { status: 414, message: 'The address is too long.' },
  unsupported_media_type: { status: 415, message: 'Send JSON with "Content-Type: application/json".' },
  expectation_failed: { status: 417, message: 'Only "Expect: 100-continue" is understood.' },
  validation_failed: { status: 422, message: 'The body is not valid.' },
  webhook_url_not_allowed: {
    status: 422,
    message: 'This address may not receive webhooks. Use a public https address.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another body, by another caller, or with other rights. Use a new one.',
  },
  rate_limited: { status: 429, message: 'Too many calls at once. Retry after the time given.' },
  quota_exceeded: {
    status: 429,
    message: 'The plan’s calls of this period are used up. Retry after the period’s end, or upgrade.',
  },
  headers_too_large: { status: 431, message: 'The headers are too large.' },
  internal_error: { status: 500, message: 'Something broke on our side. Retry; if it stays, send us the requestId.' },
  insufficient_storage: {
    status: 507,
    message:
      'There is no room left to write on this installation’s disk. Reading goes on; its operator must make room.',
  },
  service_unavailable: { status: 503, message: 'The service cannot answer right now. Retry after the time given.' },
} as const satisfies Record<string, { status: number; message: string }>

/** What only people meet, who sign in: no key's call is answered with one of these, so the API's document has none. */
export const webProblemCatalogue = {
  not_signed_in: { status: 401, message: 'Sign in first.' },
  sign_in_failed: { status: 401, message: 'That is not right. Check what you entered and try again.' },
  cross_site_request: {
    status: 403,
    message: 'This request does not come from our own pages. Reload the page and try again.',
  },
  email_not_verified: {
    status: 403,
    message:
      'Nobody has verified the e-mail address of this account, so it stays in one organization. Come by single sign-on, or ask whoever runs this Sightline to verify it ("sightline member verify").',
  },
  sign_up_closed: { status: 403, message: 'Nobody can sign up here without an invitation. Ask for one.' },
  link_not_valid: { status: 404, message: 'This link is not valid, or no longer. Ask for a new one.' },
} as const satisfies Record<string, { status: number; message: string }>

/** Both. */
export const everyProblem = { ...problemCatalogue, ...webProblemCatalogue }

export type ProblemCode = keyof typeof everyProblem
/** Those of the API. */
export const problemCodes = Object.keys(problemCatalogue) as (keyof typeof problemCatalogue)[]

/** One thing wrong with one field; `path` is dotted (`prompts.3.text`). */
export type ProblemDetail = { path: string; code: string; message: string }

/** The limits that `RateLimit-Policy` names: of an address without a valid key, of a minute, of the month. */
export const limitPolicies = ['ip', 'minute', 'month'] as const
export type LimitPolicy = (typeof limitPolicies)[number]

export type ProblemExtras = {
  message?: string
  details?: ProblemDetail[]
  requiredScope?: string
  requiredRole?: string
  plan?: string
  limit?: number
  current?: number
  retryAfterSeconds?: number
  /** For 429. */
  violatedPolicies?: LimitPolicy[]
  /** Methods an address knows, for 405. */
  allow?: string[]
}

/** What is thrown anywhere in the product when a caller must hear about it. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly extras: ProblemExtras

  constructor(code: ProblemCode, extras: ProblemExtras = {}) {
    super(extras.message ?? everyProblem[code].message)
    this.code = code
    this.status = everyProblem[code].status
    this.extras = extras
  }
}

/** The one body of every error. Absent facts are left out here, and here only. */
export type ProblemBody = {
  error: {
    code: string
    message: string
    status: number
    requestId: string
    docUrl: string
    details: ProblemDetail[]
    requiredScope?: string
    requiredRole?: string
    plan?: string
    limit?: number
    current?: number
    retryAfterSeconds?: number
    violatedPolicies?: LimitPolicy[]
  }
}

export function problemBody(problem: Problem, requestId: string, docsUrl: string): ProblemBody {
  const { requiredScope, requiredRole, plan, limit, current, retryAfterSeconds, violatedPolicies } = problem.extras
  const { details = [] } = problem.extras
  return {
    error: {
      code: problem.code,
      message: problem.message,
      status: problem.status,
      requestId,
      docUrl: `${docsUrl}/errors#${problem.code}`,
      details,
      ...(requiredScope !== undefined && { requiredScope }),
      ...(requiredRole !== undefined && { requiredRole }),
      ...(plan !== undefined && { plan }),
      ...(limit !== undefined && { limit }),
      ...(current !== undefined && { current }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(violatedPolicies !== undefined && { violatedPolicies }),
    },
  }
}
