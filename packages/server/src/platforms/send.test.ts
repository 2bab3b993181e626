import assert from 'node:assert/strict'
import { type RequestListener, createServer } from 'node:http'
import { after, suite, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import type { HttpRequest } from './platform.ts'
import { listen } from './recordings/recordings.test-support.ts'
import { createSender } from './send.ts'

suite('One exchange', () => {
  const dispatcher = new Agent()
  const closers: (() => void)[] = [() => void dispatcher.close()]
  after(() => closers.forEach((close) => close()))

  const send = createSender({ dispatcher, maxBytes: 10_000 })
  const ask = async (listener: RequestListener, request: Partial<HttpRequest> = {}, limits = { timeoutMs: 5000 }) => {
    const server = createServer(listener)
    closers.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const baseUrl = await listen(server)
    return send({ method: 'GET', url: `${baseUrl}/secret-path?api_key=secret`, headers: {}, ...request }, limits)
  }

  test('sends JSON with the given headers and takes status, lower-case headers and text as they come', async () => {
    const { reply, failure } = await ask(
      (request, response) => {
        let body = ''
        request.on('data', (chunk) => (body += String(chunk)))
        request.on('end', () => {
          response.writeHead(429, { 'Retry-After': '3' })
          response.end(
            `${request.method} ${request.headers['content-type']} ${String(request.headers['x-key'])} ${body} ü`,
          )
        })
      },
      { method: 'POST', headers: { 'x-key': 'k' }, body: { text: 'ä' } },
    )
    assert.equal(failure, null)
    assert.deepEqual([reply.status, reply.headers['retry-after']], [429, '3'])
    assert.equal(reply.body, 'POST application/json k {"text":"ä"} ü')
  })

  test('follows no redirect', async () => {
    const { reply } = await ask(
      (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    assert.equal(reply?.status, 302)
  })

  test('unpacks a body that came packed although plain was asked for', async () => {
    for (const [encoding, body] of [
      ['gzip', gzipSync('hello')],
      ['br', brotliCompressSync('hello')],
    ] as const) {
      const { reply } = await ask((request, response) => {
        assert.equal(request.headers['accept-encoding'], 'identity')
        response.writeHead(200, { 'content-encoding': encoding }).end(body)
      })
      assert.equal(reply?.body, 'hello')
    }
  })

  test('gives up a body that is too long, sent plain or as a bomb, and one that it cannot unpack', async () => {
    const codeFor = async (headers: Record<string, string>, body: Buffer | string) =>
      (await ask((_, response) => void response.writeHead(200, headers).end(body))).failure?.code
    assert.equal(await codeFor({}, 'x'.repeat(10_001)), 'too_large')
    assert.equal(await codeFor({ 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(5_000_000))), 'too_large')
    assert.equal(await codeFor({ 'content-encoding': 'gzip' }, 'no gzip'), 'unreadable')
    assert.equal(await codeFor({ 'content-encoding': 'secret' }, 'x'), 'unreadable')
  })

  test('ends at the total deadline, also when the body only drips', async () => {
    const silent = await ask(() => {}, {}, { timeoutMs: 60 })
    assert.deepEqual([silent.failure?.kind, silent.failure?.code], ['wait', 'timeout'])
    const dripping = await ask(
      (_, response) => {
        const drip = setInterval(() => response.write('x'), 10)
        response.on('close', () => clearInterval(drip))
      },
      {},
      { timeoutMs: 100 },
    )
    assert.equal(dripping.failure?.code, 'timeout')
  })

  test('a cut connection and a closed port are passing failures that name neither address nor key', async () => {
    const cut = await ask((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setTimeout(() => response.destroy(), 10)
    })
    const closed = await send(
      { method: 'GET', url: 'http://127.0.0.1:1/secret?api_key=secret', headers: {} },
      { timeoutMs: 5000 },
    )
    for (const { failure } of [cut, closed]) {
      assert.deepEqual([failure?.kind, failure?.code], ['wait', 'network'])
      assert.doesNotMatch(JSON.stringify(failure), /secret/)
    }
  })

  test('is ended by its caller', async () => {
    const { failure } = await send(
      { method: 'GET', url: 'http://127.0.0.1:1/', headers: {} },
      { timeoutMs: 5000, signal: AbortSignal.abort() },
    )
    assert.equal(failure?.code, 'aborted')
  })
})
