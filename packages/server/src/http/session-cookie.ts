import type { FastifyRequest } from 'fastify'
import type { Visitor } from '../identity/context.ts'
import type { Identity } from '../identity/identity.ts'
import type { OpenSession } from '../identity/open-session.ts'
import { timingSafeEqual } from 'node:crypto'
import { Problem } from '@sightline/sdk'
import { originOf } from './request-target.ts'
import { SESSION_LIFE_SECONDS } from '../identity/sessions.ts'
import { ROUND_SECONDS } from '../identity/single-sign-on.ts'

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

/**
 * What is no GET must come from a page of ours: by its Origin, which no page can choose, and by what the browser says of
 * the fetch where it says it (OWASP, CSRF; X1). The cookie's SameSite is a second wall, not this one.
 * @throws Problem cross_site_request
 */
export function refuseOtherSites(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = request.headers
  const own = originOf(request)
  if (origin === own && (site === undefined || site === 'same-origin')) return
  const isOurHost = origin?.replace(/^https?:/, '') === own.replace(/^https?:/, '')
  throw new Problem(
    'cross_site_request',
    // Said to the browser's own origin only: a page elsewhere has another host.
    isOurHost && origin !== own
      ? {
          message: `This page stands at ${origin}, and the service takes itself for ${own}. Its operator must name the proxy in TRUSTED_PROXIES.`,
        }
      : {},
  )
}

/** @throws Problem cross_site_request when the session's own token does not come with it */
export function refuseWithoutToken(request: FastifyRequest, right: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const sent = request.headers['x-csrf-token']
  const [given, own] = [Buffer.from(typeof sent === 'string' ? sent : ''), Buffer.from(right)]
  if (given.length !== own.length || !timingSafeEqual(given, own))
    throw new Problem('cross_site_request', {
      message: 'The header x-csrf-token is not that of the session. Reload the page and try again.',
    })
}

/** A cookie of ours: only the browser it was given to sends it, to this service and to nobody else. */
type Cookie = {
  /** What the request carries of it; two of the name are none, because nobody can say whose they are. */
  read(request: FastifyRequest): string | undefined
  /** As a header's value. @param value null: the browser forgets it */
  write(request: FastifyRequest, value: string | null): string
}

/**
 * Over HTTPS its prefix keeps a sub-domain, or anybody on the wire, from setting one of this name (RFC 6265bis, 4.1.3.2);
 * over plain HTTP, on this machine, no browser takes a prefixed one.
 */
function cookie(name: string, lifeSeconds: number): Cookie {
  const nameFor = ({ protocol }: FastifyRequest): string => (protocol === 'https' ? `__Host-${name}` : name)
  return {
    read: (request) => {
      const begins = `${nameFor(request)}=`
      const found = (request.headers.cookie ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(begins))
        .map((pair) => pair.slice(begins.length))
      return found.length === 1 ? found[0] : undefined
    },
    write: (request, value) => {
      const life = value === null ? 0 : lifeSeconds
      const secure = request.protocol === 'https' ? '; Secure' : ''
      return `${nameFor(request)}=${value ?? ''}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`
    },
  }
}

export const sessionCookie = cookie('sightline', SESSION_LIFE_SECONDS)
/** What a round to a provider of single sign-on is compared with. */
export const roundCookie = cookie('sightline-round', ROUND_SECONDS)
