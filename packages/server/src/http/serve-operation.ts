import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem, type Operation } from '@sightline/sdk'
import { ReadyJson } from '../operations/handle.ts'
import type { Outcome } from '../operations/idempotency.ts'
import type { Admission, Visit } from './admission.ts'
import type { House } from './doors.ts'
import { entityTagOf, isKnownTag } from './entity-tag.ts'
import { sendText } from './json-reply.ts'
import { originOf } from './target.ts'

/** One call that was let in: counted, answered, and taken back where it costs nothing (api.md, Metering). */
export async function serveOperation(
  house: House,
  admission: Admission,
  visit: Visit,
  request: FastifyRequest,
): Promise<FastifyReply> {
  try {
    const { operation } = visit
    return await (operation.method === 'GET' ? serveRead : serveWrite)(house, admission, visit, request)
  } catch (error) {
    // A read that was asked for with a tag is not counted before its answer is known.
    if (!isFree(error)) await admission.count(visit)
    else await admission.refund(visit)
    throw error
  }
}

async function serveWrite(
  house: House,
  admission: Admission,
  visit: Visit,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const { output, isReplayed } = await dispatch(house, visit, request)
  if (isReplayed) {
    visit.reply.header('idempotent-replayed', 'true')
    await admission.refund(visit)
  }
  return sendText(visit.reply, visit.operation.status, textOf(visit.reply, output))
}

/** Only what is not known to the caller already is counted: whoever asks again and hears of nothing new pays nothing. */
async function serveRead(
  house: House,
  admission: Admission,
  visit: Visit,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const { reply, operation } = visit
  const known = request.headers['if-none-match']
  const stood = known === undefined ? admission.count(visit) : admission.stand(visit)
  const { output } = await beside(stood, () => dispatch(house, visit, request), operation)
  const text = textOf(reply, output)
  const tag = entityTagOf(text)
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
  if (known !== undefined && isKnownTag(known, tag)) return reply.code(304).send()
  if (known !== undefined) await admission.count(visit)
  return sendText(reply, operation.status, text)
}

/** The read runs while the count commits, for it has no effect; one that takes a connection of its own waits for leave. */
async function beside(stood: Promise<void>, read: () => Promise<Outcome>, { isHeavy }: Operation): Promise<Outcome> {
  if (isHeavy) await stood
  const [standing, outcome] = await Promise.allSettled([stood, read()])
  if (standing.status === 'rejected') throw standing.reason
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function dispatch(house: House, { caller, operation }: Visit, request: FastifyRequest): Promise<Outcome> {
  return house.dispatch({
    operation,
    caller,
    input: inputOf(request, operation),
    address: addressOf(request),
    idempotencyKey: operation.isWrite ? idempotencyKeyOf(request) : undefined,
  })
}

function textOf(reply: FastifyReply, output: unknown): string {
  const next = nextOf(output)
  if (next) reply.header('link', `<${next}>; rel="next"`)
  return output instanceof ReadyJson ? output.text : JSON.stringify(output)
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
