import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { apiVersions, operations, Problem, type Operation } from '@sightline/sdk'
import {
  API_BASE,
  createRouteMatches,
  routeOf,
  type RouteMatches,
  createDeprecations,
  linkOriginOf,
  validateRequestTarget,
} from './request-target.ts'
import { createCallGuard, type AdmittedCall, type CallGuard } from './call-guard.ts'
import {
  createResponses,
  taggedWith,
  type HttpResponse,
  type Responses,
  type RateLimitState,
  type Headers,
  isKnownTag,
} from './responses.ts'
import { createAssets, isNavigation, type Assets } from './assets.ts'
import { serveDocs } from './docs/serve-docs.ts'
import type { HttpDependencies } from './dependencies.ts'
import { toProblem } from './error-mapping.ts'
import { createBodyBudget, type Held } from './body-budget.ts'
import { parseJsonBody } from './json-body.ts'
import { hasMuchToCome, lingerOn } from './lingering.ts'
import { createMalformed } from './malformed.ts'
import { observe } from './observe.ts'
import { oneAtATime } from './pipelining.ts'
import { createRateLimits } from './rate-limits.ts'
import { BODY_LIMIT, bodyLimitOf, endUnread, readBody } from './read-body.ts'
import { createOpenApiText } from './openapi-text.ts'
import { serveOperation, type CallHandler } from './serve-operation.ts'
import { createListener, type Transport } from './transport.ts'
import { mountSingleSignOn } from './single-sign-on.ts'
import { mountWeb } from './session-routes.ts'

export type RestServer = FastifyInstance

declare module 'fastify' {
  interface FastifyRequest {
    /** What its answer says of limits; null until it is known who calls. */
    rateLimit: RateLimitState | null
    /** What its body holds of the memory; null: none was read. */
    held: Held | null
    /** Of a call that was let in. */
    admitted: AdmittedCall | null
  }
}

/** The REST door: every declared operation under `/api/v1`, and one shape for everything that goes wrong. */
export function createRestServer(deps: HttpDependencies, transport: Transport = {}): RestServer {
  const addresses = createRouteMatches()
  const assets = createAssets(deps.web?.folder ?? null)
  const limits = createRateLimits(() => deps.now().getTime())
  const { trustedProxies = [], tls } = transport
  const responses = createResponses(deps, limits)
  const deprecations = createDeprecations(deps.apiVersions ?? apiVersions, deps.now)
  const budget = createBodyBudget()
  /** Small bodies are not counted: there are many of them, and all together they are little. */
  const heldBy = (request: FastifyRequest): ((bytes: number) => void) => {
    if (request.routeOptions.bodyLimit === BODY_LIMIT) return () => {}
    const held = budget.hold(request.admitted?.caller.organization.id ?? request.ip)
    request.held = held
    return held.grow
  }
  const malformed = createMalformed({ responses, addresses, protocol: tls ? 'https' : 'http' })
  const server = Fastify({
    serverFactory: (handler) => malformed.attach(lingerOn(createListener(transport, deps.log, oneAtATime(handler)))),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: BODY_LIMIT,
    genReqId: responses.newId,
    clientErrorHandler: malformed.clientError,
    // These are answered before any hook runs.
    frameworkErrors: (error, request, reply) => {
      const { headers, ...answer } = responses.problem(request, toProblem(deps, error, request.id))
      const closing: Headers = hasMuchToCome(request.raw) ? { connection: 'close' } : {}
      return send(reply, { ...answer, headers: { ...headers, ...closing } })
    },
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 1_024 },
    exposeHeadRoutes: true,
    // What came before the end is answered, on a connection that ends with it.
    return503OnClosing: false,
    logger: false,
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', async (request: FastifyRequest) =>
    parseBody(request, await readBody(request.raw, request.routeOptions.bodyLimit, heldBy(request))),
  )
  server.decorateRequest('held', null)
  server.decorateRequest('rateLimit', null)
  server.decorateRequest('admitted', null)
  server.addHook('onRoute', (route) => addresses.add(route))
  observe(server, deps)
  server.addHook('onRequest', (request, _reply, done) => {
    validateRequestTarget(request)
    deprecations.refuse(request.url)
    // Now and not where the framework says so: it looks into the body first, and refuses methods in its own words.
    if (request.is404 && !isNavigation(request)) throw addresses.notFound(request.url)
    done()
  })
  server.addHook('onResponse', (request, _reply, done) => {
    request.held?.release()
    if (!request.raw.complete && !hasMuchToCome(request.raw)) endUnread(request.raw)
    done()
  })
  server.setErrorHandler((error: FastifyError, request, reply) =>
    send(reply, responses.problem(request, toProblem(deps, error, request.id))),
  )
  // The application has a view for every address that is nobody else's, and says itself what it does not know.
  server.setNotFoundHandler((request, reply) => assets.page(request, reply))
  mount(server, { deps, responses, guard: createCallGuard(deps, limits) }, addresses)
  if (deps.web) mountSingleSignOn(server, { deps, identity: deps.web.identity })
  if (deps.web) mountWeb(server, { deps, identity: deps.web.identity, responses, limits, addresses })
  void server.register(async (plain) => mountPlain(plain, deps, { responses, assets }))
  return server
}

