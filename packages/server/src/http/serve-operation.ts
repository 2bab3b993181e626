import type { FastifyRequest } from 'fastify'
import { Problem, type AnyOperation } from '@sightline/sdk'
import type { Call } from '../operations/dispatcher.ts'
import type { DispatchResult } from '../operations/idempotency.ts'
import type { AdmittedCall, Metering } from './call-guard.ts'
import { type Headers, entityTagOf, isKnownTag, taggedWith, type HttpResponse, type Responses } from './responses.ts'
import type { HttpDependencies } from './dependencies.ts'
import { addressOf, idempotencyKeyOf, inputOf, linkOf, textOf } from './request-input.ts'

/** Everything that serving needs beside the call. */
export type CallHandler = {
  deps: HttpDependencies
  /** A person's calls are not metered (`UNMETERED`). */
  guard: Metering
  responses: Responses
  /** What stands on every answer of this door. */
  headers?: Headers
}

/** One call that was let in: counted, answered, and taken back where it costs nothing (D5). */
export async function serveOperation(
  handler: CallHandler,
  admitted: AdmittedCall<AnyOperation>,
  request: FastifyRequest,
): Promise<HttpResponse> {
  const serve = admitted.operation.method !== 'GET' ? serveWrite : isConditional(request) ? serveIfChanged : serveRead
  try {
    return await serve(handler, admitted, request)
  } catch (error) {
    // A read that was asked for with a tag is not counted before its answer is known.
    if (!isFree(error)) await handler.guard.count(admitted)
    else await soon(handler.deps, error, handler.guard.refund(admitted))
    throw error
  }
}

/** Who is told that the database is away need not wait for it a second time. */
const soon = async ({ isUnavailable }: HttpDependencies, error: unknown, refunded: Promise<void>): Promise<void> =>
  isUnavailable(error) ? undefined : refunded

type Serve = (
  handler: CallHandler,
  admitted: AdmittedCall<AnyOperation>,
  request: FastifyRequest,
) => Promise<HttpResponse>

const serveWrite: Serve = async ({ deps, guard, responses, headers: own }, admitted, request) => {
  const { output, isReplayed } = await deps.dispatch(callOf(deps, admitted, request))
  if (isReplayed) await guard.refund(admitted)
  const headers = { ...own, ...linkOf(output), ...(isReplayed && { 'idempotent-replayed': 'true' }) }
  return responses.json(request, admitted.operation.status, textOf(output), headers)
}

/** Only what is not known to the caller already is counted: whoever asks again and hears of nothing new pays nothing. */
const serveIfChanged: Serve = async ({ deps, guard, responses, headers: own }, admitted, request) => {
  const { output } = await beside(
    guard.readQuota(admitted),
    async () => deps.dispatch(callOf(deps, admitted, request)),
    admitted,
  )
  const text = textOf(output)
  const tag = entityTagOf(text)
  const headers = { ...taggedWith(tag), ...own, ...linkOf(output) }
  if (isKnownTag(request.headers['if-none-match'] ?? '', tag)) return responses.notModified(request, headers)
  await guard.count(admitted)
  return responses.json(request, admitted.operation.status, text, headers)
}

const serveRead: Serve = async ({ deps, guard, responses, headers: own }, admitted, request) => {
  const { caller, operation } = admitted
  const call = callOf(deps, admitted, request)
  const asked = deps.ready?.ask(call)
  // Counted and looked up in one statement.
  const ready = asked && deps.ready?.take(caller, asked, await guard.count(admitted, asked))
  if (ready) return responses.ready(request, operation.status, ready)
  const { output } = await beside(guard.count(admitted), async () => deps.dispatch(call), admitted)
  const text = textOf(output)
  const headers = { ...taggedWith(entityTagOf(text)), ...own, ...linkOf(output) }
  return responses.json(request, operation.status, text, headers)
}

/** The read runs while the month is asked, for it has no effect; one that takes a connection of its own waits for leave. */
async function beside(
  counting: Promise<unknown>,
  read: () => Promise<DispatchResult>,
  { operation }: AdmittedCall<AnyOperation>,
): Promise<DispatchResult> {
  if (operation.isHeavy) await counting
  const [counted, outcome] = await Promise.allSettled([counting, read()])
  if (counted.status === 'rejected') throw counted.reason
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

const isConditional = (request: FastifyRequest): boolean => request.headers['if-none-match'] !== undefined

const callOf = (
  { publicUrl }: HttpDependencies,
  { caller, operation }: AdmittedCall<AnyOperation>,
  request: FastifyRequest,
): Call => ({
  operation,
  caller,
  input: inputOf(request, operation),
  // Made where it is asked for: most calls are not about a list.
  get address() {
    return addressOf(request, publicUrl)
  },
  idempotencyKey: operation.isWrite ? idempotencyKeyOf(request) : undefined,
})

/** Refusals and faults of ours cost nothing (D5). */
const isFree = (error: unknown): boolean =>
  !(error instanceof Problem) ||
  error.status === 401 ||
  error.status === 403 ||
  error.status === 429 ||
  error.status >= 500
