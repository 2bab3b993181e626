import type { Dispatcher } from 'undici'
import { reasonOf, type FailureReason } from './failures.ts'

export type OutboundRequest = {
  method: 'GET' | 'POST'
  /** Its text was checked: `checkTarget`. */
  url: URL
  headers: Record<string, string>
  body?: Buffer
}

/** Durations in milliseconds, sizes in bytes. */
export type Limits = {
  /** Name, connection and handshake. */
  connectMs: number
  /** From the beginning to the end of the answer's head. */
  headMs: number
  /** Longest silence within the body. */
  bodyIdleMs: number
  /** All of it. Only this one ends a body that comes drop by drop. */
  totalMs: number
  headBytes: number
  /** Of the body; a longer one is cut off, which is no failure. */
  readBytes: number
  /** Of the body, its beginning. */
  keptBytes: number
}

/** How an exchange ended; durations in whole milliseconds. */
export type Exchange =
  | {
      kind: 'answered'
      /** 200–999. It is decided by the head: a body that breaks off changes nothing. */
      status: number
      /** Names in lower case; from a stranger. */
      headers: Record<string, string>
      /** At most `keptBytes`, as it came: from a stranger, perhaps compressed. */
      bodyStart: Buffer
      headMs: number
      durationMs: number
    }
  | { kind: 'failed'; reason: FailureReason; durationMs: number }
  /** This side gave up, because it is stopping: the request may have arrived. */
  | { kind: 'aborted' }

/** Answers that say "wait" (103) are counted: more than these say nothing. */
const MAX_INTERIM_ANSWERS = 10

/** One request and the beginning of its answer: no redirects, no decompression, never longer than the limits. Never throws. */
export async function exchange(
  dispatcher: Dispatcher,
  { method, url, headers, body }: OutboundRequest,
  limits: Limits,
  signal: AbortSignal | null,
): Promise<Exchange> {
  const startedMs = performance.now()
  const elapsed = (): number => Math.round(performance.now() - startedMs)
  const deadline = createDeadline(limits.headMs, signal)
  let interimAnswers = 0
  try {
    const response = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
      signal: deadline.signal,
      // The deadline has it: undici's own begins anew at each interim answer.
      headersTimeout: 0,
      bodyTimeout: limits.bodyIdleMs,
      onInfo: () => {
        interimAnswers += 1
        if (interimAnswers > MAX_INTERIM_ANSWERS) deadline.end('invalid_response')
      },
    })
    const headMs = elapsed()
    deadline.extend(limits.totalMs - headMs)
    const bodyStart = await readStart(response.body, limits)
    return {
      kind: 'answered',
      status: response.statusCode,
      headers: flat(response.headers),
      bodyStart,
      headMs,
      durationMs: elapsed(),
    }
  } catch (error) {
    if (signal?.aborted) return { kind: 'aborted' }
    return { kind: 'failed', reason: deadline.reason() ?? reasonOf(error), durationMs: elapsed() }
  } finally {
    deadline.clear()
  }
}

/** One signal for the limits of time and for the end of this process: cheaper than several joined. */
function createDeadline(firstMs: number, stop: AbortSignal | null) {
  const controller = new AbortController()
  let reason: FailureReason | null = null
  const end = (why: FailureReason): void => {
    reason ??= why
    controller.abort()
  }
  const onStop = (): void => controller.abort()
  let timer = setTimeout(end, firstMs, 'timeout')
  stop?.addEventListener('abort', onStop, { once: true })
  if (stop?.aborted) controller.abort()
  return {
    signal: controller.signal,
    end,
    reason: () => reason,
    extend: (restMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(end, restMs, 'timeout')
    },
    clear: () => {
      clearTimeout(timer)
      stop?.removeEventListener('abort', onStop)
    },
  }
}

/** The beginning of a body; whatever goes wrong after the head is not told. Given up, its connection is closed. */
async function readStart(body: Dispatcher.ResponseData['body'], { readBytes, keptBytes }: Limits): Promise<Buffer> {
  const kept: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (length < keptBytes) kept.push(chunk.subarray(0, keptBytes - length))
      length += chunk.length
      // Leaving the loop destroys the stream.
      if (length > readBytes) break
    }
  } catch {
    // The status is known.
  }
  return Buffer.concat(kept)
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const all: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) all[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  return all
}
