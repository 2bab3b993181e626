import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Problem, type ApiVersions, type Retirement } from '@sightline/sdk'

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
 * What links in answers start with: the installation's own address where it is known, which nothing that a request says can
 * change; otherwise where the caller reached us.
 */
export const linkOriginOf = (request: FastifyRequest, publicUrl: string | null | undefined): string =>
  publicUrl ? new URL(publicUrl).origin : originOf(request)

/** Where the caller reached us, by the word of a trusted proxy where there is one. HTTP/1.0 may leave out the Host. */
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

export const API_BASE = '/api/v1'

export type RouteMatches = {
  /** Takes in a route, as the router has it: what is not taken in does not exist. */
  add(route: { method: string | string[]; url: string }): void
  /** An unknown address, an unknown version, or a known address with a method it does not know. */
  notFound(url: string): Problem
  /** Of what names no address of ours: a tunnel, or a request whose target cannot be read. */
  unknownMethod(): Problem
  /** Refuses what the router gives to an operation though it is not its own. @throws Problem route_not_found and its like */
  guardOf(mounted: Mounted): (request: { params: unknown; url: string }) => void
}

/** An operation, whatever its kind, at the address where a door has it. */
export type Mounted = { method: string; path: string }

type Address = { url: string; pattern: RegExp; parameters: number; methods: Set<string> }

/** What the router knows, asked without a method: that is how an address tells which methods it allows. */
export function createRouteMatches(): RouteMatches {
  const byUrl = new Map<string, Address>()
  /** The most literal first: `…/competitors/discovered` is no competitor's id. */
  let ordered: Address[] | null = null
  const all = (): Address[] =>
    (ordered ??= [...byUrl.values()].toSorted((one, other) => one.parameters - other.parameters))
  const notFound = (url: string): Problem => {
    const path = pathOf(url)
    const found = all().find(({ pattern }) => pattern.test(path))
    return found ? methodNotAllowed(found.methods, 'This address allows') : routeNotFound(path)
  }
  return {
    add: ({ method, url }) => {
      const address = byUrl.get(url) ?? addressOf(url)
      for (const name of [method].flat()) address.methods.add(name)
      byUrl.set(url, address)
      ordered = null
    },
    notFound,
    unknownMethod: () => methodNotAllowed(new Set(all().flatMap(({ methods }) => [...methods])), 'This service allows'),
    guardOf: ({ path }) => {
      const own = addressOf(routeOf(path))
      let shadows: Address[] | null = null
      const findShadows = (): Address[] =>
        all().filter(({ url, parameters }) => parameters < own.parameters && own.pattern.test(url))
      return ({ params, url }) => {
        // The router takes an empty segment for a parameter, `/brands/`, and looks at one method at a time.
        shadows ??= findShadows()
        if (Object.values(params ?? {}).includes('') || shadows.some(({ pattern }) => pattern.test(pathOf(url))))
          throw notFound(url)
      }
    },
  }
}

const addressOf = (url: string): Address => {
  const segments = url.split('/')
  const isParameter = (segment: string): boolean => segment.startsWith(':')
  return {
    url,
    pattern: new RegExp(`^${segments.map((part) => (isParameter(part) ? '[^/]+' : RegExp.escape(part))).join('/')}$`),
    parameters: segments.filter(isParameter).length,
    methods: new Set(),
  }
}

/** A path as the router writes it. */
export const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const pathOf = (url: string): string => url.split('?')[0] ?? ''

function methodNotAllowed(methods: Set<string>, who: string): Problem {
  const allow = [...methods].toSorted()
  return new Problem('method_not_allowed', { allow, message: `${who} ${allow.join(', ')}.` })
}

function routeNotFound(path: string): Problem {
  const isOtherVersion = /^\/api\/v(?!1(\/|$))\d+(\/|$)/.test(path)
  return new Problem(
    'route_not_found',
    isOtherVersion ? { message: `There is one version of the API: ${API_BASE}.` } : {},
  )
}

/** What a version's declared end means to those who call it. */
type Deprecations = {
  /** On every answer under the version's path: RFC 9745, RFC 8594. */
  headers(url: string): Record<string, string>
  /** @throws Problem version_removed for a call of a version that has ended */
  refuse(url: string): void
}

export function createDeprecations(versions: ApiVersions, now: () => Date): Deprecations {
  const declared = Object.entries(versions).flatMap(([version, retirement]) =>
    retirement ? [{ path: `/api/${version}`, version, retirement, headers: headersOf(retirement) }] : [],
  )
  const of = (url: string) => declared.find(({ path }) => new RegExp(`^${path}(?:[/?]|$)`).test(url))
  return {
    headers: (url) => (declared.length === 0 ? {} : (of(url)?.headers ?? {})),
    refuse: (url) => {
      if (declared.length === 0) return
      const found = of(url)
      if (!found || now() < new Date(found.retirement.sunsetAt)) return
      const { version, retirement } = found
      throw new Problem('version_removed', {
        message: `Version ${version} of the API ended at ${retirement.sunsetAt}. What to change: ${retirement.guide}`,
      })
    },
  }
}

/** What clients are promised between the word and the end. */
const MONTHS = 12

function headersOf({ deprecatedAt, sunsetAt, guide }: Retirement): Record<string, string> {
  const earliest = new Date(deprecatedAt)
  earliest.setUTCMonth(earliest.getUTCMonth() + MONTHS)
  if (!(earliest <= new Date(sunsetAt)))
    throw new Error(`A version ends ${MONTHS} months after it is deprecated, or later.`)
  return {
    deprecation: `@${Math.floor(Date.parse(deprecatedAt) / 1_000)}`,
    sunset: new Date(sunsetAt).toUTCString(),
    link: `<${guide}>; rel="deprecation"; type="text/html"`,
  }
}
