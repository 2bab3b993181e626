import type { IncomingHttpHeaders } from 'node:http'
import type { LabAnswer } from '../answer.ts'
import { dayNumber } from '../days.ts'
import type { LabPlatform, LabProvider } from '../platforms.ts'
import { createRandom, mix } from '../random.ts'
import type { Random } from '../random.ts'

/** One provider's wire format: what it accepts, how it answers, how it fails. */
export type Wire = {
  provider: LabProvider
  /** Reads a request, or refuses it in the provider's own words. */
  receive: (request: WireRequest) => Ask | WireReply
  failure: (failure: WireFailure) => WireReply
}

export type WireRequest = {
  method: string
  /** After the provider's prefix: `/v1/responses`. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Parsed JSON; undefined when there was no body, or one that is not JSON. */
  body: unknown
}

export type WireReply = { status: number; headers: Record<string, string>; body: string }

/** A request that was understood. */
export type Ask = {
  platform: LabPlatform
  prompt: string
  /** Goes on with an earlier answer (paused turn, page token) instead of drawing a new one. */
  resumed?: { day: string; sample: number }
  /** Repeats the latest answer to this prompt, as a search-results vendor does from its cache. */
  isCached?: boolean
  answer: (answer: LabAnswer) => WireReply
  /** HTTP 200 without an answer, in the platform's way; platforms that always answer give an empty text for `not_triggered`. */
  withhold: (kind: Withheld, answer: LabAnswer) => WireReply
}
type Withheld = 'empty' | 'refusal' | 'not_triggered'

export type RetryHint = 'seconds' | 'date' | 'milliseconds' | 'body' | 'none'

export type WireFailure =
  | { kind: 'rate_limited'; hint: RetryHint; waitMs: number }
  | { kind: 'server_error' }
  | { kind: 'overloaded' }
  | { kind: 'out_of_credit' }
  | { kind: 'invalid_key' }
  | { kind: 'bad_request'; status: 400 | 404 | 405 | 413 | 422; message: string }

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): WireReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
})

export const badRequest = (message: string, status: 400 | 404 | 405 | 422 = 400): WireFailure => ({
  kind: 'bad_request',
  status,
  message,
})

/** The headers that carry a retry hint; `body` and `none` have none. */
export const retryHeaders = (failure: WireFailure): Record<string, string> => {
  if (failure.kind !== 'rate_limited') return {}
  const seconds = Math.ceil(failure.waitMs / 1000)
  switch (failure.hint) {
    case 'seconds':
      return { 'retry-after': String(seconds) }
    case 'date':
      return { 'retry-after': new Date(Date.now() + seconds * 1000).toUTCString() }
    case 'milliseconds':
      return { 'retry-after-ms': String(failure.waitMs), 'retry-after': String(seconds) }
    case 'body':
    case 'none':
      return {}
  }
}

/** "Please try again in 494ms.", when the hint is to stand in the body. */
export const retrySentence = (failure: WireFailure): string =>
  failure.kind === 'rate_limited' && failure.hint === 'body' ? ` Please try again in ${failure.waitMs}ms.` : ''

/** Every key passes, except none and those that begin with `invalid`. The key itself is never kept. */
export const isKeyRejected = (key: string | null | undefined): boolean => !key || key.startsWith('invalid')

export const bearer = (headers: IncomingHttpHeaders): string | null =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null

export type JsonObject = { readonly [name: string]: unknown }
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/** The user's words in a string, or in the last user message of a list, whose content is a string or a list of parts. */
export const textOfInput = (input: unknown): string | null => {
  if (typeof input === 'string') return input === '' ? null : input
  if (!Array.isArray(input)) return null
  const message: unknown = input.findLast((each) => isObject(each) && (each['role'] ?? 'user') === 'user')
  if (!isObject(message)) return null
  const content = message['content'] ?? message['parts']
  if (typeof content === 'string') return content === '' ? null : content
  if (!Array.isArray(content)) return null
  const text = content.map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('')
  return text === '' ? null : text
}

/** The types of the tools a request names; null when `tools` is not a list of objects. */
export const toolTypes = (tools: unknown): string[] | null => {
  if (tools === undefined) return []
  if (!Array.isArray(tools) || !tools.every(isObject)) return null
  return tools.map((tool) => String(tool['type']))
}

/** Identifiers and small numbers of a reply, the same for the same answer. */
export const chanceOf = (answer: LabAnswer): Random => createRandom(mix(answer.draw.seed, 0x1d))

/** Seconds since 1970: some moment of the answer's simulated day. */
export const secondsOf = (answer: LabAnswer): number =>
  dayNumber(answer.day) * 86_400 + (mix(answer.draw.seed, 0x5ec) % 86_400)

export const modelOf = ({ model }: LabAnswer, asked: string): string =>
  model.name ?? `${asked}-simulated${model.generation > 1 ? `-${model.generation}` : ''}`

/** Four letters to a token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)

export const uuid = (random: Random): string =>
  `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`
