import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { operations, Problem, problemBody, type Operation, type ProblemCode } from '@sightline/sdk'
import { API_BASE, createAddresses, type Addresses } from './addresses.ts'
import { createAdmission, type Admission, type Visit } from './admission.ts'
import { DOCS, serveDocs } from './docs/serve-docs.ts'
import type { House } from './doors.ts'
import { parseJsonBody } from './json-body.ts'
import { createMalformed } from './malformed.ts'
import { createRateLimits, limitHeaders, type RateLimits } from './rate-limits.ts'
import { sendJson, sendText } from './json-reply.ts'
import { createOpenApiText } from './openapi-text.ts'
import { serveOperation } from './serve-operation.ts'
import { originOf, refuseOddTargets } from './target.ts'
import { createListener, type Transport } from './transport.ts'

/** Bodies: requests are small, imports are not. */
const BODY_LIMIT = 64 * 1_024
const IMPORT_BODY_LIMIT = 16 * 1_024 * 1_024
export type RestServer = FastifyInstance

/** The REST door: every declared operation under `/api/v1`, and one shape for everything that goes wrong. */
export function createRestServer(house: House, transport: Transport = {}): RestServer {
  const addresses = createAddresses()
  const limits = createRateLimits(() => house.now().getTime())
  const { trustedProxies = [], tls } = transport
  const malformed = createMalformed(
    (ip) => ({ ...anonymousHeaders(limits, house, ip), ...transportHeaders(tls !== undefined) }),
    house.newRequestId,
    DOCS,
  )
  const server = Fastify({
    serverFactory: (handler) => malformed.attach(createListener(transport, house.log, handler)),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: BODY_LIMIT,
    genReqId: house.newRequestId,
    clientErrorHandler: malformed.clientError,
    frameworkErrors: (error, request, reply) => {
      // These are answered before any hook runs.
      reply.headers(commonHeaders(limits, house, request))
      return sendProblem(request, reply, toProblem(house, error, request.id))
    },
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 1_024 },
    exposeHeadRoutes: true,
    logger: false,
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    parseBody(request, body),
  )
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(limits, house, request))
    refuseOddTargets(request)
  })
  server.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(request, reply, toProblem(house, error, request.id)),
  )
  server.setNotFoundHandler((request, reply) => sendProblem(request, reply, addresses.notFound(request.url)))
  mount(server, house, createAdmission(house, limits), addresses)
  return server
}

function mount(server: FastifyInstance, house: House, admission: Admission, addresses: Addresses): void {
  const visits = new WeakMap<FastifyRequest, Visit>()
  for (const operation of Object.values<Operation>(operations)) {
    const isShadowed = addresses.shadowOf(operation)
    server.route({
      method: operation.method,
      url: `${API_BASE}${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      bodyLimit: operation.id === 'importAnswers' ? IMPORT_BODY_LIMIT : BODY_LIMIT,
      onRequest: async (request, reply) => {
        // The router takes an empty segment for a parameter, `/brands/`, and looks at one method at a time.
        if (Object.values(request.params ?? {}).includes('') || isShadowed(request.url))
          throw addresses.notFound(request.url)
        const visit = await admission.enter(operation, request, reply)
        visits.set(request, visit)
        // Before the body is read: it counts whether or not it can be read. A read may run beside its count.
        if (operation.method !== 'GET') await admission.count(visit)
      },
      // No handler runs before its hook: whoever is here was let in.
      handler: (request) => serveOperation(house, admission, visits.get(request) as Visit, request),
    })
  }
  const openApiText = createOpenApiText(house.version)
  server.get(`${API_BASE}/openapi.json`, async (request, reply) =>
    sendText(reply, 200, openApiText(`${originOf(request)}${API_BASE}`)),
  )
  serveDocs(server, house.version)
  server.get('/healthz', async (_request, reply) => sendJson(reply, 200, { status: 'ok', version: house.version }))
  server.get('/readyz', async (_request, reply) => {
    if (!(await house.isReady()))
      throw new Problem('service_unavailable', { message: 'The database cannot be reached.', retryAfterSeconds: 1 })
    return sendJson(reply, 200, { status: 'ready' })
  })
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { retryAfterSeconds, allow } = problem.extras
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (allow) reply.header('allow', allow.join(', '))
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  if (problem.status === 413) reply.header('connection', 'close')
  return sendJson(reply, problem.status, problemBody(problem, request.id, DOCS))
}

function parseBody(request: FastifyRequest, body: Buffer): unknown {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) throw new Problem('unsupported_media_type')
  return parseJsonBody(body)
}

const anonymousHeaders = (limits: RateLimits, house: House, ip: string): Record<string, string> =>
  limitHeaders(limits.address(ip, false), null, house.now())

const commonHeaders = (limits: RateLimits, house: House, request: FastifyRequest): Record<string, string> => ({
  'x-request-id': request.id,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  ...transportHeaders(request.protocol === 'https'),
  ...anonymousHeaders(limits, house, request.ip),
})

/** Who came by HTTPS comes by nothing else for a year (RFC 6797). */
const transportHeaders = (isSecure: boolean): Record<string, string> =>
  isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}

/** What a thrown value means to the caller; what is not ours is logged and told as a fault of ours, without its words. */
function toProblem(house: House, error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const framework = frameworkCodes[code]
  if (framework) return new Problem(framework)
  if (house.isUnavailable(error)) return new Problem('service_unavailable', { retryAfterSeconds: 1 })
  noteFault(house, error, requestId)
  return new Problem('internal_error')
}

/** A log that cannot be written must not cost the caller the answer. */
function noteFault(house: House, error: unknown, requestId: string): void {
  try {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    house.log.error('request.failed', { requestId, error: words })
  } catch {
    // Nothing is left to tell it to.
  }
}

const frameworkCodes: Record<string, ProblemCode | undefined> = {
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_ASYNC_CONSTRAINT: 'invalid_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_MAX_PARAM_LENGTH: 'resource_not_found',
}
