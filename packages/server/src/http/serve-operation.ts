import type { FastifyReply, FastifyRequest } from 'fastify'
import { plans, Problem, type Operation } from '@sightline/sdk'
import type { Caller } from '../operations/context.ts'
import { permit } from '../operations/handle.ts'
import type { Quota } from '../operations/metering.ts'
import type { House } from './doors.ts'
import { limitHeaders, secondsUntil, type RateLimits } from './rate-limits.ts'
import { sendJson } from './json-reply.ts'

/** One call of one operation: who calls, may they, have they any left; then what they asked for. */
export async function serveOperation(
  house: House,
  limits: RateLimits,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await signIn(house, limits, request, reply)
  const quota = await admit(house, limits, operation, caller, reply)
  try {
    const output = await house.dispatch({
      operation,
      caller,
      input: inputOf(request, operation),
      address: addressOf(request),
    })
    return sendJson(reply, operation.status, output)
  } catch (error) {
    if (quota && operation.isMetered && isFree(error)) await refund(house, limits, operation, caller, quota, reply)
    throw error
  }
}

async function signIn(house: House, limits: RateLimits, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const { isAllowed, ...minute } = limits.address(request.ip, false)
  if (!isAllowed)
    throw new Problem('rate_limited', {
      message: 'Too many requests without a valid key from this address.',
      retryAfterSeconds: minute.resetsInSeconds,
    })
  try {
    return await house.authenticate(bearerOf(request))
  } catch (error) {
    if (error instanceof Problem && error.status === 401)
      reply.headers(limitHeaders(limits.address(request.ip, true), null, house.now()))
    throw error
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

/** Counts the call in both windows. @returns where the organization stands */
async function admit(
  house: House,
  limits: RateLimits,
  operation: Operation,
  caller: Caller,
  reply: FastifyReply,
): Promise<Quota> {
  const perMinute = caller.organization.callsPerMinute ?? plans[caller.organization.plan].callsPerMinute
  const { isAllowed, ...minute } = limits.takeCall(caller, perMinute)
  const show = (quota: Quota): Quota => {
    reply.headers(limitHeaders(minute, quota, house.now()))
    return quota
  }
  if (!isAllowed) {
    show(await house.meter.standing(caller))
    throw new Problem('rate_limited', {
      message: `More than ${perMinute} calls in a minute. Retry in ${minute.resetsInSeconds} s.`,
      limit: perMinute,
      retryAfterSeconds: minute.resetsInSeconds,
    })
  }
  if (!operation.isMetered || !isPermitted(operation, caller)) return show(await house.meter.standing(caller))
  const quota = await house.meter.admit(caller, operation)
  if (quota) return show(quota)
  const full = show(await house.meter.standing(caller))
  const retryAfterSeconds = secondsUntil(full.period.end, house.now())
  throw new Problem('quota_exceeded', {
    plan: caller.organization.plan,
    limit: full.ceiling,
    current: full.used,
    retryAfterSeconds,
  })
}

/** A call that its key may not make is refused by the dispatcher; it must not be counted before. */
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
  const perMinute = caller.organization.callsPerMinute ?? plans[caller.organization.plan].callsPerMinute
  const { isAllowed: _, ...minute } = limits.peekCall(caller, perMinute)
  reply.headers(limitHeaders(minute, { ...quota, used: quota.used - 1 }, house.now()))
}

function inputOf(request: FastifyRequest, operation: Operation): { params: unknown; query: unknown; body: unknown } {
  const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE' && operation.body.type !== 'undefined'
  if (hasBody && request.body === undefined)
    throw new Problem('invalid_json', { message: 'The body is empty. Send JSON.' })
  refuseRepeated(request.query)
  return { params: request.params, query: request.query, body: hasBody ? request.body : undefined }
}

/** `a=1&a=2` means nothing here; taking the first or the last would be a guess. */
function refuseRepeated(query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {}))
    if (Array.isArray(value))
      throw new Problem('invalid_parameter', { message: `The parameter ${name} stands more than once.` })
}

const addressOf = (request: FastifyRequest): string =>
  `${request.protocol}://${request.host}${request.url.split('?')[0]}`
