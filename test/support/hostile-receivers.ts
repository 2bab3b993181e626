import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { gzipSync } from 'node:zlib'

/** What a receiver does with a connection, once a request has begun to arrive. `reset` drops it without a farewell. */
export type Behaviour = (socket: Socket, reset: () => void) => unknown

export type Receiver = {
  port: number
  /** Connections that came, those that are open, and requests that began. */
  connections: number
  open(): number
  requests: number
  close(): Promise<void>
}

/** A server that speaks whatever its behaviour does; without TLS options in the clear. */
export async function openReceiver(behave: Behaviour, tls: TlsOptions | null): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const byPort = new Map<number | undefined, Socket>()
  const receiver: Receiver = {
    port: 0,
    connections: 0,
    open: () => sockets.size,
    requests: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const meet = (socket: Socket): void => {
    socket.on('error', () => {})
    socket.once('data', () => {
      receiver.requests += 1
      void behave(socket, () => void byPort.get(socket.remotePort)?.resetAndDestroy())
    })
  }
  const server: Server = tls ? createTlsServer(tls, meet) : createServer(meet)
  server.on('tlsClientError', () => {})
  server.on('connection', (socket: Socket) => {
    receiver.connections += 1
    sockets.add(socket)
    byPort.set(socket.remotePort, socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listening on a port gives an address with a port, never a pipe's name.
  receiver.port = (server.address() as AddressInfo).port
  return receiver
}

/** A server in the clear that greets, or does not, before anything was asked: as behind a wrong port. */
export async function openGreeter(greeting: string): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(greeting)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A port that takes no notice of anybody: a stopped process whose queue of connections is full, so that the system is silent. */
export async function openBlackHole(): Promise<{ port: number; close(): Promise<void> }> {
  const source = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
    process.stdout.write(String(this.address().port)) })`
  const child = spawn(process.execPath, ['--eval', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(said.toString())
  child.kill('SIGSTOP')
  const fillers: Socket[] = []
  for (let isTaken = true; isTaken && fillers.length < 50;) {
    const filler = connect(port, '127.0.0.1').on('error', () => {})
    fillers.push(filler)
    isTaken = await Promise.race([once(filler, 'connect').then(() => true), sleep(300, false)])
  }
  return {
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy()
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
  }
}

export const say =
  (text: string): Behaviour =>
  (socket) =>
    void socket.write(text, 'latin1')

/** Sends a text one letter at a time, again and again. */
export const drip =
  (first: string, letters: string): Behaviour =>
  async (socket) => {
    socket.write(first)
    for (let index = 0; !socket.destroyed; index += 1) {
      socket.write(letters[index % letters.length] ?? '')
      await sleep(20)
    }
  }

/** Writes as fast as it is read, until it is not any more. */
export const flood =
  (first: string, part: Buffer): Behaviour =>
  (socket) => {
    const more = (): void => {
      while (socket.writable && socket.write(part));
    }
    socket.on('drain', more)
    socket.write(first)
    more()
  }

/** Ten megabytes of nothing, in ten kilobytes. */
export const gzipBomb = (): Buffer => gzipSync(Buffer.alloc(10 * 1_024 * 1_024))
