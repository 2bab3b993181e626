import { createServer } from 'node:http'
import type { Day } from './days.ts'
import { handle } from './desk.ts'
import type { Desk, LabRequest } from './desk.ts'
import { createFaults } from './faults.ts'
import type { FaultRule } from './faults.ts'
import type { Market } from './market.ts'
import { labProviders } from './platforms.ts'
import type { LabProvider } from './platforms.ts'
import { createSamples } from './samples.ts'
import { createWires } from './wires/wires.ts'

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
