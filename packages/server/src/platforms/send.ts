import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { type Dispatcher, request as exchange } from 'undici'
import { failure } from './failures.ts'
import type { Failure, HttpRequest, Reply } from './platform.ts'

/** One HTTP exchange: a reply of any status, or why there is none. Never throws, never logs an address or a key. */
export type Send = (
  request: HttpRequest,
  /** Total deadline of the exchange, body included; `signal` ends it earlier, at shutdown. */
  limits: { timeoutMs: number; signal?: AbortSignal },
) => Promise<Sent>
export type Sent = { reply: Reply; failure: null } | { reply: null; failure: Failure }

export type SenderOptions = {
  /** Connections to use; undici's global ones without it. */
  dispatcher?: Dispatcher
  /** Longest body taken, compressed or not; 1 MiB. */
  maxBytes?: number
}

export function createSender({ dispatcher, maxBytes = 1024 * 1024 }: SenderOptions = {}): Send {
  return async (request, { timeoutMs, signal }) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      const response = await exchange(request.url, {
        method: request.method,
        headers: headersOf(request),
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        ...(dispatcher && { dispatcher }),
      })
      const headers = flatHeaders(response.headers)
      const received = await receive(response.body, maxBytes)
      const body = received && (await decoded(received, headers['content-encoding'], maxBytes))
      if (body === null) return { reply: null, failure: failure('never', 'too_large', `more than ${maxBytes} bytes`) }
      return { reply: { status: response.statusCode, headers, body: body.toString('utf8') }, failure: null }
    } catch (error) {
      return { reply: null, failure: failureOfNetwork(error, deadline.aborted, signal?.aborted ?? false) }
    }
  }
}

/** Asks for plain bytes: answers are small, and a compressed one is the sender's own choice. */
const headersOf = (request: HttpRequest): Record<string, string> => ({
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'sightline',
  ...(request.body !== undefined && { 'content-type': 'application/json' }),
  ...request.headers,
})

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

/** The whole body, or null as soon as it is too long; the connection is given up then. */
async function receive(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

/** Unpacked up to the limit, so that a small bomb stays small; null beyond it. An unknown encoding is an error. */
async function decoded(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer | null> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity' || name === '') return body
  if (!Object.hasOwn(decoders, name)) throw new UnreadableEncoding(name)
  try {
    // The name was found among the decoders in the line above.
    return await decoders[name as keyof typeof decoders](body, { maxOutputLength: maxBytes })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return null
    throw new UnreadableEncoding(name)
  }
}

class UnreadableEncoding extends Error {}

/** Only codes go into the detail: messages of network errors may hold the address. */
function failureOfNetwork(error: unknown, isLate: boolean, isEnded: boolean): Failure {
  if (isEnded) return failure('wait', 'aborted')
  if (isLate) return failure('wait', 'timeout')
  if (error instanceof UnreadableEncoding) return failure('garbled', 'unreadable', 'content-encoding')
  return failure('wait', 'network', codeOf(error))
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}
