import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Load = { port: number; path: string; headers: Record<string, string> }
export type Loaded = { requests: number; seconds: number; latenciesMs: number[] }

/**
 * Keeps some keep-alive connections busy with one request after another, each with its own of the targets. On raw sockets:
 * an HTTP client would take more processor time than the servers it measures.
 * @throws on any answer that is not a 200
 */
export async function load(targets: Load | readonly Load[], connections: number, durationMs: number): Promise<Loaded> {
  const asked = [targets].flat().map((target) => ({ port: target.port, request: requestOf(target) }))
  const latenciesMs: number[] = []
  const started = performance.now()
  const endsAt = started + durationMs
  await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      const { port = 0, request = '' } = asked[index % asked.length] ?? {}
      return keepBusy(port, request, endsAt, latenciesMs)
    }),
  )
  return { requests: latenciesMs.length, seconds: (performance.now() - started) / 1_000, latenciesMs }
}

function requestOf({ path, port, headers }: Load): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`
}

function keepBusy(port: number, request: string, endsAt: number, latenciesMs: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0
    let received = ''
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const send = (): void => {
      sentAt = performance.now()
      socket.write(request)
    }
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', resolve)
    socket.on('data', (part: string) => {
      received += part
      if (!isWhole(received)) return
      if (!received.startsWith('HTTP/1.1 200')) return socket.destroy(new Error(received.slice(0, 2_000)))
      const now = performance.now()
      latenciesMs.push(now - sentAt)
      received = ''
      return now < endsAt ? send() : socket.end()
    })
  })
}

function isWhole(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const at = received.search(/content-length: /i)
  if (at < 0 || at > headEnd) throw new Error(`An answer without its length: ${received.slice(0, 500)}`)
  return received.length >= headEnd + 4 + Number.parseInt(received.slice(at + 16), 10)
}

export type Answered = { milliseconds: number; text: string }
/** One connection that is asked the same again and again, at its caller's pace. */
export type Caller = { next(): Promise<Answered>; close(): void }

/** Takes whatever is answered. */
export async function ask(target: Load): Promise<Caller> {
  const request = requestOf(target)
  const socket: Socket = connect({ port: target.port, host: '127.0.0.1', noDelay: true })
  socket.setEncoding('utf8')
  await once(socket, 'connect')
  let received = ''
  let answered: ((text: string) => void) | undefined
  socket.on('data', (part: string) => {
    received += part
    if (!isWhole(Buffer.from(received).toString('latin1'))) return
    answered?.(received.slice(received.indexOf('\r\n\r\n') + 4))
    received = ''
  })
  return {
    next: async () => {
      const sentAt = performance.now()
      const text = await new Promise<string>((resolve) => {
        answered = resolve
        socket.write(request)
      })
      return { milliseconds: performance.now() - sentAt, text }
    },
    close: () => socket.destroy(),
  }
}
