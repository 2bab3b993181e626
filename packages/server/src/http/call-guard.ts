import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { plans, Problem, type AnyOperation, type LimitPolicy, type Operation } from '@sightline/sdk'
import type { Caller } from '../operations/context.ts'
import { permit } from '../operations/dispatcher.ts'
import type { AskedScore, FoundScore, Quota } from '../operations/accounts/metering.ts'
import type { HttpDependencies } from './dependencies.ts'
import { createRefusalThrottle, secondsUntil, type RateLimits } from './rate-limits.ts'
import type { RateLimitState } from './responses.ts'

/** A call whose caller is known, and which their minute and their rights allow; the month is null until somebody asked. */
export type AdmittedCall<Asked extends AnyOperation = Operation> = RateLimitState & {
  caller: Caller
  operation: Asked
  request: FastifyRequest
  isCounted: boolean
}

/** Who calls, may they, have they any left. Each of these also notes what the answer is to say of it. */
export type CallGuard = {
  /** @throws Problem for a key that is none, a full minute or a missing scope */
  admit(operation: Operation, request: FastifyRequest): Promise<AdmittedCall>
  /**
   * Counts a metered call in the month, once, and looks at the score that it asks for.
   * @throws Problem quota_exceeded where nothing is left
   */
  count(admitted: AdmittedCall, asked?: AskedScore | null): Promise<FoundScore | undefined>
  /** Reads where the caller stands, and counts nothing. */
  readQuota(admitted: AdmittedCall): Promise<void>
  /** Takes a counted call back: it failed on our side, or was answered before. */
  refund(admitted: AdmittedCall): Promise<void>
}

/** The part of the guard that serving a call needs. */
export type Metering = {
  count(admitted: AdmittedCall<AnyOperation>, asked?: AskedScore | null): Promise<FoundScore | undefined>
  readQuota(admitted: AdmittedCall<AnyOperation>): Promise<void>
  refund(admitted: AdmittedCall<AnyOperation>): Promise<void>
}

/** Of people: no month counts what they do. */
export const UNMETERED: Metering = {
  count: async () => undefined,
  readQuota: async () => {},
  refund: async () => {},
}

export function createCallGuard(deps: HttpDependencies, limits: RateLimits): CallGuard {
  const refusals = createRefusalThrottle(() => performance.now())
  return {
    admit: async (operation, request) => {
      const caller = await signIn(deps, limits, request)
      const perMinute = callsPerMinute(caller)
      const { isAllowed, ...minute } = limits.takeCall(caller, perMinute)
      const admitted: AdmittedCall = { caller, operation, request, minute, quota: null, isCounted: false }
      if (isAllowed && isPermitted(operation, caller)) return admitted
      const delayMs = isAllowed ? 0 : refusals.delayMs(caller.organization.id)
      if (delayMs > 0) await sleep(delayMs)
      await readQuota(admitted)
      if (!isAllowed) {
        deps.telemetry?.quotaDecided('refused_minute')
        throw refusal(admitted, ['minute'])
      }
      permit(operation, caller)
      return admitted
    },
    count: async (admitted, asked = null) => {
      const { operation, caller } = admitted
      if (admitted.isCounted) return undefined
      const counted = operation.isMetered ? await deps.meter.admit(caller, operation, asked) : null
      if (counted) {
        admitted.isCounted = true
        noteQuota(admitted, counted)
        return counted.score
      }
      await readQuota(admitted)
      if (operation.isMetered) throw refusal(admitted, [])
      return undefined
    },
    readQuota,
    refund: async (admitted) => {
      const { caller, operation, quota } = admitted
      if (!admitted.isCounted || !quota) return
      admitted.isCounted = false
      await deps.meter
        .refund(caller, operation, quota)
        .catch((error: unknown) => deps.log.error('meter.refund_failed', { error: String(error) }))
      noteQuota(admitted, { ...quota, used: quota.used - 1 })
    },
  }

  async function readQuota(admitted: AdmittedCall): Promise<void> {
    noteQuota(admitted, await deps.meter.standing(admitted.caller))
  }

  function noteQuota(admitted: AdmittedCall, quota: Quota): void {
    admitted.quota = quota
    admitted.request.rateLimit = admitted
  }

  /** The month is told as violated whenever it is: who waits for the minute only would be refused again. */
  function refusal({ caller, operation, minute, quota }: AdmittedCall, violated: LimitPolicy[]): Problem {
    const isExhausted = operation.isMetered && quota !== null && quota.used >= quota.ceiling
    if (!isExhausted && violated.includes('minute'))
      return new Problem('rate_limited', {
        message: `More than ${minute.limit} calls in a minute. Retry in ${minute.resetsInSeconds} s.`,
        limit: minute.limit,
        violatedPolicies: violated,
        retryAfterSeconds: minute.resetsInSeconds,
      })
    const untilMonth = quota ? secondsUntil(quota.period.end, deps.now()) : 0
    return new Problem('quota_exceeded', {
      plan: caller.organization.plan,
      ...(quota && { limit: quota.ceiling, current: quota.used }),
      violatedPolicies: [...violated, 'month'],
      retryAfterSeconds: Math.max(1, untilMonth, violated.includes('minute') ? minute.resetsInSeconds : 0),
    })
  }
}

/**
 * A valid key passes whatever its address did: behind a proxy or a company's exit one address stands for many callers,
 * and one of them must not lock the others out.
 */
async function signIn(deps: HttpDependencies, limits: RateLimits, request: FastifyRequest): Promise<Caller> {
  try {
    return await deps.authenticate(bearerOf(request))
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error
    const { isAllowed, ...minute } = limits.address(request.ip, true)
    request.rateLimit = { minute, quota: null }
    if (isAllowed) throw error
    deps.telemetry?.quotaDecided('refused_address')
    throw new Problem('rate_limited', {
      message: `Too many requests without a valid key from this address. Retry in ${minute.resetsInSeconds} s.`,
      limit: minute.limit,
      violatedPolicies: ['ip'],
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
