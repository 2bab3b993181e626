import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { oneAtATime } from './pipelining.ts'

const MANY = 1_400
const LARGE = Buffer.alloc(256 * 1_024, 'x')

describe('requests that a connection sends ahead', () => {
  let handled: string[] = []
  let atWork = 0
  let mostAtWork = 0
  let bodyOf: (url: string) => Buffer = (url) => Buffer.from(url)
  const handle: RequestListener = async (request, response) => {
    atWork += 1
    mostAtWork = Math.max(mostAtWork, atWork)
    handled.push(request.url ?? '')
    await nextTurn()
    atWork -= 1
    response.end(bodyOf(request.url ?? ''))
  }
  const server = createServer(oneAtATime(handle))
  before(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  function sent(count: number): Socket {
    handled = []
    mostAtWork = 0
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    // The last one ends the connection.
    const heads = Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: x\r\n`)
    socket.write(`${heads.join('\r\n')}Connection: close\r\n\r\n`)
    return socket
  }
  async function received(socket: Socket): Promise<number> {
    let bytes = 0
    for await (const chunk of socket) bytes += (chunk as Buffer).length
    return bytes
  }

  test('are all answered, in their order, one at a time', async () => {
    bodyOf = (url) => Buffer.from(url)
    await received(sent(MANY))
    assert.deepEqual(
      handled,
      Array.from({ length: MANY }, (_, at) => `/${at}`),
    )
    assert.equal(mostAtWork, 1)
  })

  test('leave others their turn: one of another connection is answered before most of them', async () => {
    bodyOf = (url) => Buffer.from(url)
    const ahead = sent(MANY)
    while (handled.length < 2) await nextTurn()
    const { port } = server.address() as AddressInfo
    await (await fetch(`http://127.0.0.1:${port}/other`)).text()
    assert.ok(handled.indexOf('/other') < MANY / 2, `${handled.indexOf('/other')} were answered before`)
    await received(ahead)
    assert.equal(handled.length, MANY + 1)
  })

  test('wait while nobody reads their answers, and go on when somebody does', async () => {
    bodyOf = () => LARGE
    const socket = sent(MANY)
    socket.pause()
    let before = -1
    // What the kernel takes is answered; then nothing more.
    while (handled.length === 0 || handled.length !== before) {
      before = handled.length
      await sleep(200)
    }
    assert.ok(before < 200, `${before} answers of 256 KB were made`)
    assert.ok((await received(socket)) > MANY * LARGE.length)
    assert.equal(handled.length, MANY)
  })
})
