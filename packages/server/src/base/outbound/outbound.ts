import { Agent } from 'undici'
import { exchange, type Exchange, type Limits, type OutboundRequest } from './exchange.ts'
import { createGuard } from './guard.ts'
import { createResolve, type Resolve } from './names.ts'
import { isPublicAddress, isWithin, networksOf } from './public-address.ts'
import { readTarget } from './target.ts'

/** The one door towards addresses that strangers give. */
export type Outbound = {
  /**
   * Whether an address may be saved: its text, and where its name leads at this moment. A name that has no address yet is
   * not refused; each connection is checked again.
   * @returns null: it may; otherwise what is wrong with it
   */
  refusal(url: string): Promise<string | null>
  /** Posts bytes. Never throws. @param signal ends it early, at shutdown */
  post(url: string, headers: Record<string, string>, body: Buffer, signal?: AbortSignal): Promise<Exchange>
  /** The beginning of a page: a redirect is an answer, not followed. Never throws. */
  get(url: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Exchange>
  /** No exchange takes longer, in milliseconds. */
  longestMs: number
  close(): Promise<void>
}

export type OutboundOptions = {
  /** The developer's switch: http to this machine. */
  allowsLoopbackHttp?: boolean
  limits?: Partial<Limits>
  /** All below: for tests only. */
  resolve?: Resolve
  /** In CIDR notation. */
  allowedNetworks?: readonly string[]
  allowsAnyPort?: boolean
  ca?: string
}

/** Each phase has its own limit, and all of them one: drips and endless early hints pass every limit of a phase (W18, W19). */
export const LIMITS: Limits = {
  connectMs: 5_000,
  headMs: 15_000,
  bodyIdleMs: 10_000,
  totalMs: 20_000,
  headBytes: 16 * 1_024,
  readBytes: 64 * 1_024,
  keptBytes: 4 * 1_024,
}
/** A connection that nobody used for so long is closed, whatever the other side offers. */
const KEPT_ALIVE_MS = 4_000
const LONGEST_KEPT_ALIVE_MS = 30_000

/** The same for every refused address: no one learns from it what lives where. */
const NOT_ALLOWED = 'Must lead to the public internet.'

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { allowsLoopbackHttp = false, allowsAnyPort = false } = options
  const allowedNetworks = networksOf(options.allowedNetworks ?? [])
  const limits = { ...LIMITS, ...options.limits }
  const resolve = options.resolve ?? createResolve()
  const rules = { allowsLoopbackHttp, allowsAnyPort }
  const agent = new Agent({
    connect: createGuard({
      resolve,
      connectTimeoutMs: limits.connectMs,
      allowsLoopbackHttp,
      allowedNetworks,
      ...(options.ca !== undefined && { ca: options.ca }),
    }),
    allowH2: false,
    maxHeaderSize: limits.headBytes,
    keepAliveTimeout: KEPT_ALIVE_MS,
    keepAliveMaxTimeout: LONGEST_KEPT_ALIVE_MS,
  })
  const send = async (
    request: Omit<OutboundRequest, 'url'>,
    text: string,
    signal: AbortSignal | undefined,
  ): Promise<Exchange> => {
    const url = readTarget(text, rules)
    if (typeof url === 'string') return { kind: 'failed', reason: 'address_not_allowed', durationMs: 0 }
    return exchange(agent, { ...request, url }, limits, signal ?? null)
  }
  return {
    refusal: async (url) => {
      const target = readTarget(url, rules)
      if (typeof target === 'string') return target
      // http: the developer's own machine, and nothing else, came through the rules.
      if (target.protocol === 'http:') return null
      const addresses = await resolve(target.hostname).catch(() => [])
      const isAllowed = (address: string) => isPublicAddress(address) || isWithin(address, allowedNetworks)
      return addresses.every(isAllowed) ? null : NOT_ALLOWED
    },
    post: (url, headers, body, signal) => send({ method: 'POST', headers, body }, url, signal),
    get: (url, headers, signal) => send({ method: 'GET', headers }, url, signal),
    longestMs: limits.totalMs,
    close: () => agent.destroy(),
  }
}
