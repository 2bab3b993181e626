import type { Json } from './json-schema.ts'
import { headersOf } from './openapi-headers.ts'
import { commonProblems, writeProblems, type Operation } from './operation.ts'
import {
  limitPolicies,
  Problem,
  problemBody,
  everyProblem,
  problemCodes,
  type ProblemBody,
  type ProblemCode,
  type ProblemExtras,
} from './problems.ts'

/** The error answers of an operation by status: those that all operations have by reference, its own in full. */
export function errorResponses(operation: Operation): Json {
  return Object.fromEntries(
    [...codesByStatus(operation)].map(([status, codes]) => [
      status,
      common.get(status)?.join() === codes.join()
        ? { $ref: `#/components/responses/${nameOf(status)}` }
        : errorResponse(status, codes),
    ]),
  )
}

function codesByStatus({ isWrite, errors }: Pick<Operation, 'isWrite' | 'errors'>): Map<number, ProblemCode[]> {
  const codes = new Set<ProblemCode>([...commonProblems, ...(isWrite ? writeProblems : []), ...errors])
  const byStatus = new Map<number, ProblemCode[]>()
  // Not Map.groupBy, which Node 20 does not have: the library and the MCP server run there too.
  for (const code of codes) {
    const { status } = everyProblem[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}

const errorResponse = (status: number, codes: ProblemCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${everyProblem[code].message}`).join('\n\n'),
  headers: headersOf(null, status),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

const common = codesByStatus({ isWrite: false, errors: [] })
const nameOf = (status: number): string => `Error${status}`

/** `components.responses` of the OpenAPI document. */
export const commonResponses: Json = Object.fromEntries(
  [...common].map(([status, codes]) => [nameOf(status), errorResponse(status, codes)]),
)

/** What comes along with a code, where something does. */
const extras: { [Code in ProblemCode]?: ProblemExtras } = {
  invalid_json: { message: 'The body is not valid JSON: an object ends too early, at character 18.' },
  invalid_parameter: {
    message: '1 parameter is not valid.',
    details: [{ path: 'limit', code: 'too_large', message: 'Must be at most 200.' }],
  },
  insufficient_scope: { requiredScope: 'brands:write' },
  plan_feature_unavailable: { plan: 'pro' },
  plan_limit_reached: { plan: 'pro', limit: 10, current: 10 },
  validation_failed: {
    message: '1 field is not valid.',
    details: [{ path: 'name', code: 'too_short', message: 'Must not be empty.' }],
  },
  webhook_url_not_allowed: {
    details: [{ path: 'url', code: 'not_allowed', message: 'Must lead to the public internet.' }],
  },
  rate_limited: { limit: 120, retryAfterSeconds: 42, violatedPolicies: ['minute'] },
  quota_exceeded: {
    plan: 'pro',
    limit: 2_500,
    current: 2_500,
    retryAfterSeconds: 1_209_600,
    violatedPolicies: ['month'],
  },
  service_unavailable: { retryAfterSeconds: 1 },
}

const REQUEST = 'req_01kb8fz2m0e9vtz6g1q4x7n001'

const exampleOf = (code: ProblemCode): ProblemBody => problemBody(new Problem(code, extras[code]), REQUEST, '/docs')

/** `components.examples` of the OpenAPI document: each error that an operation answers with, as it is sent. */
export function errorExamples(operations: Operation[]): Json {
  const codes = new Set(operations.flatMap((operation) => [...codesByStatus(operation).values()].flat()))
  return Object.fromEntries(
    [...codes].map((code) => [code, { summary: everyProblem[code].message, value: exampleOf(code) }]),
  )
}

const detail = {
  type: 'object',
  required: ['path', 'code', 'message'],
  properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
}

/** The one body of every error. */
export const errorSchema: Json = {
  type: 'object',
  // Of all codes, also of those that only addresses beside the operations answer with.
  examples: problemCodes.map(exampleOf),
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'status', 'requestId', 'docUrl', 'details'],
      properties: {
        code: { type: 'string', enum: problemCodes },
        message: { type: 'string', description: 'Says what to do about it.' },
        status: { type: 'integer' },
        requestId: { type: 'string' },
        docUrl: {
          type: 'string',
          description:
            'Where this error is explained. Absolute where the service knows its own address, otherwise a path: resolve it against the address you called.',
        },
        details: { type: 'array', items: detail, description: 'What is wrong with which field.' },
        requiredScope: { type: 'string' },
        plan: { type: 'string' },
        limit: { type: 'integer' },
        current: { type: 'integer' },
        retryAfterSeconds: { type: 'integer' },
        violatedPolicies: {
          type: 'array',
          items: { type: 'string', enum: limitPolicies },
          description: 'For 429: the policies of `RateLimit-Policy` that refuse the call.',
        },
      },
    },
  },
}
