import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What a network does to a connection: to bytes of one side or of both, from the first piece on that holds a text (default:
 * at once). In a black hole nothing passes any more and nobody is told; what is held passes when the fault is healed.
 */
export type Fault = { from?: 'client' | 'server'; at?: string } & (
  | { kind: 'latency'; milliseconds: number }
  | { kind: 'blackHole' }
  | { kind: 'reset' }
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'slice'; bytes: number }
  | { kind: 'bandwidth'; bytesPerSecond: number }
  | { kind: 'hold' }
)

export type FaultProxy = {
  port: number
  /** Happens to connections, present and future ones, whose first bytes hold this text. */
  afflict(opening: string, fault: Fault): void
  /** Resolves when the fault has met its first piece. */
  struck(): Promise<void>
  /** Lets new pieces pass and held ones go on; what a black hole took is lost. */
  heal(): void
  /** What connects from now on comes to this port; connections that are open are reset. */
  leadTo(port: number): void
  close(): Promise<void>
}

/** A TCP proxy whose network fails as it is told. */
export async function openFaultProxy(host: string, port: number): Promise<FaultProxy> {
  let target = port
  let affliction: { opening: string; fault: Fault } | null = null
  let healed = Promise.withResolvers<void>()
  let struck = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host, port: target, noDelay: true })
    const link: Link = { opening: '', passed: 0, fault: null }
    for (const [from, to, name] of [
      [client, upstream, 'client'],
      [upstream, client, 'server'],
    ] as const) {
      sockets.add(from)
      // One piece after another, in the order they came.
      let turn = Promise.resolve()
      from.on('data', (bytes) => {
        if (name === 'client') link.opening ||= bytes.toString('latin1')
        const piece = { bytes, cameAtMs: performance.now() }
        turn = turn.then(() => pass(piece, name, from, to, link))
      })
      from.on('end', () => (turn = turn.then(() => void to.end())))
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    afflict: (opening, fault) => {
      affliction = { opening, fault }
      healed = Promise.withResolvers<void>()
      struck = Promise.withResolvers<void>()
    },
    struck: () => struck.promise,
    heal: () => {
      affliction = null
      healed.resolve()
    },
    leadTo: (next) => {
      target = next
      for (const socket of sockets) socket.resetAndDestroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function faultOf(link: Link, name: 'client' | 'server', piece: Buffer): Fault | null {
    if (!affliction || !link.opening.includes(affliction.opening)) return null
    const { fault } = affliction
    if ((fault.from ?? name) !== name) return null
    if (link.fault !== fault && !piece.includes(fault.at ?? '')) return null
    struck.resolve()
    return (link.fault = fault)
  }

  async function pass(
    { bytes, cameAtMs }: Piece,
    name: 'client' | 'server',
    from: Socket,
    to: Socket,
    link: Link,
  ): Promise<void> {
    const fault = faultOf(link, name, bytes)
    switch (fault?.kind) {
      case 'blackHole':
        return
      case 'reset':
        for (const socket of [from, to]) socket.resetAndDestroy()
        return
      case 'cut':
        to.write(bytes.subarray(0, Math.max(0, fault.afterBytes - link.passed)))
        if ((link.passed += bytes.length) > fault.afterBytes) for (const socket of [from, to]) socket.destroySoon()
        return
      case 'slice':
        return slowly(bytes, fault.bytes, to, () => new Promise((resolve) => setImmediate(resolve)))
      case 'bandwidth':
        return slowly(bytes, fault.bytesPerSecond / 20, to, () => sleep(50))
      case 'latency':
        await sleep(Math.max(0, cameAtMs + fault.milliseconds - performance.now()))
        break
      case 'hold':
        await healed.promise
        break
      case undefined:
        break
    }
    if (!to.destroyed) to.write(bytes)
  }
}

type Link = { opening: string; passed: number; fault: Fault | null }
type Piece = { bytes: Buffer; cameAtMs: number }

async function slowly(bytes: Buffer, portion: number, to: Socket, pause: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < bytes.length && !to.destroyed; at += portion) {
    to.write(bytes.subarray(at, at + portion))
    await pause()
  }
}
