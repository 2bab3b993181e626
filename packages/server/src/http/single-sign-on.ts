import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '@sightline/sdk'
import type { Visitor } from '../identity/context.ts'
import type { Identity } from '../identity/identity.ts'
import { Refused } from '../identity/single-sign-on.ts'
import { roundCookie, sessionCookie, sessionOf, visitorOf } from './session-cookie.ts'
import type { HttpDependencies } from './dependencies.ts'
import { browserHeaders, NO_PAGE_POLICY, transportHeaders } from './page-headers.ts'
import { linkOriginOf } from './request-target.ts'

const SINGLE_SIGN_ON = '/web/single-sign-on'
const CALLBACK = `${SINGLE_SIGN_ON}/callback`

/** The two addresses that a browser itself opens on its way to a provider and back; what goes wrong ends on our own page. */
export function mountSingleSignOn(
  server: FastifyInstance,
  { deps, identity }: { deps: HttpDependencies; identity: Identity },
): void {
  const origin = (request: FastifyRequest): string => linkOriginOf(request, deps.publicUrl)
  server.get(SINGLE_SIGN_ON, (request, reply) =>
    orBack(deps, request, reply, async () => {
      const { next } = request.query as { next?: string | string[] }
      const wanted = typeof next === 'string' ? next : undefined
      const { url, kept } = await identity.beginSingleSignOn(
        await whoComes(request),
        `${origin(request)}${CALLBACK}`,
        wanted,
      )
      return go(reply, request, url, roundCookie.write(request, kept))
    }),
  )
  server.get(CALLBACK, (request, reply) =>
    orBack(deps, request, reply, async () => {
      const returned = new URL(request.url, origin(request))
      const kept = roundCookie.read(request) ?? ''
      const { token, next } = await identity.finishSingleSignOn(await whoComes(request), returned, kept)
      return go(reply, request, next, sessionCookie.write(request, token), roundCookie.write(request, null))
    }),
  )

  const whoComes = async (request: FastifyRequest): Promise<Visitor> =>
    visitorOf(request, await sessionOf(identity, request))
}

/** A person looks at this: they are told on the page that they came from. */
async function orBack(
  deps: HttpDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.code === 'route_not_found') throw error
    const why = whyOf(error)
    // A wrong secret of the client is found here only; what the provider was sent stands in no message.
    deps.log.error('single_sign_on.refused', { requestId: request.id, why, error: wordsOf(error) })
    return go(reply, request, `/sign-in?problem=single_sign_on_${why}`, roundCookie.write(request, null))
  }
}

function wordsOf(error: unknown): string {
  const cause = error instanceof Refused ? error.cause : error
  return cause instanceof Error ? cause.message : ''
}

function whyOf(error: unknown): Refused['why'] | 'too_often' | 'unreachable' {
  if (error instanceof Refused) return error.why
  return error instanceof Problem && error.code === 'rate_limited' ? 'too_often' : 'unreachable'
}

function go(reply: FastifyReply, request: FastifyRequest, location: string, ...cookies: string[]): FastifyReply {
  return reply
    .code(303)
    .headers({
      ...browserHeaders(NO_PAGE_POLICY),
      'cache-control': 'no-store',
      ...transportHeaders(request),
      location,
      'set-cookie': cookies,
    })
    .send()
}
