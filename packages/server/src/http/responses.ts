import { randomBytes, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { apiVersions, problemBody, problemCatalogue, type Problem } from '@sightline/sdk'
import type { Caller } from '../operations/context.ts'
import type { ReadyJson } from '../operations/dispatcher.ts'
import type { Quota } from '../operations/accounts/metering.ts'
import { DOCS } from './docs/serve-docs.ts'
import type { HttpDependencies } from './dependencies.ts'
import { browserHeaders, NO_PAGE_POLICY, transportHeaders } from './page-headers.ts'
import { ADDRESS_PER_MINUTE, limitHeaders, type Minute, type RateLimits } from './rate-limits.ts'
import { createDeprecations, provenOriginOf } from './request-target.ts'

/** Where a caller stands: in the minute and the month of their key, or in the minute of their address. */
export type RateLimitState = {
  minute: Minute
  quota: Quota | null
  /** Whose minute it is where no month is told: an address's, or a session's. */
  policy?: 'ip' | 'minute'
  /** Where a key said it. */
  caller?: Caller
  operation?: { id: string }
  isCounted?: boolean
}

/** A request, as far as its answer must know it; the framework's own are of this form. */
type RequestFacts = {
  id: string
  method: string
  url: string
  ip: string
  protocol: string
  /** As Node read it; what it could not read has none. */
  raw?: IncomingMessage
  /** Null until it is known who calls: then their address's is told. */
  rateLimit: RateLimitState | null
}

/** An answer, whoever writes it: the framework, or we on a socket. */
export type HttpResponse = { status: number; headers: Headers; body: string }

/** Makes answers with what stands on every one of them: when they are sent, because only then all of it is known. */
export type Responses = {
  /** Names a request. */
  newId(): string
  /** For what is no JSON. */
  headers(asker: RequestFacts): Headers
  json(asker: RequestFacts, status: number, text: string, headers?: Headers): HttpResponse
  /** A text that is sent often: tagged once. */
  ready(asker: RequestFacts, status: number, json: ReadyJson): HttpResponse
  notModified(asker: RequestFacts, headers: Headers): HttpResponse
  /** Never throws: what cannot be told is a fault of ours, and that can always be told. */
  problem(asker: RequestFacts, problem: Problem): HttpResponse
}

const JSON_TYPE = 'application/json; charset=utf-8'

export function createResponses(deps: HttpDependencies, limits: RateLimits): Responses {
  const deprecations = createDeprecations(deps.apiVersions ?? apiVersions, deps.now)
  const tags = new WeakMap<ReadyJson, Headers>()
  const publicDocs = deps.publicUrl ? new URL(DOCS, deps.publicUrl).href : null
  return {
    newId: () => {
      try {
        return deps.newRequestId()
      } catch {
        return `req_${randomBytes(13).toString('hex')}`
      }
    },
    headers,
    json: (asker, status, text, more = {}) => {
      const answer = { status, headers: joined(headers(asker), { 'content-type': JSON_TYPE, ...more }), body: text }
      note(asker, status)
      return answer
    },
    ready: (asker, status, ready) => {
      // As text and not as bytes: Node writes that in one piece with the head.
      const answer = {
        status,
        headers: { ...headers(asker), 'content-type': JSON_TYPE, ...tagOf(ready) },
        body: ready.text,
      }
      note(asker, status)
      return answer
    },
    notModified: (asker, more) => {
      const answer = { status: 304, headers: joined(headers(asker), more), body: '' }
      note(asker, 304)
      return answer
    },
    problem: (asker, problem) => {
      const { status, code } = problem
      try {
        const body = JSON.stringify(problemBody(problem, asker.id, docsOf(asker)))
        const all = {
          ...headers(asker),
          ...browserHeaders(NO_PAGE_POLICY),
          'content-type': JSON_TYPE,
          ...problemHeaders(problem),
        }
        note(asker, status, code)
        return { status, headers: all, body }
      } catch {
        return lastResort(asker.id, publicDocs ?? DOCS)
      }
    },
  }

  /** A path where no address is known for certain: a client resolves it against the one that it called. */
  function docsOf({ raw }: RequestFacts): string {
    return publicDocs ?? `${(raw && provenOriginOf(raw)) ?? ''}${DOCS}`
  }

  function tagOf(ready: ReadyJson): Headers {
    const known = tags.get(ready)
    if (known) return known
    const tag = taggedWith(entityTagOf(ready.text))
    tags.set(ready, tag)
    return tag
  }

  function headers(asker: RequestFacts): Headers {
    const { minute, quota, policy }: RateLimitState = asker.rateLimit ?? {
      minute: limits.address(asker.ip, false),
      quota: null,
    }
    return {
      'x-request-id': asker.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...transportHeaders(asker),
      ...deprecations.headers(asker.url),
      ...limitHeaders(minute, quota, deps.now(), policy),
    }
  }

  /** The access log. A log that cannot be written must not cost the caller the answer. */
  function note({ id, method, url, rateLimit }: RequestFacts, status: number, code?: string): void {
    if (deps.log.isQuiet) return
    try {
      deps.log.info('request.answered', {
        requestId: id,
        status,
        ...(code !== undefined && { code }),
        method,
        // What stands behind it may be anything, a key too.
        path: pathWithoutSecrets(url),
        ...(rateLimit?.caller && {
          organizationId: rateLimit.caller.organization.id,
          ...whoOf(rateLimit.caller),
          operation: rateLimit.operation?.id,
          isCounted: rateLimit.isCounted,
        }),
      })
    } catch {
      // Nothing is left to tell it to.
    }
  }
}

/** A version's end and a list's next page are both told by a link. */
function joined(all: Headers, own: Headers): Headers {
  const links = [all['link'], own['link']].filter((link) => link !== undefined)
  return { ...all, ...own, ...(links.length > 0 && { link: links.join(', ') }) }
}

/** An invitation's link is as good as its account until it is accepted. */
const pathWithoutSecrets = (url: string): string =>
  (url.split('?')[0] ?? '').replaceAll(/sl_invite_\w+/g, 'sl_invite_…')

const whoOf = ({ key, actor }: Caller): { keyId?: string; personId?: string } =>
  actor.kind === 'person' ? { personId: actor.personId } : key ? { keyId: key.id } : {}

/** Kept by whoever asked, and asked for again with its tag each time. */
export const taggedWith = (tag: string): Headers => ({ etag: tag, 'cache-control': 'private, no-cache' })

function problemHeaders({ status, extras: { retryAfterSeconds, allow } }: Problem): Headers {
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(allow && { allow: allow.join(', ') }),
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  }
}

