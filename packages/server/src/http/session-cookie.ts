import type { FastifyRequest } from 'fastify'
import type { Visitor } from '../identity/context.ts'
import type { Identity } from '../identity/identity.ts'
import type { OpenSession } from '../identity/open-session.ts'
import { sessionCookie } from './cookies.ts'

/** Exactly what `mintToken` makes. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The session that a request's cookie opens. */
export async function sessionOf(identity: Identity, request: FastifyRequest): Promise<OpenSession | null> {
  const token = sessionCookie.read(request)
  return token !== undefined && TOKEN.test(token) ? identity.session(token) : null
}

export const visitorOf = (request: FastifyRequest, session: OpenSession | null): Visitor => ({
  session,
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})
