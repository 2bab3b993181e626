import { Problem } from '@sightline/sdk'

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
