import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { operations, Problem, type Operation, type ProblemCode } from '@sightline/sdk'
import { API_BASE, createAddresses, type Addresses } from './addresses.ts'
import { createAdmission, type Visit } from './admission.ts'
import { DOCS, serveDocs } from './docs/serve-docs.ts'
import type { House } from './doors.ts'
import { parseJsonBody } from './json-body.ts'
import { createMalformed } from './malformed.ts'
import { createRateLimits } from './rate-limits.ts'
import { createReplies, standingHeaders, transportHeaders, type Replies } from './replies.ts'
import { sendJson, sendText } from './json-reply.ts'
import { createOpenApiText } from './openapi-text.ts'
import { serveOperation, type Counter } from './serve-operation.ts'
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
  const replies = createReplies(house, limits)
  const malformed = createMalformed(
    (ip) => ({ ...standingHeaders(house, limits, null, ip), ...transportHeaders(tls !== undefined) }),
    house.newRequestId,
    DOCS,
  )
  const server = Fastify({
    serverFactory: (handler) => malformed.attach(createListener(transport, house.log, handler)),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: BODY_LIMIT,
    genReqId: house.newRequestId,
    clientErrorHandler: malformed.clientError,
    // These are answered before any hook runs.
    frameworkErrors: (error, request, reply) => replies.problem(reply, toProblem(house, error, request.id)),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 1_024 },
    exposeHeadRoutes: true,
    logger: false,
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    parseBody(request, body),
  )
  server.decorateRequest('standing', null)
  server.addHook('onRequest', (request, _reply, done) => {
    refuseOddTargets(request)
    done()
  })
  server.setErrorHandler((error: FastifyError, request, reply) =>
    replies.problem(reply, toProblem(house, error, request.id)),
  )
  server.setNotFoundHandler((request, reply) => replies.problem(reply, addresses.notFound(request.url)))
  mount(server, { house, replies, admission: createAdmission(house, limits) }, addresses)
  void server.register(async (plain) => mountPlain(plain, house, replies))
  return server
}

function mount(server: FastifyInstance, counter: Counter, addresses: Addresses): void {
  const visits = new WeakMap<FastifyRequest, Visit>()
  for (const operation of Object.values<Operation>(operations)) {
    const isShadowed = addresses.shadowOf(operation)
    server.route({
      method: operation.method,
      url: `${API_BASE}${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      bodyLimit: operation.id === 'importAnswers' ? IMPORT_BODY_LIMIT : BODY_LIMIT,
      onRequest: async (request) => {
        // The router takes an empty segment for a parameter, `/brands/`, and looks at one method at a time.
        if (Object.values(request.params ?? {}).includes('') || isShadowed(request.url))
          throw addresses.notFound(request.url)
        const visit = await counter.admission.enter(operation, request)
        visits.set(request, visit)
        // Before the body is read: it counts whether or not it can be read. A read may run beside its count.
        if (operation.method !== 'GET') await counter.admission.count(visit)
      },
      // No handler runs before its hook: whoever is here was let in.
      handler: (request, reply) => serveOperation(counter, visits.get(request) as Visit, request, reply),
    })
  }
}

/** What is read without a key, with the limits of the address. */
function mountPlain(server: FastifyInstance, house: House, replies: Replies): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(replies.common(request))
  })
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

function parseBody(request: FastifyRequest, body: Buffer): unknown {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) throw new Problem('unsupported_media_type')
  return parseJsonBody(body)
}

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