/** The one shape, made of nothing that could fail: neither the clock of the service nor its limits are asked. */
function lastResort(requestId: string, docs: string): HttpResponse {
  const { status, message } = problemCatalogue.internal_error
  const code = 'internal_error'
  const body = { error: { code, message, status, requestId, docUrl: `${docs}/errors#${code}`, details: [] } }
  const minute = { limit: ADDRESS_PER_MINUTE, remaining: 0, resetsInSeconds: 60 }
  return {
    status,
    headers: {
      'x-request-id': requestId,
      'cache-control': 'no-store',
      ...browserHeaders(NO_PAGE_POLICY),
      'content-type': JSON_TYPE,
      ...limitHeaders(minute, null, new Date()),
    },
    body: JSON.stringify(body),
  }
}

/** The strong tag of an answer's very bytes: 160 bits of their SHA-256 (2 µs for a score). */
export const entityTagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`

/** One tag of a list, weak or strong; what is between quotes may hold commas. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

/**
 * Whether a caller has this answer already: `*`, or its tag in the list that `If-None-Match` holds, compared weakly
 * (RFC 9110, 13.1.2). What is no such list names nothing.
 */
export function isKnownTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  if (!/^[\s,]*$/.test(ifNoneMatch.replaceAll(TAG, ''))) return false
  return [...ifNoneMatch.matchAll(TAG)].some(([, opaque]) => opaque === tag)
}

export type Headers = Record<string, string>
