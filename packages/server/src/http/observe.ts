import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenSpan, Telemetry } from '../base/telemetry/telemetry.ts'
import { API_BASE } from './request-target.ts'
import type { HttpDependencies } from './dependencies.ts'
import { hasMuchToCome } from './lingering.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the operation that a route serves. */
    operation?: string
  }
}

/** Tells of every answer, and asks for another connection while the process is about to stop or much is unread on this one. */
export function observe(server: FastifyInstance, { telemetry, isDraining }: HttpDependencies): void {
  server.addHook('onSend', async (request, reply) => {
    if (isDraining?.() || hasMuchToCome(request.raw)) reply.header('connection', 'close')
  })
  if (telemetry) observeAnswers(server, telemetry)
}

function observeAnswers(server: FastifyInstance, telemetry: Telemetry): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  server.addHook('onRequest', (request, _reply, done) => {
    const span = telemetry.openSpan({
      name: `${request.method} ${operationOf(request)}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'sightline.request.id': request.id },
      traceparent: isByProxy(request) ? textOf(request.headers['traceparent']) : undefined,
    })
    spans.set(request, span)
    span.run(done)
  })
  // A body arrives on the connection, which knows nothing of the request's span.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)
    const { statusCode: status } = reply
    telemetry.answered({ operation, method: request.method, status, seconds: reply.elapsedTime / 1_000 })
    spans.get(request)?.end({
      isFailed: status >= 500,
      attributes: { 'http.response.status_code': status, 'http.route': request.routeOptions.url ?? '' },
    })
    done()
  })
  server.addHook('onRequestAbort', (request, done) => {
    spans.get(request)?.end({ isFailed: false, attributes: { 'sightline.aborted': true } })
    done()
  })
}

/** An operation's id, another route's address as it is declared, or `none`: a short list, whatever is asked for. */
function operationOf({ is404, routeOptions: { config, url } }: FastifyRequest): string {
  // An address that is none has no route, and so no configuration, whatever the type says.
  if (config?.operation !== undefined) return config.operation
  return is404 || url === undefined ? 'none' : url.replace(`${API_BASE}/`, '')
}

/** Only a proxy that we were told to believe may say which trace a request belongs to. */
const isByProxy = ({ ips }: FastifyRequest): boolean => (ips?.length ?? 0) > 1

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined
