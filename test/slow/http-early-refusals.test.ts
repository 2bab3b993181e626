import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ProblemCode } from '@sightline/sdk'
import { Agent, fetch as undiciFetch } from 'undici'
import { LINGER } from '../../packages/server/src/http/lingering.ts'
import { createAuthority, type Authority } from '../support/certificates.ts'
import { assertErrorShape, holdAnswer, type Reply } from '../support/http.ts'
import { eventually } from '../support/eventually.ts'
import { openTestApp, type Tenant, type TestApp } from '../support/test-app.ts'
import { readReplies, requestHead } from '../support/raw-http.ts'

const MIB = 1_024 * 1_024
const UPLOAD = 50 * MIB
const PIECE = Buffer.alloc(64 * 1_024, ' ')
const BRANDS = '/api/v1/brands'

/** Reasons to refuse a request whose body is still on its way, each with the head that gives the reason. */
type Refusal = { name: string; head: string; status: number; code: ProblemCode }

describe('large uploads that are refused before they arrived', () => {
  const each = { timeout: 60_000 }

  let house: TestApp
  let tenant: Tenant
  let authority: Authority
  let folder: string
  let tlsPort: number
  let closeTls: () => Promise<unknown>

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    authority = await createAuthority()
    folder = await mkdtemp(join(tmpdir(), 'sightline-uploads-'))
    const { cert, key } = await authority.issue('localhost')
    const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
    await writeFile(files.certFile, cert)
    await writeFile(files.keyFile, key)
    const rest = house.app.createRest({ tls: files })
    await rest.listen({ host: '127.0.0.1', port: 0 })
    tlsPort = (rest.server.address() as AddressInfo).port
    closeTls = () => rest.close()
  })
  after(async () => {
    await closeTls()
    await house.close()
    await rm(folder, { recursive: true })
  })

  const length = `Content-Length: ${UPLOAD}`
  const json = 'Content-Type: application/json'
  function refusals(more: string[] = []): Refusal[] {
    const key = `Authorization: Bearer ${tenant.key}`
    const of = (line: string, headers: string[]) => requestHead(line, [...headers, ...more])
    return [
      { name: 'no key', head: of(`POST ${BRANDS} HTTP/1.1`, [length]), status: 401, code: 'missing_api_key' },
      {
        name: 'larger than its limit',
        head: of(`POST ${BRANDS} HTTP/1.1`, [key, json, length]),
        status: 413,
        code: 'payload_too_large',
      },
      {
        name: 'larger than an import',
        head: of(`POST ${BRANDS}/brd_0/answers HTTP/1.1`, [key, json, length]),
        status: 413,
        code: 'payload_too_large',
      },
      { name: 'no address', head: of('POST /nowhere HTTP/1.1', [length]), status: 404, code: 'route_not_found' },
      {
        name: 'a method that is not known',
        head: of(`QUERY ${BRANDS} HTTP/1.1`, [length]),
        status: 405,
        code: 'method_not_allowed',
      },
      {
        name: 'a target that is none',
        head: of(`POST ${BRANDS}/%zz HTTP/1.1`, [length]),
        status: 400,
        code: 'invalid_request',
      },
      {
        name: 'an expectation that is not known',
        head: of(`POST ${BRANDS} HTTP/1.1`, ['Expect: 200-ok', length]),
        status: 417,
        code: 'expectation_failed',
      },
      { name: 'no method', head: of(`FOO ${BRANDS} HTTP/1.1`, [length]), status: 405, code: 'method_not_allowed' },
      {
        name: 'no HTTP',
        head: of(`POST ${BRANDS} HTTP/1.1`, ['Content-Length: 1', length]),
        status: 400,
        code: 'invalid_request',
      },
      {
        name: 'a tunnel',
        head: of('CONNECT example.com:443 HTTP/1.1', []),
        status: 405,
        code: 'method_not_allowed',
      },
      {
        name: 'headers that are too large',
        head: of(`POST ${BRANDS} HTTP/1.1`, [length, `X-Large: ${'x'.repeat(17_000)}`]),
        status: 431,
        code: 'headers_too_large',
      },
    ]
  }

  const openPlain = async (): Promise<Socket> => {
    const socket = connect({ port: Number(new URL(house.origin).port), host: '127.0.0.1', allowHalfOpen: true })
    await once(socket, 'connect')
    return socket
  }
  const openTls = async (): Promise<Socket> => {
    const socket = connectTls({
      port: tlsPort,
      host: '127.0.0.1',
      servername: 'localhost',
      ca: authority.ca,
      allowHalfOpen: true,
    } as never)
    await once(socket, 'secureConnect')
    return socket
  }

  for (const [door, open] of [
    ['HTTP', openPlain],
    ['HTTPS', openTls],
  ] as const)
    for (const more of [[], ['Connection: close']])
      test(
        `${door}${more.length > 0 ? ' with Connection: close' : ''}: who reads only after sending 50 MB hears why it was refused`,
        each,
        async () => {
          const heard: unknown[] = []
          for (const { name, head } of refusals(more)) {
            const socket = await open()
            const problem = await sendAll(socket, head, UPLOAD)
            const [reply] = problem ? [] : (await readReplies(socket.resume(), 1)).replies
            heard.push([name, problem ?? reply?.status, reply?.headers.get('connection')])
          }
          assert.deepEqual(
            heard,
            refusals().map(({ name, status }) => [name, status, 'close']),
          )
        },
      )

  test('fetch hears it over HTTP and HTTPS, with a length and with chunks', each, async () => {
    const dispatcher = new Agent({ connect: { ca: authority.ca } })
    for (const origin of [house.origin, `https://localhost:${tlsPort}`])
      for (const headers of [{}, { 'content-length': String(UPLOAD) }])
        for (const key of [undefined, tenant.key]) {
          const response = await undiciFetch(`${origin}${BRANDS}`, {
            dispatcher,
            method: 'POST',
            headers: {
              ...headers,
              'content-type': 'application/json',
              ...(key !== undefined && { authorization: `Bearer ${key}` }),
            },
            body: pieces(UPLOAD),
            duplex: 'half',
          })
          const reply: Reply = {
            status: response.status,
            headers: new Headers([...response.headers]),
            text: await response.text(),
          }
          holdAnswer(reply)
          if (key === undefined) assertErrorShape(reply, 401, 'missing_api_key')
          else assertErrorShape(reply, 413, 'payload_too_large')
        }
    await dispatcher.close()
  })

  test('what nobody reads is thrown away as it comes: the process keeps none of it', each, async () => {
    const { head } = refusals()[1]!
    const before = buffered()
    let sent = 0
    // V8 gives buffers back beside the program, so it may have to be waited for; what is kept would stay.
    const isFreed = (): boolean => buffered() - before < 4 * MIB
    const look = async (): Promise<void> => {
      sent += PIECE.length
      if (sent % (8 * MIB) === 0) await eventually(isFreed)
    }
    const socket = await openPlain()
    const problem = await sendAll(socket, head, UPLOAD, look)
    assert.equal(problem, null)
    socket.destroy()
  })

  test(
    'who never stops sending is cut off after a bounded number of bytes, and was told why before',
    each,
    async () => {
      for (const open of [openPlain, openTls])
        for (const { name, head, status, code } of refusals()) {
          const socket = await open()
          let text = ''
          socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
          const sent = await sendUntilCut(socket, head.replace(length, `Content-Length: ${1_000 * UPLOAD}`))
          // What lies in both machines' buffers is on its way.
          assert.ok(sent < LINGER.bytes + 32 * MIB, `${name}: ${sent} bytes were taken`)
          assert.match(text, new RegExp(`^HTTP/1.1 ${status} .*"code":"${code}"`, 's'), name)
        }
    },
  )

  test('who sends a byte now and then, or nothing more, does not keep the connection', each, async () => {
    await Promise.all(
      refusals(['Connection: close'])
        .flatMap(({ head }) => [openPlain, openTls].map((open) => ({ head, open })))
        .flatMap(({ head, open }) => [drip(open, head, 200), drip(open, head, null)]),
    )
  })

  test('a small body that comes behind its refusal costs no connection', each, async () => {
    const socket = await openPlain()
    const head = requestHead(`POST ${BRANDS} HTTP/1.1`, ['Content-Length: 1000'])
    for (let turn = 0; turn < 3; turn += 1) {
      const answered = once(socket, 'data')
      socket.write(head)
      assert.match(String((await answered)[0]), /^HTTP\/1\.1 401 /)
      socket.write(Buffer.alloc(1_000, ' '))
    }
    socket.destroy()
  })

  test('a request behind an upload that was refused is not served on its connection', each, async () => {
    for (const { name, head } of refusals()) {
      const socket = await openPlain()
      await sendAll(socket, head, UPLOAD)
      socket.write(requestHead('GET /healthz HTTP/1.1'))
      const text = await new Response(Readable.toWeb(socket)).text()
      assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g)?.length, 1, `${name}: ${text}`)
    }
  })

  /** Resolves when the server has closed the connection: the time of the case is its bound. */
  async function drip(open: () => Promise<Socket>, head: string, everyMs: number | null): Promise<void> {
    const socket = await open()
    const closed = new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
    socket.resume().write(head)
    // A connection that is closed answers the next byte with a reset; half closed, it takes it.
    const timer = setInterval(() => socket.write(' '), everyMs ?? 5_000)
    await closed
    clearInterval(timer)
    socket.destroy()
  }
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes that this process holds beside its objects. */
function buffered(): number {
  collectGarbage()
  const { external, arrayBuffers } = process.memoryUsage()
  return external + arrayBuffers
}

/** Writes a head and so many bytes without reading anything; what went wrong, or null. */
async function sendAll(socket: Socket, head: string, bytes: number, onPiece = async () => {}): Promise<string | null> {
  let problem: string | null = null
  socket.setTimeout(8_000, () => socket.destroy(new Error('nobody reads')))
  socket.on('error', (error) => (problem = error.message)).on('close', () => (problem ??= 'closed'))
  socket.pause()
  socket.write(head)
  for (let sent = 0; sent < bytes; sent += PIECE.length) {
    await written(socket)
    if (problem !== null) break
    await onPiece()
  }
  return problem
}

/** Until there is room for another one; nobody has to have read it. */
const written = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once('close', resolve)
    socket.write(PIECE, () => {
      socket.off('close', resolve)
      resolve(null)
    })
  })

/** Bytes that could be written before the connection was closed. */
async function sendUntilCut(socket: Socket, head: string): Promise<number> {
  socket.on('error', () => {})
  socket.write(head)
  while (!socket.destroyed) await written(socket)
  return socket.bytesWritten
}

function pieces(bytes: number): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(PIECE)
      sent += PIECE.length
      if (sent >= bytes) controller.close()
    },
  })
}
