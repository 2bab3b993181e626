import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a network does to a connection; `from` is who sent the bytes that it happens to (default: both). */
export type Fault = { from?: 'client' | 'server' } & (
  | { kind: 'latency'; milliseconds: number }
  /** Nothing passes any more and nobody is told: a half-open connection. */
  | { kind: 'blackHole' }
  /** Ended without a word, by a reset. */
  | { kind: 'reset' }
  /** Ended in the middle of what is said. */
  | { kind: 'cut'; afterBytes: number }
  /** A few bytes at a time. */
  | { kind: 'slice'; bytes: number }
  /** Kept back from the first piece on that holds this text (default: at once) until the fault is healed. */
  | { kind: 'hold'; at?: string }
)

export type FaultProxy = {
  port: number
  /** Happens to connections, present and future ones, whose first bytes hold this text. */
  afflict(opening: string, fault: Fault): void
  /** Resolves when a held piece waits. */
  held(): Promise<void>
  /** Lets new pieces pass and held ones go on; what a black hole took is lost. */
  heal(): void
  close(): Promise<void>
}

/** A TCP proxy whose network fails as it is told. */
export async function openFaultProxy(host: string, port: number): Promise<FaultProxy> {
  let affliction: { opening: string; fault: Fault } | null = null
  let healed = Promise.withResolvers<void>()
  let held = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host, port, noDelay: true })
    const link = { opening: '', cutAfter: 0, isHolding: false }
    for (const [from, to, name] of [
      [client, upstream, 'client'],
      [upstream, client, 'server'],
    ] as const) {
      sockets.add(from)
      // One piece after another, in the order they came.
      let turn = Promise.resolve()
      const inTurn = (work: () => Promise<void> | void): void => void (turn = turn.then(work))
      from.on('data', (piece) => {
        if (name === 'client') link.opening ||= piece.toString('latin1')
        inTurn(() => pass(piece, name, from, to, link))
      })
      from.on('end', () => inTurn(() => void (faultOf(link, name)?.kind !== 'blackHole' && to.end())))
      from.on('close', () => sockets.delete(from))
      from.on('error', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    afflict: (opening, fault) => {
      affliction = { opening, fault }
      if (fault.kind === 'hold') [healed, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    },
    held: () => held.promise,
    heal: () => {
      affliction = null
      healed.resolve()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  type Link = { opening: string; cutAfter: number; isHolding: boolean }
  function faultOf({ opening }: Link, name: 'client' | 'server'): Fault | null {
    if (!affliction || !opening.includes(affliction.opening)) return null
    return (affliction.fault.from ?? name) === name ? affliction.fault : null
  }

  async function pass(piece: Buffer, name: 'client' | 'server', from: Socket, to: Socket, link: Link): Promise<void> {
    const fault = faultOf(link, name)
    if (fault?.kind === 'blackHole') return
    if (fault?.kind === 'reset') {
      for (const socket of [from, to]) socket.resetAndDestroy()
      return
    }
    if (fault?.kind === 'latency') await sleep(fault.milliseconds)
    if (fault?.kind === 'hold' && piece.includes(fault.at ?? '')) {
      held.resolve()
      await healed.promise
    }
    if (fault?.kind === 'cut' && (link.cutAfter += piece.length) > fault.afterBytes) {
      to.write(piece.subarray(0, fault.afterBytes), () => [from, to].forEach((socket) => socket.destroy()))
      return
    }
    const step = fault?.kind === 'slice' ? fault.bytes : Math.max(1, piece.length)
    for (let at = 0; at < piece.length; at += step) {
      if (!to.destroyed) to.write(piece.subarray(at, at + step))
      if (fault?.kind === 'slice') await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
