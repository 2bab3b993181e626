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
  answers: Responses
  /** What stands on every answer of this door. */
  headers?: Headers
}

/** One call that was let in: counted, answered, and taken back where it costs nothing (D5). */
export async function serveOperation(
  handler: CallHandler,
  visit: AdmittedCall<AnyOperation>,
  request: FastifyRequest,
): Promise<HttpResponse> {
  const serve = visit.operation.method !== 'GET' ? serveWrite : isConditional(request) ? serveIfChanged : serveRead
  try {
    return await serve(handler, visit, request)
  } catch (error) {
    // A read that was asked for with a tag is not counted before its answer is known.
    if (!isFree(error)) await handler.guard.count(visit)
    else await soon(handler.deps, error, handler.guard.refund(visit))
    throw error
  }
}

/** Who is told that the database is away need not wait for it a second time. */
const soon = async ({ isUnavailable }: HttpDependencies, error: unknown, refunded: Promise<void>): Promise<void> =>
  isUnavailable(error) ? undefined : refunded

type Serve = (handler: CallHandler, visit: AdmittedCall<AnyOperation>, request: FastifyRequest) => Promise<HttpResponse>

const serveWrite: Serve = async ({ deps, guard, answers, headers: own }, visit, request) => {
  const { output, isReplayed } = await deps.dispatch(callOf(visit, request))
  if (isReplayed) await guard.refund(visit)
  const headers = { ...own, ...linkOf(output), ...(isReplayed && { 'idempotent-replayed': 'true' }) }
  return answers.json(request, visit.operation.status, textOf(output), headers)
}

/** Only what is not known to the caller already is counted: whoever asks again and hears of nothing new pays nothing. */
const serveIfChanged: Serve = async ({ deps, guard, answers, headers: own }, visit, request) => {
  const { output } = await beside(guard.readQuota(visit), async () => deps.dispatch(callOf(visit, request)), visit)
  const text = textOf(output)
  const tag = entityTagOf(text)
  const headers = { ...taggedWith(tag), ...own, ...linkOf(output) }
  if (isKnownTag(request.headers['if-none-match'] ?? '', tag)) return answers.notModified(request, headers)
  await guard.count(visit)
  return answers.json(request, visit.operation.status, text, headers)
}

const serveRead: Serve = async ({ deps, guard, answers, headers: own }, visit, request) => {
  const { caller, operation } = visit
  const call = callOf(visit, request)
  const asked = deps.ready?.ask(call)
  // Counted and looked up in one statement.
  const ready = asked && deps.ready?.take(caller, asked, await guard.count(visit, asked))
  if (ready) return answers.ready(request, operation.status, ready)
  const { output } = await beside(guard.count(visit), async () => deps.dispatch(call), visit)
  const text = textOf(output)
  const headers = { ...taggedWith(entityTagOf(text)), ...own, ...linkOf(output) }
  return answers.json(request, operation.status, text, headers)
}

/** The read runs while the month is asked, for it has no effect; one that takes a connection of its own waits for leave. */
async function beside(
  stood: Promise<unknown>,
  read: () => Promise<DispatchResult>,
  { operation }: AdmittedCall<AnyOperation>,
): Promise<DispatchResult> {
  if (operation.isHeavy) await stood
  const [standing, outcome] = await Promise.allSettled([stood, read()])
  if (standing.status === 'rejected') throw standing.reason
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

const isConditional = (request: FastifyRequest): boolean => request.headers['if-none-match'] !== undefined

const callOf = ({ caller, operation }: AdmittedCall<AnyOperation>, request: FastifyRequest): Call => ({
  operation,
  caller,
  input: inputOf(request, operation),
  // Made where it is asked for: most calls are not about a list.
  get address() {
    return addressOf(request)
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
