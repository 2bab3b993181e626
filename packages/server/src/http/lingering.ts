import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { BODY_LIMIT } from './read-body.ts'

/**
 * How much is still read, and dropped, of a request that was answered before all of it had arrived. Closing a connection
 * with unread bytes resets it, and a client that sends before it reads may lose the answer.
 */
export const LINGER = { bytes: 64 * 1_024 * 1_024, wholeMs: 10_000, silenceMs: 2_000 }

/** Ends each connection of a server so that its last answer is heard. */
export function lingerOn(server: Server): Server {
  const lastRequest = new WeakMap<Socket, IncomingMessage>()
  server.prependListener('request', (request: IncomingMessage) => void lastRequest.set(request.socket, request))
  const prepare = (socket: Socket): void => {
    const destroySoon = socket.destroySoon.bind(socket)
    // Node calls this after the last answer of a connection, whether or not the request has arrived.
    socket.destroySoon = () => (lastRequest.get(socket)?.complete === true ? destroySoon() : linger(socket))
  }
  // Over TLS, HTTP runs on the socket of the second event.
  server.on('connection', prepare).on('secureConnection', prepare)
  return server
}

/** Sends what is left to send, drops what still arrives within the bounds, and closes. None of it is read as a request. */
export function linger(socket: Socket): void {
  let dropped = 0
  const end = (): void => void socket.destroy()
  const whole = setTimeout(end, LINGER.wholeMs)
  const silence = setTimeout(end, LINGER.silenceMs)
  const drop = (): void => {
    // Those of Node's parser.
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > LINGER.bytes) end()
      else silence.refresh()
    })
  }
  // A parser whose request was not read has stopped the connection, and has to let it go on before it is taken off.
  if (socket.isPaused()) socket.once('resume', drop)
  else drop()
  socket.on('end', end).on('error', end)
  socket.once('close', () => {
    clearTimeout(whole)
    clearTimeout(silence)
  })
  socket.end()
  socket.resume()
}

/** Whether so much of a request is still to come that its connection ends with the answer. */
export function hasMuchToCome({ complete, headers }: IncomingMessage): boolean {
  // Without either it has no body, though its end may not have been read when it is refused (RFC 9112, 6.3).
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return !complete && (coding !== undefined || Number(length) > BODY_LIMIT)
}
