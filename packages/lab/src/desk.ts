import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { dayNumber } from './days.ts'
import type { Day } from './days.ts'
import type { Fault, FaultScript, Verdict } from './faults.ts'
import type { Market } from './market.ts'
import { labProviders } from './platforms.ts'
import type { LabPlatform, LabProvider } from './platforms.ts'
import { compose } from './prose.ts'
import type { createSamples } from './samples.ts'
import type { Ask, Wire, WireFailure, WireReply } from './wires/wire.ts'

/** What was asked. Neither keys nor addresses are kept. */
export type LabRequest = {
  provider: LabProvider
  platform: LabPlatform | null
  prompt: string | null
  day: Day
  sample: number | null
  status: number
  /** Scripted faults that struck it. */
  faults: Fault['kind'][]
}

/** All that is needed to answer one request. */
export type Desk = {
  market: Market
  clock: () => Day
  judge: FaultScript['judge']
  wires: Readonly<Record<LabProvider, Wire>>
  samples: ReturnType<typeof createSamples>
  delayMs: number
  closing: AbortSignal
  note: (request: LabRequest) => void
}

const bodyLimitBytes = 1_000_000

export const handle = async (desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://lab')
  const provider = labProviders.find((name) => url.pathname.startsWith(`/${name}/`))
  const text = await readBody(request)
  const day = dayAsked(desk, request)
  if (provider === undefined)
    return send(response, { status: 404, headers: {}, body: 'No such platform in the lab.\n' })
  const path = url.pathname.slice(provider.length + 1)
  const { method = 'GET', headers } = request
  const asked = { method, path, query: url.searchParams, headers, body: parsed(text ?? '') }
  const wire = desk.wires[provider]
  const received = unfit(text, day) ?? wire.receive(asked)
  if ('kind' in received || 'status' in received) {
    const reply = 'kind' in received ? wire.failure(received) : received
    const unknown = { platform: null, prompt: null, sample: null, faults: [] }
    desk.note({ provider, ...unknown, day: day ?? '', status: reply.status })
    return send(response, reply)
  }
  const verdict = desk.judge({ provider, platform: received.platform, prompt: received.prompt })
  const { reply, sample } = decide(desk, wire, received, verdict, day ?? '')
  const { platform, prompt } = received
  desk.note({ provider, platform, prompt, day: day ?? '', sample, status: reply.status, faults: verdict.struck })
  const delayMs = desk.delayMs + verdict.delayMs
  if (delayMs > 0) await pause(delayMs, undefined, { signal: desk.closing })
  deliver(response, reply, verdict)
}

const unfit = (text: string | null, day: Day | null): WireFailure | null => {
  if (text === null) return { kind: 'bad_request', status: 413, message: 'The request is too large.' }
  if (day === null) return { kind: 'bad_request', status: 400, message: 'x-lab-day: not a day (YYYY-MM-DD).' }
  return null
}

const decide = (
  desk: Desk,
  wire: Wire,
  ask: Ask,
  { decisive: fault, model }: Verdict,
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

const deliver = (response: ServerResponse, reply: WireReply, { decisive }: Verdict): void => {
  if (decisive?.kind === 'cut') return cut(response, reply)
  const half = { ...reply, body: reply.body.slice(0, reply.body.length / 2) }
  send(response, decisive?.kind === 'malformed' ? half : reply)
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
