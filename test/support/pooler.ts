import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Pooler = { url: string; close(): Promise<void> }

/** How it chooses among the idle connections of the server. */
type Choice = 'last' | 'first'

/**
 * A pooler in transaction mode, as PgBouncer is one: every transaction of a session gets whatever connection of the server
 * is free, and the session does not hear of it. It takes any password, keeps parameters of the start to itself and has a
 * connection more made while there are none idle, up to `most`.
 */
export async function openPooler(
  target: string,
  { choice = 'last', most = 20 }: { choice?: Choice; most?: number } = {},
): Promise<Pooler> {
  const { hostname, port, username, pathname } = new URL(target)
  const idle: Backend[] = []
  const waiting: ((backend: Backend) => void)[] = []
  const sockets = new Set<Socket>()
  let made = 0

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    let isStarted = false
    let lent: Backend | null = null
    let turn = Promise.resolve()
    let unread = Buffer.alloc(0)
    client.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes])
      for (let message = next(unread, isStarted); message; message = next(unread, isStarted)) {
        unread = unread.subarray(message.length)
        const piece = message
        if (!isStarted) {
          isStarted = true
          client.write(Buffer.concat([of('R', int32(0)), of('Z', Buffer.from('I'))]))
        } else if (piece[0] === X) client.end()
        else turn = turn.then(() => pass(piece))
      }
    })
    client.on('close', () => {
      sockets.delete(client)
      if (lent) lent.socket.destroy()
    })

    /** A message of the client goes to the connection that its transaction has, or gets now. */
    async function pass(message: Buffer): Promise<void> {
      lent ??= await borrow()
      lent.client = client
      lent.onReady = (state) => {
        if (state !== 'I' || !lent) return
        const back = lent
        lent = null
        giveBack(back)
      }
      const isAsking = message[0] === Q || message[0] === S
      const answered = isAsking ? lent.answered() : undefined
      lent.socket.write(message)
      await answered
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  return {
    url: `postgres://${username}:any@127.0.0.1:${own}${pathname}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      for (const { socket } of idle) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function borrow(): Promise<Backend> {
    const free = choice === 'last' ? idle.pop() : idle.shift()
    if (free) return free
    if (made >= most) return new Promise((resolve) => waiting.push(resolve))
    made += 1
    return openBackend()
  }

  function giveBack(backend: Backend): void {
    const next = waiting.shift()
    if (next) next(backend)
    else idle.push(backend)
  }

  /** Trusted by the server: the test's own. */
  async function openBackend(): Promise<Backend> {
    const socket = connect(Number(port), hostname)
    sockets.add(socket)
    socket.on('error', () => {})
    let resolveAnswer: (() => void) | null = null
    const backend: Backend = {
      socket,
      client: null,
      onReady: () => {},
      answered: () => new Promise((resolve) => (resolveAnswer = resolve)),
    }
    let unread = Buffer.alloc(0)
    const ready = Promise.withResolvers<void>()
    socket.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes])
      for (let message = next(unread, true); message; message = next(unread, true)) {
        unread = unread.subarray(message.length)
        backend.client?.write(message)
        if (message[0] !== Z) continue
        ready.resolve()
        const state = String.fromCharCode(message[5] ?? 0)
        const told = resolveAnswer
        resolveAnswer = null
        backend.onReady(state)
        told?.()
      }
    })
    const words = ['user', username, 'database', pathname.slice(1), '', ''].join('\0')
    socket.write(withLength(Buffer.concat([int32(196_608), Buffer.from(words)])))
    await ready.promise
    return backend
  }
}

type Backend = {
  socket: Socket
  client: Socket | null
  /** The server is ready for the next message: `I` outside of a transaction. */
  onReady(state: string): void
  answered(): Promise<void>
}

const [Q, S, X, Z] = ['Q', 'S', 'X', 'Z'].map((letter) => letter.charCodeAt(0))

/** The first whole message; null: there is none yet. One that starts a connection has no letter before its length. */
function next(bytes: Buffer, hasLetter: boolean): Buffer | null {
  const at = hasLetter ? 1 : 0
  if (bytes.length < at + 4) return null
  const length = at + bytes.readInt32BE(at)
  return bytes.length < length ? null : bytes.subarray(0, length)
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(number)
  return bytes
}

const withLength = (body: Buffer): Buffer => Buffer.concat([int32(body.length + 4), body])
const of = (letter: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(letter), withLength(body)])
