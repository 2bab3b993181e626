import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from '@sightline/sdk'
import { originOf } from './request-target.ts'

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
