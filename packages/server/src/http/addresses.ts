import { operations, Problem, type Operation } from '@sightline/sdk'
import { docsAddresses } from './docs/serve-docs.ts'

export const API_BASE = '/api/v1'

/** Addresses beside the declared operations, all of them only to be read. */
const PLAIN = ['/healthz', '/readyz', `${API_BASE}/openapi.json`, ...docsAddresses]

export type Addresses = {
  /** An unknown address, an unknown version, or a known address with a method it does not know. */
  notFound(url: string): Problem
  /** Refuses what the router gives to an operation though it is not its own. @throws Problem route_not_found and its like */
  guardOf(mounted: Mounted): (request: { params: unknown; url: string }) => void
}

/** An operation, whatever its kind, at the address where a door has it. */
export type Mounted = { method: string; path: string }

const apiOperations = (): Mounted[] =>
  Object.values<Operation>(operations).map(({ method, path }) => ({ method, path: `${API_BASE}${path}` }))

/** Paths with their base, the most literal first: `…/competitors/discovered` is no competitor's id. */
export function createAddresses(web: Mounted[]): Addresses {
  const templates = [...Map.groupBy([...apiOperations(), ...web], ({ path }) => path)]
    .map(([path, ofPath]) => ({
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      parameters: path.split('{').length - 1,
      methods: withHead(ofPath.map(({ method }) => method)),
    }))
    .toSorted((one, other) => one.parameters - other.parameters)
  const notFound = (url: string): Problem => {
    const path = pathOf(url)
    const allow = PLAIN.includes(path)
      ? withHead(['GET'])
      : templates.find(({ pattern }) => pattern.test(path))?.methods
    return allow ? methodNotAllowed(allow) : routeNotFound(path)
  }
  return {
    notFound,
    guardOf: ({ path }) => {
      const own = templates.find((template) => template.path === path)
      const shadows = templates.filter(
        (other) => own && other.parameters < own.parameters && own.pattern.test(other.path),
      )
      return ({ params, url }) => {
        // The router takes an empty segment for a parameter, `/brands/`, and looks at one method at a time.
        const isShadowed = (): boolean => shadows.some(({ pattern }) => pattern.test(pathOf(url)))
        if (Object.values(params ?? {}).includes('') || isShadowed()) throw notFound(url)
      }
    },
  }
}

/** A path as the router writes it. */
export const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const pathOf = (url: string): string => url.split('?')[0] ?? ''

const withHead = (methods: string[]): string[] => [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted()

const methodNotAllowed = (allow: string[]): Problem =>
  new Problem('method_not_allowed', { allow, message: `This address knows ${allow.join(', ')}.` })

function routeNotFound(path: string): Problem {
  const isOtherVersion = /^\/api\/v(?!1(\/|$))\d+(\/|$)/.test(path)
  return new Problem(
    'route_not_found',
    isOtherVersion ? { message: `There is one version of the API: ${API_BASE}.` } : {},
  )
}
