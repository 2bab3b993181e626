import { randomBytes } from 'node:crypto'
import { apiVersions, problemBody, problemCatalogue, type Problem } from '@sightline/sdk'
import type { Caller } from '../operations/context.ts'
import type { ReadyJson } from '../operations/handle.ts'
import type { Quota } from '../operations/metering.ts'
import { DOCS } from './docs/serve-docs.ts'
import type { House } from './doors.ts'
import { entityTagOf } from './entity-tag.ts'
import { browserHeaders, NO_PAGE_POLICY, transportHeaders } from './page-headers.ts'
import { ADDRESS_PER_MINUTE, limitHeaders, type Minute, type RateLimits } from './rate-limits.ts'
import { createRetirements } from './retirement.ts'

/** Where a caller stands: in the minute and the month of their key, or in the minute of their address. */
export type Standing = {
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
export type Asker = {
  id: string
  method: string
  url: string
  ip: string
  protocol: string
  /** Null until it is known who calls: then their address's is told. */
  standing: Standing | null
}

export type Headers = Record<string, string>
/** An answer, whoever writes it: the framework, or we on a socket. */
export type Answer = { status: number; headers: Headers; body: string }

/** Makes answers with what stands on every one of them: when they are sent, because only then all of it is known. */
export type Answers = {
  /** Names a request. */
  newId(): string
  /** For what is no JSON. */
  headers(asker: Asker): Headers
  json(asker: Asker, status: number, text: string, headers?: Headers): Answer
  /** A text that is sent often: tagged once. */
  ready(asker: Asker, status: number, json: ReadyJson): Answer
  notModified(asker: Asker, headers: Headers): Answer
  /** Never throws: what cannot be told is a fault of ours, and that can always be told. */
  problem(asker: Asker, problem: Problem): Answer
}

const JSON_TYPE = 'application/json; charset=utf-8'

export function createAnswers(house: House, limits: RateLimits): Answers {
  const retirements = createRetirements(house.apiVersions ?? apiVersions, house.now)
  const tags = new WeakMap<ReadyJson, Headers>()
  return {
    newId: () => {
      try {
        return house.newRequestId()
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
        const body = JSON.stringify(problemBody(problem, asker.id, DOCS))
        const all = {
          ...headers(asker),
          ...browserHeaders(NO_PAGE_POLICY),
          'content-type': JSON_TYPE,
          ...problemHeaders(problem),
        }
        note(asker, status, code)
        return { status, headers: all, body }
      } catch {
        return lastResort(asker.id)
      }
    },
  }

  function tagOf(ready: ReadyJson): Headers {
    const known = tags.get(ready)
    if (known) return known
    const tag = taggedWith(entityTagOf(ready.text))
    tags.set(ready, tag)
    return tag
  }

  function headers(asker: Asker): Headers {
    const { minute, quota, policy }: Standing = asker.standing ?? {
      minute: limits.address(asker.ip, false),
      quota: null,
    }
    return {
      'x-request-id': asker.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...transportHeaders(asker),
      ...retirements.headers(asker.url),
      ...limitHeaders(minute, quota, house.now(), policy),
    }
  }

  /** The access log. A log that cannot be written must not cost the caller the answer. */
  function note({ id, method, url, standing }: Asker, status: number, code?: string): void {
    if (house.log.isQuiet) return
    try {
      house.log.info('request.answered', {
        requestId: id,
        status,
        ...(code !== undefined && { code }),
        method,
        // What stands behind it may be anything, a key too.
        path: pathWithoutSecrets(url),
        ...(standing?.caller && {
          organizationId: standing.caller.organization.id,
          ...whoOf(standing.caller),
          operation: standing.operation?.id,
          isCounted: standing.isCounted,
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
    ...(status === 413 && { connection: 'close' }),
  }
}

/** The one shape, made of nothing that could fail: neither the clock of the house nor its limits are asked. */
function lastResort(requestId: string): Answer {
  const { status, message } = problemCatalogue.internal_error
  const code = 'internal_error'
  const body = { error: { code, message, status, requestId, docUrl: `${DOCS}/errors#${code}`, details: [] } }
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
