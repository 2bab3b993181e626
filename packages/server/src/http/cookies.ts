import type { FastifyRequest } from 'fastify'
import { SESSION_LIFE_SECONDS } from '../identity/sessions.ts'
import { ROUND_SECONDS } from '../identity/single-sign-on.ts'

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
