import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, createClient, type CallOptions, type Client } from '@sightline/sdk'

/** What an organization's callers know of its calls. */
export type Ledger = {
  /** Answered in a way that is counted. */
  counted: number
  /** Perhaps counted: no answer came, or one that takes the count back. */
  inDoubt: number
  /** Answers and silences that should not be, whatever fails. */
  strange: Map<string, number>
  slowestMs: number
  /** Answers by status. */
  answers: Map<number, number>
}

export type Told<Output> =
  | { kind: 'accepted'; output: Output }
  | { kind: 'refused'; code: string }
  /** It may have had its effect or not. */
  | { kind: 'in doubt' }
  /** Nobody listened. */
  | { kind: 'unsent' }

export type Caller = {
  ledger: Ledger
  call<Output>(work: Work<Output>, asked?: Asked): Promise<Told<Output>>
  /** A write, sent under one key until it is answered; undefined: that took longer than anything should. */
  surely<Output>(
    work: Work<Output>,
    expected?: string[],
  ): Promise<Exclude<Told<Output>, { kind: 'in doubt' | 'unsent' }> | undefined>
}

export type Chance = {
  random: () => number
  /** What happens now, for who wants to know why an answer was odd. */
  circumstances: () => string
}
type Work<Output> = (client: Client, options: CallOptions) => Promise<Output>
type Asked = {
  idempotencyKey?: string
  /** It is never counted. */
  isFree?: boolean
  /** Codes of refusals that are in order. */
  expected?: readonly string[]
}

/** Longer than anything promised: who waits so long was not answered. */
const PATIENCE_MS = 30_000
const SURELY_MS = 120_000
const AGAIN_MS = 500
const FREE_STATUSES = [401, 403, 429]

let keys = 0

/** Calls as one organization, at any of some addresses, and remembers what it was told. */
export function openCaller(addresses: readonly string[], apiKey: string, { random, circumstances }: Chance): Caller {
  const ledger: Ledger = { counted: 0, inDoubt: 0, strange: new Map(), slowestMs: 0, answers: new Map() }
  const clients = new Map<string, Client>()
  return { ledger, call, surely }

  async function call<Output>(
    work: Work<Output>,
    { idempotencyKey, isFree = false, expected = [] }: Asked = {},
  ): Promise<Told<Output>> {
    const begunAt = performance.now()
    const told: { status: number | null; isReplayed: boolean } = { status: null, isReplayed: false }
    const options: CallOptions = {
      signal: AbortSignal.timeout(PATIENCE_MS),
      onAnswer: ({ status, headers }) =>
        Object.assign(told, { status, isReplayed: headers.get('idempotent-replayed') !== null }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    }
    let operation = ''
    const noted = (client: Client): Client =>
      new Proxy(client, { get: (_, name) => client[(operation = String(name)) as keyof Client] })
    const then = circumstances()
    const result = await sendTo(addresses, (client) => work(noted(client), options)).then(
      (output): Told<Output> => ({ kind: 'accepted', output }),
      (error: unknown): Told<Output> => notAccepted(error, expected, `${operation}, ${then}`),
    )
    ledger.slowestMs = Math.max(ledger.slowestMs, performance.now() - begunAt)
    note(told.status, told.isReplayed, isFree, result)
    return result
  }

  /** Where nobody listens another one is asked, as a load balancer does; nothing was sent then. */
  async function sendTo<Output>(places: readonly string[], ask: (client: Client) => Promise<Output>): Promise<Output> {
    const place = places[Math.floor(random() * places.length)] ?? ''
    try {
      return await ask(clientOf(place))
    } catch (error) {
      const others = places.filter((other) => other !== place)
      if (networkReason(error) !== UNSENT || others.length === 0) throw error
      return sendTo(others, ask)
    }
  }

  async function surely<Output>(work: Work<Output>, expected: string[] = []) {
    const idempotencyKey = `soak-${(keys += 1)}`
    const endsAt = performance.now() + SURELY_MS
    while (performance.now() < endsAt) {
      const told = await call(work, { idempotencyKey, expected: [...expected, 'idempotency_in_progress'] })
      if (told.kind === 'accepted') return told
      if (told.kind === 'refused' && told.code !== 'idempotency_in_progress') return told
      await sleep(AGAIN_MS)
    }
    odd('a write that was not answered in two minutes')
    return undefined
  }

  function clientOf(address: string): Client {
    const known = clients.get(address)
    if (known) return known
    const client = createClient({ baseUrl: `${address}/api/v1`, apiKey, fetch: fetchOnce })
    clients.set(address, client)
    return client
  }

  function notAccepted(
    error: unknown,
    expected: readonly string[],
    what: string,
  ): { kind: 'refused'; code: string } | { kind: 'in doubt' } | { kind: 'unsent' } {
    if (!(error instanceof ApiError)) {
      const reason = networkReason(error)
      if (reason === UNSENT) return { kind: 'unsent' }
      if (!CUT.has(reason)) odd(`${reason}: ${what}`)
      return { kind: 'in doubt' }
    }
    // Cut off behind its head.
    if (error.status < 300 || error.status === 503) return { kind: 'in doubt' }
    if (error.status >= 500) {
      odd(`${error.status} ${error.code}: ${what}`)
      return { kind: 'in doubt' }
    }
    if (!expected.includes(error.code)) odd(`${error.status} ${error.code}: ${error.message.slice(0, 100)} (${what})`)
    return { kind: 'refused', code: error.code }
  }

  function note(status: number | null, isReplayed: boolean, isFree: boolean, { kind }: Told<unknown>): void {
    ledger.answers.set(status ?? 0, (ledger.answers.get(status ?? 0) ?? 0) + 1)
    if (kind === 'unsent' || isFree || (status !== null && FREE_STATUSES.includes(status))) return
    if (status !== null && status < 500 && !isReplayed) ledger.counted += 1
    else if (status !== null || kind === 'in doubt') ledger.inDoubt += 1
  }

  function odd(what: string): void {
    ledger.strange.set(what, (ledger.strange.get(what) ?? 0) + 1)
  }
}

/** Each call on a connection of its own: what a process has open is then what it needs itself. */
const fetchOnce: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('connection', 'close')
  return fetch(input, { ...init, headers })
}

const UNSENT = 'ECONNREFUSED'
/** How a connection ends whose process was killed. */
const CUT = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'])

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer in ${PATIENCE_MS / 1_000} s`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : `${error.name} ${error.message}`
}
