import { connect, type Socket } from 'node:net'
import { holdAnswer, type Reply } from './http.ts'

/** Everything that came back on one connection, and whether the server closed it. */
export type RawExchange = { replies: Reply[]; isClosed: boolean }

/**
 * Writes bytes as they are on a connection of its own: what no HTTP client would send.
 * Waits for the server to close, or for `replies` complete answers. `from`: the address of ours that it comes from.
 */
export async function sendRaw(
  origin: string,
  bytes: string | Buffer | (string | Buffer)[],
  wanted: { replies?: number; from?: string } = {},
): Promise<RawExchange> {
  const { hostname, port } = new URL(origin)
  const socket = connect({
    port: Number(port),
    host: hostname,
    ...(wanted.from !== undefined && { localAddress: wanted.from }),
  })
  for (const part of [bytes].flat()) socket.write(part)
  return readReplies(socket, wanted.replies)
}

/** What comes back on a connection until the server closes it, or so many answers are complete. */
export async function readReplies(socket: Socket, wanted = Infinity): Promise<RawExchange> {
  let received = ''
  let isClosed = false
  await new Promise<void>((resolve) => {
    const isDone = (): boolean => parseReplies(received).length >= wanted
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (isDone()) resolve()
    })
    // A server that refuses early may reset the connection while we still send; what it answered counts.
    socket.on('error', () => {})
    socket.on('end', () => {
      isClosed = true
    })
    socket.on('close', () => {
      isClosed = true
      resolve()
    })
  })
  socket.destroy()
  return { replies: parseReplies(received).map(holdAnswer), isClosed }
}

/** A request's head as text, with a Host unless told otherwise. */
export const requestHead = (line: string, headers: string[] = [], host: string | null = '127.0.0.1'): string =>
  [line, ...(host === null ? [] : [`Host: ${host}`]), ...headers, '', ''].join('\r\n')

function parseReplies(received: string): Reply[] {
  const replies: Reply[] = []
  let rest = received
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return replies
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    const headers = new Headers(fields.map((field): [string, string] => splitField(field)))
    const status = Number(line.split(' ')[1])
    const length = status === 100 ? 0 : Number(headers.get('content-length') ?? 0)
    const text = rest.slice(end + 4, end + 4 + length)
    if (text.length < length) return replies
    if (status !== 100) replies.push({ status, headers, text: Buffer.from(text, 'latin1').toString() })
    rest = rest.slice(end + 4 + length)
  }
}

function splitField(field: string): [string, string] {
  const colon = field.indexOf(':')
  return [field.slice(0, colon), field.slice(colon + 1).trim()]
}
