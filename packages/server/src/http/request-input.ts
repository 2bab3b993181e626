import type { FastifyRequest } from 'fastify'
import { Problem, type AnyOperation, type IdentityOperation } from '@sightline/sdk'
import { ReadyJson, type RawInput } from '../operations/dispatcher.ts'
import type { Headers } from './responses.ts'
import { linkOriginOf } from './request-target.ts'

type Declared = Pick<AnyOperation | IdentityOperation, 'method' | 'body'>

/** What a request says, as its operation's schemas are to parse it. */
export function inputOf(request: FastifyRequest, operation: Declared): RawInput {
  const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE' && operation.body.type !== 'undefined'
  if (hasBody && request.body === undefined)
    throw new Problem('invalid_json', { message: 'The body is empty. Send JSON.' })
  refuseRepeated(request.query)
  return { params: request.params, query: request.query, body: hasBody ? request.body : undefined }
}

/** 1 to 255 visible ASCII characters, with or without the quotes of a structured field. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
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

/** Without what stands behind the question mark. */
export const addressOf = (request: FastifyRequest, publicUrl: string | null | undefined): string =>
  `${linkOriginOf(request, publicUrl)}${request.url.split('?')[0]}`

export const textOf = (output: unknown): string => (output instanceof ReadyJson ? output.text : JSON.stringify(output))

export function linkOf(output: unknown): Headers {
  const next = nextOf(output)
  return next ? { link: `<${next}>; rel="next"` } : {}
}

/** The next page's address, in an answer that is a list. */
function nextOf(output: unknown): string | null {
  // Every list has the one envelope (`page` in the contract); what is no list has no `pagination`.
  const { pagination } = output as { pagination?: { next: string | null } }
  return pagination?.next ?? null
}
