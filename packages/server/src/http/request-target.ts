import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Problem } from '@sightline/sdk'

const URL_LIMIT = 8 * 1_024

/** A name, an IPv4 or a bracketed IPv6 address, with or without a port. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * Exactly one Host that is one, and nothing in the target that could split a header or end a text.
 * @throws Problem invalid_request or uri_too_long
 */
export function validateRequestTarget(request: FastifyRequest): void {
  const { rawHeaders, httpVersion } = request.raw
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
  const isOldWithout = httpVersion === '1.0' && hosts.length === 0
  if (!isOldWithout && (hosts.length !== 1 || !isHost(hosts[0] ?? '')))
    throw new Problem('invalid_request', { message: 'Send exactly one Host header with a name or an address.' })
  // What a trusted proxy forwards, or the same Host again.
  if (
    request.host !== '' &&
    !((request.host === hosts[0] || isHost(request.host)) && /^https?$/.test(request.protocol))
  )
    throw new Problem('invalid_request', { message: 'The proxy forwards no host or no protocol that is one.' })
  if (request.url.length > URL_LIMIT) throw new Problem('uri_too_long')
  if (/%00|%0a|%0d/i.test(request.url) || !request.url.startsWith('/'))
    throw new Problem('invalid_request', { message: 'The address holds characters that no address of ours has.' })
}

/** The second question knows that 999.1.1.1 is no address and 99999 no port. */
const isHost = (text: string): boolean => HOST.test(text) && URL.canParse(`http://${text}`)

/**
 * Where the caller reached us, by the word of a trusted proxy where there is one: what links in answers start with.
 * HTTP/1.0 may leave out the Host.
 */
export function originOf(request: FastifyRequest): string {
  const { localAddress = 'localhost', localPort = 80 } = request.raw.socket
  const ownHost = localAddress.includes(':') ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`
  return `${request.protocol}://${request.host || ownHost}`
}

/**
 * Where the caller reached us, as far as the connection itself shows it: unlike `originOf`, nothing that a request says
 * can change it.
 * @returns null where the caller names another host, or a proxy stands between
 */
export function provenOriginOf({ headers, socket }: IncomingMessage): string | null {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return null
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  const named = isHost(headers.host ?? '') ? new URL(`${scheme}://${headers.host}`) : null
  const own = (socket.localAddress ?? '').replace(/^::ffff:/, '')
  const names = [own.includes(':') ? `[${own}]` : own, ...(/^(127\.|::1$)/.test(own) ? ['localhost'] : [])]
  const port = Number(named?.port || (scheme === 'https' ? 443 : 80))
  return named && names.includes(named.hostname) && port === socket.localPort ? named.origin : null
}
