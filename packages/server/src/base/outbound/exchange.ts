import type { IncomingHttpHeaders } from 'node:http'
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
export function exchange(
  dispatcher: Dispatcher,
  { method, url, headers, body }: OutboundRequest,
  limits: Limits,
  signal: AbortSignal | null,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(limits, signal, resolve)
    if (signal?.aborted) return handler.stop()
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers,
        body: body ?? null,
        // The handler has it: undici's own begins anew at each interim answer.
        headersTimeout: 0,
        bodyTimeout: limits.bodyIdleMs,
      },
      handler,
    )
  })
}

type Head = { status: number; headers: Record<string, string>; headMs: number }

/** What undici tells of one request. A handler costs half of `request`, whose stream and signal are made for each answer. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #limits: Limits
  readonly #signal: AbortSignal | null
  readonly #resolve: (exchange: Exchange) => void
  readonly #startedMs = performance.now()
  readonly #stop = (): void => this.stop()
  #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | null = null
  #isOver = false
  #interimAnswers = 0
  #head: Head | null = null
  #length = 0
  readonly #kept: Buffer[] = []

  constructor(limits: Limits, signal: AbortSignal | null, resolve: (exchange: Exchange) => void) {
    this.#limits = limits
    this.#signal = signal
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#giveUp('timeout'), limits.headMs)
    signal?.addEventListener('abort', this.#stop)
  }

  /** This process ends. */
  stop(): void {
    this.#end(this.#head ? this.#answered(this.#head) : { kind: 'aborted' })
    this.#controller?.abort(new GivenUp())
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The time was up before there was a connection.
    if (this.#isOver) controller.abort(new GivenUp())
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.#interimAnswers += 1
      if (this.#interimAnswers > MAX_INTERIM_ANSWERS) this.#giveUp('invalid_response')
      return
    }
    const headMs = this.#elapsedMs()
    this.#head = { status, headers: flat(headers), headMs }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#giveUp('timeout'), this.#limits.totalMs - headMs)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { keptBytes, readBytes } = this.#limits
    if (this.#length < keptBytes) this.#kept.push(chunk.subarray(0, keptBytes - this.#length))
    this.#length += chunk.length
    if (this.#length > readBytes) this.#giveUp('timeout')
  }

  onResponseEnd(): void {
    if (this.#head) this.#end(this.#answered(this.#head))
  }

  /** What goes wrong after the head changes nothing. */
  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(reasonOf(error))
  }

  /** Closes the connection too. */
  #giveUp(reason: FailureReason): void {
    this.#fail(reason)
    this.#controller?.abort(new GivenUp())
  }

  #fail(reason: FailureReason): void {
    this.#end(this.#head ? this.#answered(this.#head) : { kind: 'failed', reason, durationMs: this.#elapsedMs() })
  }

  #answered(head: Head): Exchange {
    const [only, ...others] = this.#kept
    const bodyStart = only && others.length === 0 ? only : Buffer.concat(this.#kept)
    return { kind: 'answered', ...head, bodyStart, durationMs: this.#elapsedMs() }
  }

  #end(exchange: Exchange): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#stop)
    this.#resolve(exchange)
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedMs)
  }
}

class GivenUp extends Error {}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  const all: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) all[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  return all
}
