import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { dayNumber } from './days.ts'
import type { Day } from './days.ts'
import { createFaults } from './faults.ts'
import type { FaultRule, Verdict } from './faults.ts'
import type { Market } from './market.ts'
import { labProviders } from './platforms.ts'
import type { LabPlatform, LabProvider } from './platforms.ts'
import { compose } from './prose.ts'
import { createSamples } from './samples.ts'
import { createWires } from './wires/wires.ts'
import type { Ask, Wire, WireFailure, WireReply } from './wires/wire.ts'

export type LabOptions = {
  market: Market
  /** Default 0: any free port. */
  port?: number
  faults?: readonly FaultRule[]
  /** How long every answer takes, in milliseconds; default 0. */
  delayMs?: number
  /** The simulated day; default: the real UTC day. A request's header `x-lab-day: YYYY-MM-DD` goes first. */
  clock?: () => Day
}

/** What was asked. Neither keys nor addresses are kept. */
export type LabRequest = {
  provider: LabProvider
  platform: LabPlatform | null
  prompt: string | null
  day: Day
  sample: number | null
  status: number
  fault: string | null
}

export type Lab = {
  /** By provider, without a trailing slash: append `/v1/responses` and the like. */
  baseUrls: Readonly<Record<LabProvider, string>>
  market: Market
  /** The latest 10,000 requests, oldest first. */
  readonly requests: readonly LabRequest[]
  addFault: (rule: FaultRule) => void
  clearFaults: () => void
  close: () => Promise<void>
}

const requestsKept = 10_000
const bodyLimitBytes = 1_000_000

/** The simulated market behind the platforms' wire formats, on 127.0.0.1. Every reply carries `x-simulated: true`. */
export const startLab = async (options: LabOptions): Promise<Lab> => {
  const { market } = options
  const clock = options.clock ?? ((): Day => new Date().toISOString().slice(0, 10))
  const faults = createFaults(market.seed, options.faults ?? [])
  const closing = new AbortController()
  const requests: LabRequest[] = []
  const desk: Desk = {
    market,
    clock,
    judge: faults.judge,
    wires: createWires(() => performance.now()),
    samples: createSamples(),
    delayMs: options.delayMs ?? 0,
    closing: closing.signal,
    note: (request) => {
      if (requests.length >= 2 * requestsKept) requests.splice(0, requestsKept)
      requests.push(request)
    },
  }
  const server = createServer((request, response) => {
    // A client that hangs up, or the end of the lab: there is nobody left to answer.
    handle(desk, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const urls = labProviders.map((provider) => [provider, `http://127.0.0.1:${port}/${provider}`])
  return {
    baseUrls: Object.fromEntries(urls) as Record<LabProvider, string>,
    market,
    get requests() {
      return requests.slice(-requestsKept)
    },
    addFault: faults.add,
    clearFaults: faults.clear,
    close: () =>
      new Promise((resolve) => {
        closing.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Desk = {
  market: Market
  clock: () => Day
  judge: ReturnType<typeof createFaults>['judge']
  wires: Readonly<Record<LabProvider, Wire>>
  samples: ReturnType<typeof createSamples>
  delayMs: number
  closing: AbortSignal
  note: (request: LabRequest) => void
}

const handle = async (desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://lab')
  const provider = labProviders.find((name) => url.pathname.startsWith(`/${name}/`))
  const text = await readBody(request)
  if (provider === undefined)
    return send(response, { status: 404, headers: {}, body: 'No such platform in the lab.\n' })
  const wire = desk.wires[provider]
  const day = dayAsked(desk, request)
  const noted = { provider, platform: null, prompt: null, day: day ?? '', sample: null, fault: null }
  const refused = (failure: WireFailure): void => {
    const reply = wire.failure(failure)
    desk.note({ ...noted, status: reply.status })
    send(response, reply)
  }
  if (text === null) return refused({ kind: 'bad_request', status: 413, message: 'The request is too large.' })
  if (day === null) return refused({ kind: 'bad_request', status: 400, message: 'x-lab-day: not a day (YYYY-MM-DD).' })
  const path = url.pathname.slice(provider.length + 1)
  const { method = 'GET', headers } = request
  const ask = wire.receive({ method, path, query: url.searchParams, headers, body: parsed(text) })
  if ('status' in ask) {
    desk.note({ ...noted, status: ask.status })
    return send(response, ask)
  }
  const verdict = desk.judge({ provider, platform: ask.platform, prompt: ask.prompt })
  const { reply, sample } = decide(desk, wire, ask, verdict, day)
  const fault = verdict.fault?.kind ?? null
  desk.note({ ...noted, platform: ask.platform, prompt: ask.prompt, sample, status: reply.status, fault })
  const delayMs = desk.delayMs + verdict.delayMs
  if (delayMs > 0) await pause(delayMs, undefined, { signal: desk.closing })
  if (fault === 'cut') return cut(response, reply)
  send(response, fault === 'malformed' ? { ...reply, body: reply.body.slice(0, reply.body.length * 0.6) } : reply)
}

const decide = (
  desk: Desk,
  wire: Wire,
  ask: Ask,
  { fault, model }: Verdict,
  today: Day,
): { reply: WireReply; sample: number | null } => {
  switch (fault?.kind) {
    case 'rate_limited':
      return {
        reply: wire.failure({ ...fault, hint: fault.hint ?? 'seconds', waitMs: fault.waitMs ?? 1000 }),
        sample: null,
      }
    case 'server_error':
    case 'overloaded':
    case 'out_of_credit':
    case 'invalid_key':
      return { reply: wire.failure(fault), sample: null }
    default: {
      const { platform, prompt } = ask
      const day = ask.resumed?.day ?? today
      const question = { platform, prompt, day }
      const sample = ask.resumed?.sample ?? desk.samples(question, ask.isCached ?? false)
      const composed = compose(desk.market, question, sample)
      const answer = model === null ? composed : { ...composed, model: { ...composed.model, name: model } }
      if (fault?.kind === 'empty' || fault?.kind === 'refusal' || fault?.kind === 'not_triggered') {
        return { reply: ask.withhold(fault.kind, answer), sample }
      }
      const isTriggered = desk.market.isTriggered(question, sample)
      return { reply: isTriggered ? ask.answer(answer) : ask.withhold('not_triggered', answer), sample }
    }
  }
}

const dayAsked = (desk: Desk, request: IncomingMessage): Day | null => {
  const header = request.headers['x-lab-day']
  if (typeof header !== 'string') return desk.clock()
  try {
    dayNumber(header)
    return header
  } catch {
    return null
  }
}

const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= bodyLimitBytes) chunks.push(chunk)
  }
  return bytes > bodyLimitBytes ? null : Buffer.concat(chunks).toString('utf8')
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const send = (response: ServerResponse, { status, headers, body }: WireReply): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), 'x-simulated': 'true' })
  response.end(body)
}

/** Promises the whole body and hangs up after half of it. */
const cut = (response: ServerResponse, { status, headers, body }: WireReply): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), 'x-simulated': 'true' })
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}
