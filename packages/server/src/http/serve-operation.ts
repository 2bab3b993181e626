import type { FastifyRequest } from 'fastify'
import { Problem } from '@sightline/sdk'
import type { Call } from '../operations/handle.ts'
import type { Outcome } from '../operations/idempotency.ts'
import type { Admission, Visit } from './admission.ts'
import type { House } from './doors.ts'
import { entityTagOf, isKnownTag } from './entity-tag.ts'
import { taggedWith, type Answer, type Answers } from './answers.ts'
import { addressOf, idempotencyKeyOf, inputOf, linkOf, textOf } from './call.ts'

/** Everything that serving needs beside the call. */
export type Counter = { house: House; admission: Admission; answers: Answers }

/** One call that was let in: counted, answered, and taken back where it costs nothing (api.md, Metering). */
export async function serveOperation(counter: Counter, visit: Visit, request: FastifyRequest): Promise<Answer> {
  const serve = visit.operation.method !== 'GET' ? serveWrite : isConditional(request) ? serveIfChanged : serveRead
  try {
    return await serve(counter, visit, request)
  } catch (error) {
    // A read that was asked for with a tag is not counted before its answer is known.
    if (!isFree(error)) await counter.admission.count(visit)
    else await soon(counter.house, error, counter.admission.refund(visit))
    throw error
  }
}

/** Who is told that the database is away need not wait for it a second time. */
const soon = async ({ isUnavailable }: House, error: unknown, refunded: Promise<void>): Promise<void> =>
  isUnavailable(error) ? undefined : refunded

type Serve = (counter: Counter, visit: Visit, request: FastifyRequest) => Promise<Answer>

const serveWrite: Serve = async ({ house, admission, answers }, visit, request) => {
  const { output, isReplayed } = await house.dispatch(callOf(visit, request))
  if (isReplayed) await admission.refund(visit)
  const headers = { ...linkOf(output), ...(isReplayed && { 'idempotent-replayed': 'true' }) }
  return answers.json(request, visit.operation.status, textOf(output), headers)
}

/** Only what is not known to the caller already is counted: whoever asks again and hears of nothing new pays nothing. */
const serveIfChanged: Serve = async ({ house, admission, answers }, visit, request) => {
  const { output } = await beside(admission.stand(visit), async () => house.dispatch(callOf(visit, request)), visit)
  const text = textOf(output)
  const tag = entityTagOf(text)
  const headers = { ...linkOf(output), ...taggedWith(tag) }
  if (isKnownTag(request.headers['if-none-match'] ?? '', tag)) return answers.notModified(request, headers)
  await admission.count(visit)
  return answers.json(request, visit.operation.status, text, headers)
}

const serveRead: Serve = async ({ house, admission, answers }, visit, request) => {
  const { caller, operation } = visit
  const call = callOf(visit, request)
  const asked = house.ready?.ask(call)
  // Counted and looked up in one statement.
  const ready = asked && house.ready?.take(caller, asked, await admission.count(visit, asked))
  if (ready) return answers.ready(request, operation.status, ready)
  const { output } = await beside(admission.count(visit), async () => house.dispatch(call), visit)
  const text = textOf(output)
  return answers.json(request, operation.status, text, { ...linkOf(output), ...taggedWith(entityTagOf(text)) })
}

/** The read runs while the month is asked, for it has no effect; one that takes a connection of its own waits for leave. */
async function beside(stood: Promise<unknown>, read: () => Promise<Outcome>, { operation }: Visit): Promise<Outcome> {
  if (operation.isHeavy) await stood
  const [standing, outcome] = await Promise.allSettled([stood, read()])
  if (standing.status === 'rejected') throw standing.reason
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

const isConditional = (request: FastifyRequest): boolean => request.headers['if-none-match'] !== undefined

const callOf = ({ caller, operation }: Visit, request: FastifyRequest): Call => ({
  operation,
  caller,
  input: inputOf(request, operation),
  // Made where it is asked for: most calls are not about a list.
  get address() {
    return addressOf(request)
  },
  idempotencyKey: operation.isWrite ? idempotencyKeyOf(request) : undefined,
})

/** Refusals and faults of ours cost nothing (api.md, Metering). */
const isFree = (error: unknown): boolean =>
  !(error instanceof Problem) ||
  error.status === 401 ||
  error.status === 403 ||
  error.status === 429 ||
  error.status >= 500
