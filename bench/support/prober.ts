import { setTimeout as sleep } from 'node:timers/promises'

/** One call as its caller saw it; status 0: no answer at all. */
export type Probe = {
  what: 'read' | 'write' | 'healthz' | 'readyz' | 'revoked key'
  atMs: number
  tookMs: number
  status: number
  retryAfter: string | null
  /** Of a write. */
  text?: string
}

export type Prober = {
  seen: Probe[]
  /** Also asks with this key from now on. */
  askWith(key: string): void
  /** Lets the last answers come. */
  stop(): Promise<Probe[]>
}

const EVERY_MS = 500
/** Longer than anything promised: who waits so long was not answered. */
const PATIENCE_MS = 60_000

/** Asks an API process for everything twice a second, whether it has answered the question before or not. */
export function startProber(origin: string, key: string, brandId: string): Prober {
  const seen: Probe[] = []
  const pending = new Set<Promise<unknown>>()
  const over = new AbortController()
  let other: string | null = null
  const looping = loop()
  return {
    seen,
    askWith: (secret) => (other = secret),
    stop: async () => {
      over.abort()
      await looping
      await Promise.all(pending)
      return seen
    },
  }

  async function loop(): Promise<void> {
    const score = `/api/v1/brands/${brandId}/score`
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      ask('read', score, key)
      const text = `asked while the network fails ${turn}`
      ask('write', `/api/v1/brands/${brandId}/prompts`, key, text)
      ask('healthz', '/healthz')
      ask('readyz', '/readyz')
      if (other !== null) ask('revoked key', score, other)
      await sleep(EVERY_MS)
    }
  }

  function ask(what: Probe['what'], path: string, bearer?: string, text?: string): void {
    const atMs = performance.now()
    const asked = answerTo(path, bearer, text).then((answer) => {
      const tookMs = performance.now() - atMs
      pending.delete(asked)
      return seen.push({ what, atMs, tookMs, ...answer, ...(text !== undefined && { text }) })
    })
    pending.add(asked)
  }

  async function answerTo(path: string, bearer?: string, text?: string): Promise<Pick<Probe, 'status' | 'retryAfter'>> {
    try {
      const answer = await fetch(`${origin}${path}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
        },
        ...(text !== undefined && { method: 'POST', body: JSON.stringify({ prompts: [{ text, tags: ['probe'] }] }) }),
      })
      await answer.arrayBuffer()
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    } catch {
      return { status: 0, retryAfter: null }
    }
  }
}
