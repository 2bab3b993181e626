import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemBody, type Problem } from '@sightline/sdk'
import type { ReadyJson } from '../operations/handle.ts'
import type { Quota } from '../operations/metering.ts'
import { DOCS } from './docs/serve-docs.ts'
import type { House } from './doors.ts'
import { entityTagOf } from './entity-tag.ts'
import { limitHeaders, type Minute, type RateLimits } from './rate-limits.ts'

/** Where a caller stands: in the minute and the month of their key, or in the minute of their address. */
export type Standing = { minute: Minute; quota: Quota | null }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is known who calls: then their address's is told. */
    standing: Standing | null
  }
}

export type Headers = Record<string, string>

/** Answers with what stands on every one of them: made when they are sent, because only then all of it is known. */
export type Replies = {
  common(request: FastifyRequest): Headers
  json(reply: FastifyReply, status: number, text: string | Buffer, headers?: Headers): FastifyReply
  /** A text that is sent often: made into bytes and tagged once. */
  ready(reply: FastifyReply, status: number, json: ReadyJson): FastifyReply
  /** Status 304. */
  notModified(reply: FastifyReply, headers: Headers): FastifyReply
  problem(reply: FastifyReply, problem: Problem): FastifyReply
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export function createReplies(house: House, limits: RateLimits): Replies {
  const wires = new WeakMap<ReadyJson, { bytes: Buffer; headers: Headers }>()
  return {
    common,
    json,
    ready: (reply, status, ready) => {
      const { bytes, headers } = wireOf(ready)
      return json(reply, status, bytes, headers)
    },
    notModified: (reply, headers) =>
      reply
        .code(304)
        .headers({ ...common(reply.request), ...headers })
        .send(),
    problem: (reply, problem) =>
      json(
        reply,
        problem.status,
        JSON.stringify(problemBody(problem, reply.request.id, DOCS)),
        problemHeaders(problem),
      ),
  }

  function wireOf(ready: ReadyJson): { bytes: Buffer; headers: Headers } {
    const known = wires.get(ready)
    if (known) return known
    const wire = { bytes: Buffer.from(ready.text), headers: taggedWith(entityTagOf(ready.text)) }
    wires.set(ready, wire)
    return wire
  }

  function common(request: FastifyRequest): Headers {
    return {
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...transportHeaders(request.protocol === 'https'),
      ...standingHeaders(house, limits, request.standing, request.ip),
    }
  }

  function json(reply: FastifyReply, status: number, text: string | Buffer, headers: Headers = {}): FastifyReply {
    return reply
      .code(status)
      .headers({ ...common(reply.request), 'content-type': JSON_TYPE, ...headers })
      .send(text)
  }
}

/** Kept by whoever asked, and asked for again with its tag each time. */
export const taggedWith = (tag: string): Headers => ({ etag: tag, 'cache-control': 'private, no-cache' })

/** Of the caller who is known, else of the address. */
export function standingHeaders(house: House, limits: RateLimits, standing: Standing | null, ip: string): Headers {
  const { minute, quota } = standing ?? { minute: limits.address(ip, false), quota: null }
  return limitHeaders(minute, quota, house.now())
}

/** Who came by HTTPS comes by nothing else for a year (RFC 6797). */
export const transportHeaders = (isSecure: boolean): Headers =>
  isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}

function problemHeaders({ status, extras: { retryAfterSeconds, allow } }: Problem): Headers {
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(allow && { allow: allow.join(', ') }),
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 413 && { connection: 'close' }),
  }
}
