import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  identityOperations,
  operations,
  Problem,
  sessionOperations,
  type AnyOperation,
  type IdentityOperation,
} from '@sightline/sdk'
import type { Visitor } from '../identity/context.ts'
import type { Identity } from '../identity/identity.ts'
import type { OpenSession } from '../identity/open-session.ts'
import type { Caller } from '../operations/context.ts'
import { permit } from '../operations/dispatcher.ts'
import { UNMETERED, type AdmittedCall } from './call-guard.ts'
import { serveOperation, type CallHandler } from './serve-operation.ts'
import { routeOf, type RouteMatches, type Mounted } from './request-target.ts'
import type { HttpResponse, RateLimitState, Responses, Headers } from './responses.ts'
import { inputOf } from './request-input.ts'
import { sessionCookie, sessionOf, visitorOf, refuseOtherSites, refuseWithoutToken } from './session-cookie.ts'
import type { HttpDependencies } from './dependencies.ts'
import { browserHeaders, NO_PAGE_POLICY } from './page-headers.ts'
import { bodyLimitOf } from './read-body.ts'
import type { RateLimits } from './rate-limits.ts'

export const WEB_BASE = '/web'
const ORGANIZATION_BASE = `${WEB_BASE}/organizations/{organizationId}`

type ForMembers = { kind: 'member'; operation: AnyOperation }
type ForAnybody = { kind: 'identity'; operation: IdentityOperation }
type Door = (ForMembers | ForAnybody) & Mounted

/** Everything that the web application may ask, with where it stands. */
export const webDoors = (): Door[] => [
  ...Object.values<IdentityOperation>(identityOperations).map((operation) => ({
    kind: 'identity' as const,
    operation,
    method: operation.method,
    path: `${WEB_BASE}${operation.path}`,
  })),
  ...[...Object.values<AnyOperation>(operations), ...Object.values<AnyOperation>(sessionOperations)].map(
    (operation) => ({
      kind: 'member' as const,
      operation,
      method: operation.method,
      path: `${ORGANIZATION_BASE}${operation.path}`,
    }),
  ),
]

export type WebDoor = {
  deps: HttpDependencies
  identity: Identity
  responses: Responses
  limits: RateLimits
  addresses: RouteMatches
}

/** The session's door: what keys do and what only people do, for whoever is signed in. */
export function mountWeb(server: FastifyInstance, web: WebDoor): void {
  const handler = handlerOf(web)
  for (const door of webDoors()) {
    const refuseUnknownAddress = web.addresses.guardOf(door)
    const entered = new WeakMap<FastifyRequest, Entered>()
    server.route({
      method: door.method,
      url: routeOf(door.path),
      config: { operation: door.operation.id },
      bodyLimit: bodyLimitOf(door.operation),
      onRequest: async (request) => {
        refuseUnknownAddress(request)
        entered.set(request, await enter(web, door, request))
      },
      // No handler runs before its hook: whoever is here was let in.
      handler: async (request, reply) => answer(web, handler, door, entered.get(request) as Entered, request, reply),
    })
  }
}

type Entered = { session: OpenSession | null; caller: Caller | null }

/** From where, who, and may they: before anything of a body is read. */
async function enter(web: WebDoor, { kind, operation }: Door, request: FastifyRequest): Promise<Entered> {
  refuseOtherSites(request)
  const session = await sessionOf(web.identity, request)
  takeTurn(web, request, session)
  if (kind === 'identity' && operation.access === 'public') return { session, caller: null }
  if (!session) throw new Problem('not_signed_in')
  refuseWithoutToken(request, web.identity.csrfToken(session))
  if (kind === 'identity') return { session, caller: null }
  // Declared in the address above.
  const { organizationId, ...own } = request.params as { organizationId: string }
  // The organization is the door's, the rest is the operation's.
  request.params = own
  const caller = await web.identity.caller(session, organizationId)
  if (request.rateLimit) request.rateLimit = { ...request.rateLimit, caller, operation }
  permit(operation, caller)
  return { session, caller }
}

/** A person is not metered, but no browser needs more than this in a minute. */
function takeTurn({ limits }: WebDoor, request: FastifyRequest, session: OpenSession | null): void {
  const { isAllowed, ...minute } = session ? limits.takeTurn(session.id) : limits.visitor(request.ip)
  request.rateLimit = { minute, quota: null, policy: session ? 'minute' : 'ip' }
  if (isAllowed) return
  throw new Problem('rate_limited', {
    limit: minute.limit,
    violatedPolicies: [session ? 'minute' : 'ip'],
    retryAfterSeconds: minute.resetsInSeconds,
  })
}

async function answer(
  web: WebDoor,
  handler: CallHandler,
  door: Door,
  { session, caller }: Entered,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, headers, body } =
    door.kind === 'identity'
      ? await serveIdentity(web, door.operation, visitorOf(request, session), request)
      : await serveOperation(handler, memberCall(door, caller, request), request)
  return reply
    .code(status)
    .headers(headers)
    .send(status === 304 ? undefined : body)
}

async function serveIdentity(
  { identity, responses }: WebDoor,
  operation: IdentityOperation,
  visitor: Visitor,
  request: FastifyRequest,
): Promise<HttpResponse> {
  const { output, token } = await identity.dispatch({ operation, input: inputOf(request, operation), visitor })
  const cookie = token === undefined ? {} : { 'set-cookie': sessionCookie.write(request, token) }
  return responses.json(request, operation.status, JSON.stringify(output), { ...webHeaders, ...cookie })
}

/** The chain of a key's call, without a month. */
const handlerOf = ({ deps, responses }: WebDoor): CallHandler => ({
  deps,
  responses,
  guard: UNMETERED,
  headers: webHeaders,
})

function memberCall(
  { operation }: ForMembers,
  caller: Caller | null,
  request: FastifyRequest,
): AdmittedCall<AnyOperation> {
  // Whoever came through the hook of such a door has both.
  const { minute } = request.rateLimit as RateLimitState
  return { caller: caller as Caller, operation, request, minute, quota: null, isCounted: false }
}

/** What somebody reads stays in no cache: the next one at the same browser may be somebody else. */
const webHeaders: Headers = { ...browserHeaders(NO_PAGE_POLICY), 'cache-control': 'no-store' }