function mount(server: FastifyInstance, handler: CallHandler & { guard: CallGuard }, addresses: RouteMatches): void {
  for (const operation of Object.values<Operation>(operations)) {
    const mounted = { method: operation.method, path: `${API_BASE}${operation.path}` }
    const refuseUnknownAddress = addresses.guardOf(mounted)
    server.route({
      method: operation.method,
      url: routeOf(mounted.path),
      config: { operation: operation.id },
      bodyLimit: bodyLimitOf(operation),
      onRequest: async (request) => {
        refuseUnknownAddress(request)
        const admitted = await handler.guard.admit(operation, request)
        request.admitted = admitted
        // Before the body is read: it counts whether or not it can be read. A read may run beside its count.
        if (operation.method !== 'GET') await handler.guard.count(admitted)
      },
      // No handler runs before its hook: whoever is here was let in.
      handler: async (request, reply) =>
        send(reply, await serveOperation(handler, request.admitted as AdmittedCall, request)),
    })
  }
}

/** How long answers under way may take when the process stops (R3). */
const LAST_ANSWERS_MS = 10_000
const IDLE_EVERY_MS = 50

/** Takes no more requests and resolves when those under way are answered; who takes too long is cut off. */
export async function closeGently(rest: RestServer): Promise<void> {
  // Node closes those that are idle at the moment, and would wait for one that becomes idle later.
  const idle = setInterval(() => rest.server.closeIdleConnections(), IDLE_EVERY_MS)
  const limit = setTimeout(() => rest.server.closeAllConnections(), LAST_ANSWERS_MS)
  try {
    await rest.close()
  } finally {
    clearInterval(idle)
    clearTimeout(limit)
  }
}

/** What is read without a key, with the limits of the address. */
function mountPlain(
  server: FastifyInstance,
  deps: HttpDependencies,
  { responses, assets }: { responses: Responses; assets: Assets },
): void {
  // The pages of the documentation are no JSON, and answer for themselves.
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(responses.headers(request))
  })
  serveDocs(server, deps.version)
  assets.mount(server)
  const openApiText = createOpenApiText(deps.version)
  server.get(`${API_BASE}/openapi.json`, async (request, reply) => {
    const { text, tag } = openApiText(`${linkOriginOf(request, deps.publicUrl)}${API_BASE}`)
    const isKnown = isKnownTag(request.headers['if-none-match'] ?? '', tag)
    const headers = taggedWith(tag)
    return send(reply, isKnown ? responses.notModified(request, headers) : responses.json(request, 200, text, headers))
  })
  server.get('/healthz', async (request, reply) =>
    send(reply, responses.json(request, 200, JSON.stringify({ status: 'ok', version: deps.version }))),
  )
  server.get('/readyz', async (request, reply) => {
    if (!(await deps.isReady()))
      throw new Problem('service_unavailable', { message: 'The database cannot be reached.', retryAfterSeconds: 1 })
    const storage = deps.storage?.()
    const body = { status: 'ready', ...(storage && { storage }) }
    return send(reply, responses.json(request, 200, JSON.stringify(body)))
  })
}

const send = (reply: FastifyReply, { status, headers, body }: HttpResponse): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .send(status === 304 ? undefined : body)

function parseBody(request: FastifyRequest, body: Buffer): unknown {
  const { 'content-type': type = '', 'content-encoding': coding = '' } = request.headers
  // Nothing is unpacked here, and a proxy before us that unpacks would have read another body than we do.
  if (!/^(identity)?$/i.test(coding))
    throw new Problem('unsupported_media_type', { message: 'Send the body without a Content-Encoding.' })
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) throw new Problem('unsupported_media_type')
  // Imported answers are judged apart: one bad text does not spoil the others.
  return parseJsonBody(body, request.routeOptions.config.operation === 'importAnswers')
}
