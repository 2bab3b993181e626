import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { apiVersions, operations, Problem, type Operation } from '@sightline/sdk'
import { API_BASE, createAddresses, routeOf, type Addresses } from './addresses.ts'
import { createAdmission, type Visit } from './admission.ts'
import { createAnswers, taggedWith, type Answer, type Answers, type Standing } from './answers.ts'
import { createAssets, isNavigation, type Assets } from './assets.ts'
import { serveDocs } from './docs/serve-docs.ts'
import type { House } from './doors.ts'
import { toProblem } from './faults.ts'
import { entityTagOf, isKnownTag } from './entity-tag.ts'
import { parseJsonBody } from './json-body.ts'
import { createMalformed } from './malformed.ts'
import { observe } from './observe.ts'
import { createRateLimits } from './rate-limits.ts'
import { BODY_LIMIT, endUnread, IMPORT_BODY_LIMIT, readBody } from './read-body.ts'
import { createRetirements } from './retirement.ts'
import { createOpenApiText } from './openapi-text.ts'
import { serveOperation, type Counter } from './serve-operation.ts'
import { originOf, refuseOddTargets } from './target.ts'
import { createListener, type Transport } from './transport.ts'
import { mountSingleSignOn } from './single-sign-on.ts'
import { mountWeb, webDoors } from './web-door.ts'

export type RestServer = FastifyInstance

declare module 'fastify' {
  interface FastifyRequest {
    /** What its answer says of limits; null until it is known who calls. */
    standing: Standing | null
    /** Of a call that was let in. */
    visit: Visit | null
  }
}

/** The REST door: every declared operation under `/api/v1`, and one shape for everything that goes wrong. */
export function createRestServer(house: House, transport: Transport = {}): RestServer {
  const addresses = createAddresses(house.web ? webDoors() : [])
  const assets = createAssets(house.web?.folder ?? null)
  const limits = createRateLimits(() => house.now().getTime())
  const { trustedProxies = [], tls } = transport
  const answers = createAnswers(house, limits)
  const retirements = createRetirements(house.apiVersions ?? apiVersions, house.now)
  const malformed = createMalformed(answers, tls ? 'https' : 'http')
  const server = Fastify({
    serverFactory: (handler) => malformed.attach(createListener(transport, house.log, handler)),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: BODY_LIMIT,
    genReqId: answers.newId,
    clientErrorHandler: malformed.clientError,
    // These are answered before any hook runs.
    frameworkErrors: (error, request, reply) =>
      send(reply, answers.problem(request, toProblem(house, error, request.id))),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 1_024 },
    exposeHeadRoutes: true,
    // What came before the end is answered, on a connection that ends with it.
    return503OnClosing: false,
    logger: false,
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', async (request: FastifyRequest) =>
    parseBody(request, await readBody(request.raw, request.routeOptions.bodyLimit)),
  )
  server.decorateRequest('standing', null)
  server.decorateRequest('visit', null)
  observe(server, house)
  server.addHook('onRequest', (request, _reply, done) => {
    refuseOddTargets(request)
    retirements.refuse(request.url)
    done()
  })
  server.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) endUnread(request.raw)
    done()
  })
  server.setErrorHandler((error: FastifyError, request, reply) =>
    send(reply, answers.problem(request, toProblem(house, error, request.id))),
  )
  // The application has a view for every address that is nobody else's, and says itself what it does not know.
  server.setNotFoundHandler((request, reply) =>
    isNavigation(request)
      ? assets.page(request, reply)
      : send(reply, answers.problem(request, addresses.notFound(request.url))),
  )
  mount(server, { house, answers, admission: createAdmission(house, limits) }, addresses)
  if (house.web) mountSingleSignOn(server, { house, identity: house.web.identity })
  if (house.web) mountWeb(server, { house, identity: house.web.identity, answers, limits, addresses, bodyLimitOf })
  void server.register(async (plain) => mountPlain(plain, house, { answers, assets }))
  return server
}

function mount(server: FastifyInstance, counter: Counter, addresses: Addresses): void {
  for (const operation of Object.values<Operation>(operations)) {
    const mounted = { method: operation.method, path: `${API_BASE}${operation.path}` }
    const refuseStranger = addresses.guardOf(mounted)
    server.route({
      method: operation.method,
      url: routeOf(mounted.path),
      config: { operation: operation.id },
      bodyLimit: bodyLimitOf(operation),
      onRequest: async (request) => {
        refuseStranger(request)
        const visit = await counter.admission.enter(operation, request)
        request.visit = visit
        // Before the body is read: it counts whether or not it can be read. A read may run beside its count.
        if (operation.method !== 'GET') await counter.admission.count(visit)
      },
      // No handler runs before its hook: whoever is here was let in.
      handler: async (request, reply) => send(reply, await serveOperation(counter, request.visit as Visit, request)),
    })
  }
}

/** How long answers under way may take when the process stops (reliability.md R3). */
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
  house: House,
  { answers, assets }: { answers: Answers; assets: Assets },
): void {
  // The pages of the documentation are no JSON, and answer for themselves.
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(answers.headers(request))
  })
  serveDocs(server, house.version)
  assets.mount(server)
  const openApiText = createOpenApiText(house.version)
  server.get(`${API_BASE}/openapi.json`, async (request, reply) => {
    const text = openApiText(`${originOf(request)}${API_BASE}`)
    const tag = entityTagOf(text)
    const isKnown = isKnownTag(request.headers['if-none-match'] ?? '', tag)
    const headers = taggedWith(tag)
    return send(reply, isKnown ? answers.notModified(request, headers) : answers.json(request, 200, text, headers))
  })
  server.get('/healthz', async (request, reply) =>
    send(reply, answers.json(request, 200, JSON.stringify({ status: 'ok', version: house.version }))),
  )
  server.get('/readyz', async (request, reply) => {
    if (!(await house.isReady()))
      throw new Problem('service_unavailable', { message: 'The database cannot be reached.', retryAfterSeconds: 1 })
    return send(reply, answers.json(request, 200, JSON.stringify({ status: 'ready' })))
  })
}

const bodyLimitOf = ({ id }: { id: string }): number => (id === 'importAnswers' ? IMPORT_BODY_LIMIT : BODY_LIMIT)

const send = (reply: FastifyReply, { status, headers, body }: Answer): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .send(status === 304 ? undefined : body)

function parseBody(request: FastifyRequest, body: Buffer): unknown {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) throw new Problem('unsupported_media_type')
  // Imported answers are judged apart: one bad text does not spoil the others.
  return parseJsonBody(body, request.routeOptions.config.operation === 'importAnswers')
}
