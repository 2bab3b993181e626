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
import type { OpenSession } from '../identity/sessions.ts'
import type { Caller } from '../operations/context.ts'
import { permit } from '../operations/handle.ts'
import { routeOf, type Addresses, type Mounted } from './addresses.ts'
import { taggedWith, type Answer, type Answers, type Headers } from './answers.ts'
import { addressOf, idempotencyKeyOf, inputOf, linkOf, textOf } from './call.ts'
import { sessionCookie } from './cookies.ts'
import type { House } from './doors.ts'
import { entityTagOf, isKnownTag } from './entity-tag.ts'
import { browserHeaders, NO_PAGE_POLICY } from './page-headers.ts'
import type { RateLimits } from './rate-limits.ts'
import { sessionOf, visitorOf } from './visitor.ts'
import { refuseOtherSites, refuseWithoutToken } from './web-guard.ts'

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
  house: House
  identity: Identity
  answers: Answers
  limits: RateLimits
  addresses: Addresses
  bodyLimitOf(operation: { id: string }): number
}

/** The session's door: what keys do and what only people do, for whoever is signed in. */
export function mountWeb(server: FastifyInstance, web: WebDoor): void {
  for (const door of webDoors()) {
    const refuseStranger = web.addresses.guardOf(door)
    const entered = new WeakMap<FastifyRequest, Entered>()
    server.route({
      method: door.method,
      url: routeOf(door.path),
      config: { operation: door.operation.id },
      bodyLimit: web.bodyLimitOf(door.operation),
      onRequest: async (request) => {
        refuseStranger(request)
        entered.set(request, await enter(web, door, request))
      },
      // No handler runs before its hook: whoever is here was let in.
      handler: async (request, reply) => answer(web, door, entered.get(request) as Entered, request, reply),
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
  const { organizationId } = request.params as { organizationId: string }
  const caller = await web.identity.caller(session, organizationId)
  if (request.standing) request.standing = { ...request.standing, caller, operation }
  permit(operation, caller)
  return { session, caller }
}

/** A person is not metered, but no browser needs more than this in a minute. */
function takeTurn({ limits }: WebDoor, request: FastifyRequest, session: OpenSession | null): void {
  const { isAllowed, ...minute } = session ? limits.takeTurn(session.id) : limits.visitor(request.ip)
  request.standing = { minute, quota: null, policy: session ? 'minute' : 'ip' }
  if (isAllowed) return
  throw new Problem('rate_limited', {
    limit: minute.limit,
    violatedPolicies: [session ? 'minute' : 'ip'],
    retryAfterSeconds: minute.resetsInSeconds,
  })
}

async function answer(
  web: WebDoor,
  door: Door,
  { session, caller }: Entered,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, headers, body } =
    door.kind === 'identity'
      ? await serveIdentity(web, door.operation, visitorOf(request, session), request)
      : // Whoever came through the hook of such a door has one.
        await serveMember(web, door.operation, caller as Caller, request)
  return reply
    .code(status)
    .headers(headers)
    .send(status === 304 ? undefined : body)
}

async function serveIdentity(
  { identity, answers }: WebDoor,
  operation: IdentityOperation,
  visitor: Visitor,
  request: FastifyRequest,
): Promise<Answer> {
  const { output, token } = await identity.dispatch({ operation, input: inputOf(request, operation), visitor })
  const cookie = token === undefined ? {} : { 'set-cookie': sessionCookie.write(request, token) }
  return answers.json(request, operation.status, JSON.stringify(output), { ...webHeaders, ...cookie })
}

async function serveMember(
  { house, answers }: WebDoor,
  operation: AnyOperation,
  caller: Caller,
  request: FastifyRequest,
): Promise<Answer> {
  const { params, query, body } = inputOf(request, operation)
  // The organization is the door's, the rest is the operation's.
  const { organizationId: _organizationId, ...own } = params as Record<string, unknown>
  const idempotencyKey = operation.isWrite ? idempotencyKeyOf(request) : undefined
  const input = { params: own, query, body }
  const call = { operation, caller, input, address: addressOf(request), idempotencyKey }
  const { output, isReplayed } = await house.dispatch(call)
  const text = textOf(output)
  const headers = { ...webHeaders, ...linkOf(output), ...(isReplayed && { 'idempotent-replayed': 'true' }) }
  if (operation.method !== 'GET') return answers.json(request, operation.status, text, headers)
  const tag = entityTagOf(text)
  const tagged = { ...taggedWith(tag), ...headers }
  if (isKnownTag(request.headers['if-none-match'] ?? '', tag)) return answers.notModified(request, tagged)
  return answers.json(request, operation.status, text, tagged)
}

/** What somebody reads stays in no cache: the next one at the same browser may be somebody else. */
const webHeaders: Headers = { ...browserHeaders(NO_PAGE_POLICY), 'cache-control': 'no-store' }
