import type { FastifyReply, FastifyRequest } from 'fastify'
import { plans, Problem, type Operation } from '@sightline/sdk'
import type { Caller } from '../operations/context.ts'
import { permit, ReadyJson } from '../operations/handle.ts'
import type { Quota } from '../operations/metering.ts'
import type { House } from './doors.ts'
import { limitHeaders, secondsUntil, type RateLimits } from './rate-limits.ts'
import { sendText } from './json-reply.ts'
import { originOf } from './target.ts'

/** Who calls, where they stand in their month, and whether this call is in it; known before the body is read. */
export type Admission = { caller: Caller; quota: Quota; isCounted: boolean }

/**
 * Who calls, may they, have they any left. Asked before the body is read: without a key nobody makes the server read
 * megabytes, and a call is counted whether or not its body can be read.
 */
export async function admitCall(
  house: House,
  limits: RateLimits,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  const caller = await signIn(house, limits, request, reply)
  return { caller, ...(await admit(house, limits, operation, caller, reply)) }
}

/** One admitted call of one operation: what they asked for. */
export async function serveOperation(
  house: House,
  limits: RateLimits,
  operation: Operation,
  { caller, quota, isCounted }: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const { output, isReplayed } = await house.dispatch({
      operation,
      caller,
      input: inputOf(request, operation),
      address: addressOf(request),
      idempotencyKey: operation.isWrite ? idempotencyKeyOf(request) : undefined,
    })
    if (isReplayed) {
      reply.header('idempotent-replayed', 'true')
      if (isCounted) await refund(house, limits, operation, caller, quota, reply)
    }
    const text = output instanceof ReadyJson ? output.text : JSON.stringify(output)
    const next = nextOf(output)
    if (next) reply.header('link', `<${next}>; rel="next"`)
    return sendText(reply, operation.status, text)
  } catch (error) {
    if (isCounted && isFree(error)) await refund(house, limits, operation, caller, quota, reply)
    throw error
  }
}

/**
 * A valid key passes whatever its address did: behind a proxy or a company's exit one address stands for many callers,
 * and one of them must not lock the others out.
 */
async function signIn(house: House, limits: RateLimits, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  try {
    return await house.authenticate(bearerOf(request))
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error
    const { isAllowed, ...minute } = limits.address(request.ip, true)
    reply.headers(limitHeaders(minute, null, house.now()))
    if (isAllowed) throw error
    throw new Problem('rate_limited', {
      message: `Too many requests without a valid key from this address. Retry in ${minute.resetsInSeconds} s.`,
      limit: minute.limit,
      retryAfterSeconds: minute.resetsInSeconds,
    })
  }
}

function bearerOf(request: FastifyRequest): string {
  const sent = request.raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  ).length
  if (sent === 0) throw new Problem('missing_api_key')
  const match = /^bearer ([^\s,]+)$/i.exec(request.headers.authorization ?? '')
  if (sent > 1 || !match?.[1])
    throw new Problem('invalid_api_key', { message: 'Send one header "Authorization: Bearer <API_KEY>".' })
  return match[1]
}

/** Counts the call in both windows; what its key may not do is refused before the month counts it. */
async function admit(
  house: House,
  limits: RateLimits,
  operation: Operation,
  caller: Caller,
  reply: FastifyReply,
): Promise<{ quota: Quota; isCounted: boolean }> {
  const perMinute = callsPerMinute(caller)
  const { isAllowed, ...minute } = limits.takeCall(caller, perMinute)
  const show = (quota: Quota): Quota => {
    reply.headers(limitHeaders(minute, quota, house.now()))
    return quota
  }
  const quota =
    isAllowed && isPermitted(operation, caller) && operation.isMetered && (await house.meter.admit(caller, operation))
  if (quota) return { quota: show(quota), isCounted: true }
  const standing = show(await house.meter.standing(caller))
  if (!isAllowed)
    throw new Problem('rate_limited', {
      message: `More than ${perMinute} calls in a minute. Retry in ${minute.resetsInSeconds} s.`,
      limit: perMinute,
      retryAfterSeconds: minute.resetsInSeconds,
    })
  permit(operation, caller)
  if (!operation.isMetered) return { quota: standing, isCounted: false }
  throw new Problem('quota_exceeded', {
    plan: caller.organization.plan,
    limit: standing.ceiling,
    current: standing.used,
    retryAfterSeconds: secondsUntil(standing.period.end, house.now()),
  })
}

const callsPerMinute = ({ organization }: Caller): number =>
  organization.callsPerMinute ?? plans[organization.plan].callsPerMinute

function isPermitted(operation: Operation, caller: Caller): boolean {
  try {
    permit(operation, caller)
    return true
  } catch {
    return false
  }
}

/** Refusals and faults of ours cost nothing (api.md, Metering). */
const isFree = (error: unknown): boolean =>
  !(error instanceof Problem) ||
  error.status === 401 ||
  error.status === 403 ||
  error.status === 429 ||
  error.status >= 500

async function refund(
  house: House,
  limits: RateLimits,
  operation: Operation,
  caller: Caller,
  quota: Quota,
  reply: FastifyReply,
): Promise<void> {
  await house.meter
    .refund(caller, operation, quota)
    .catch((error: unknown) => house.log.error('meter.refund_failed', { error: String(error) }))
  const { isAllowed: _, ...minute } = limits.peekCall(caller, callsPerMinute(caller))
  reply.headers(limitHeaders(minute, { ...quota, used: quota.used - 1 }, house.now()))
}

function inputOf(request: FastifyRequest, operation: Operation): { params: unknown; query: unknown; body: unknown } {
  const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE' && operation.body.type !== 'undefined'
  if (hasBody && request.body === undefined)
    throw new Problem('invalid_json', { message: 'The body is empty. Send JSON.' })
  refuseRepeated(request.query)
  return { params: request.params, query: request.query, body: hasBody ? request.body : undefined }
}

/** 1 to 255 visible ASCII characters, with or without the quotes of a structured field. */
function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const sent = request.headers['idempotency-key']
  if (sent === undefined) return undefined
  const key = typeof sent === 'string' ? sent.replace(/^"(.*)"$/, '$1') : ''
  if (!/^[\u0021-\u007e]{1,255}$/.test(key))
    throw new Problem('invalid_parameter', { message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.' })
  return key
}

/** `a=1&a=2` means nothing here; taking the first or the last would be a guess. */
function refuseRepeated(query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {}))
    if (Array.isArray(value))
      throw new Problem('invalid_parameter', { message: `The parameter ${name} stands more than once.` })
}

const addressOf = (request: FastifyRequest): string => `${originOf(request)}${request.url.split('?')[0]}`

/** The next page's address, in an answer that is a list. */
function nextOf(output: unknown): string | null {
  // Every list has the one envelope (`page` in the contract); what is no list has no `pagination`.
  const { pagination } = output as { pagination?: { next: string | null } }
  return pagination?.next ?? null
}
