import type { FastifyRequest } from 'fastify'
import { SESSION_LIFE_SECONDS } from '../identity/sessions.ts'

/**
 * The session's cookie. Over HTTPS its prefix keeps a sub-domain, or anybody on the wire, from setting one of this name
 * (RFC 6265bis, 4.1.3.2); over plain HTTP, on this machine, no browser takes a prefixed one.
 */
const nameFor = (protocol: string): string => (protocol === 'https' ? '__Host-sightline' : 'sightline')

/** Exactly what `mintToken` makes. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The token that a request's cookie carries; two of the name are none, because nobody can say whose they are. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const name = nameFor(request.protocol)
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const [token] = found
  return found.length === 1 && token !== undefined && TOKEN.test(token) ? token : undefined
}

/** @param token null: the browser forgets it */
export function cookieWith(request: FastifyRequest, token: string | null): string {
  const life = token === null ? 0 : SESSION_LIFE_SECONDS
  const secure = request.protocol === 'https' ? '; Secure' : ''
  return `${nameFor(request.protocol)}=${token ?? ''}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`
}
