import type { FastifyRequest } from 'fastify'
import { Problem, type Operation } from '@sightline/sdk'
import { ReadyJson, type Call } from '../operations/handle.ts'
import type { Outcome } from '../operations/idempotency.ts'
import type { Admission, Visit } from './admission.ts'
import type { House } from './doors.ts'
import { entityTagOf, isKnownTag } from './entity-tag.ts'
import { taggedWith, type Answer, type Answers, type Headers } from './answers.ts'
import { originOf } from './target.ts'

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
    else await counter.admission.refund(visit)
    throw error
  }
}

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
  address: addressOf(request),
  idempotencyKey: operation.isWrite ? idempotencyKeyOf(request) : undefined,
})

const textOf = (output: unknown): string => (output instanceof ReadyJson ? output.text : JSON.stringify(output))

function linkOf(output: unknown): Headers {
  const next = nextOf(output)
  return next ? { link: `<${next}>; rel="next"` } : {}
}

/** Refusals and faults of ours cost nothing (api.md, Metering). */
const isFree = (error: unknown): boolean =>
  !(error instanceof Problem) ||
  error.status === 401 ||
  error.status === 403 ||
  error.status === 429 ||
  error.status >= 500

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
