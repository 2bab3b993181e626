import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** So many requests of a connection may wait for those before them; then nothing more is read from it. */
const MOST_WAITING = 100
const FEW_WAITING = 10

type Connection = { last: ServerResponse; waiting: number }

/**
 * Handles the requests of a connection one after another, each in a turn of the event loop of its own. A client may send
 * thousands in one packet: at once, they would hold up everybody, and their answers would fill the memory.
 */
export function oneAtATime(handler: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>()
  return (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection || connection.last.closed) {
      connections.set(socket, { last: response, waiting: 0 })
      handler(request, response)
      return
    }
    const { last: before } = connection
    connection.last = response
    connection.waiting += 1
    if (connection.waiting === MOST_WAITING) socket.pause()
    before.once('close', () =>
      setImmediate(() => {
        connection.waiting -= 1
        if (connection.waiting === FEW_WAITING) socket.resume()
        if (!socket.destroyed) handler(request, response)
      }),
    )
  }
}
