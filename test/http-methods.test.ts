import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { assertErrorShape, type Reply } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { readReplies, requestHead, sendRaw } from './support/raw-http.ts'

/** Of all addresses together. */
const EVERY_METHOD = 'DELETE, GET, HEAD, PATCH, POST, PUT'

/** One address behind each door, with the methods it knows. */
const addresses: [path: string, allow: string][] = [
  ['/api/v1/brands', 'GET, HEAD, POST'],
  ['/api/v1/brands/brd_0', 'DELETE, GET, HEAD, PATCH'],
  ['/api/v1/visibility/scores', 'GET, HEAD'],
  ['/api/v1/openapi.json', 'GET, HEAD'],
  ['/web/sign-in-options', 'GET, HEAD'],
  ['/web/sign-in', 'POST'],
  ['/web/organizations/org_0/keys', 'GET, HEAD, POST'],
  ['/web/single-sign-on', 'GET, HEAD'],
  ['/web/single-sign-on/callback', 'GET, HEAD'],
  ['/', 'GET, HEAD'],
  ['/assets/index-0123abcd.js', 'GET, HEAD'],
  ['/favicon.ico', 'GET, HEAD'],
  ['/docs', 'GET, HEAD'],
  ['/docs/errors', 'GET, HEAD'],
  ['/docs/style.css', 'GET, HEAD'],
  ['/healthz', 'GET, HEAD'],
  ['/readyz', 'GET, HEAD'],
]

describe('methods that an address does not know', () => {
  let house: TestApp
  let tenant: Tenant
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-methods-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Sightline</title>')
    await writeFile(join(folder, 'assets/index-0123abcd.js'), 'export {}')
    await writeFile(join(folder, 'favicon.ico'), '')
    house = await openTestApp({ web: { webFolder: folder } })
    tenant = await house.tenant()
  })
  after(async () => {
    await house.close()
    await rm(folder, { recursive: true })
  })

  const first = async (line: string, headers: string[] = [], body = ''): Promise<Reply> => {
    const { replies } = await sendRaw(house.origin, requestHead(line, headers) + body, { replies: 1 })
    return replies[0]!
  }
  const faults = () => house.log.filter(({ event }) => /failed|refused/.test(event))

  /** Without a body, with one, and with one whose length only its end tells. */
  const forms: [name: string, headers: string[], body: string][] = [
    ['no body', [], ''],
    ['JSON', ['Content-Type: application/json', 'Content-Length: 2'], '{}'],
    ['broken JSON', ['Content-Type: application/json', 'Content-Length: 1'], '{'],
    ['another type', ['Content-Type: text/plain', 'Content-Length: 1'], 'x'],
    ['a type that is none', ['Content-Type: /', 'Content-Length: 1'], 'x'],
    ['chunks', ['Transfer-Encoding: chunked'], '1\r\nx\r\n0\r\n\r\n'],
  ]

  for (const [path, allow] of addresses)
    test(`${path}: every other method of HTTP is 405 with Allow: ${allow}, whatever body comes with it`, async () => {
      // Node hands CONNECT over by another door; the next test knocks there.
      const others = METHODS.filter((name) => !['CONNECT', 'HEAD', ...allow.split(', ')].includes(name))
      assert.ok(others.includes('QUERY') && others.includes('TRACE') && others.length > 25)
      for (const method of others)
        for (const [form, headers, body] of forms) {
          const reply = await first(`${method} ${path} HTTP/1.1`, headers, body)
          assertErrorShape(reply, 405, 'method_not_allowed')
          assert.equal(reply.headers.get('allow'), allow, `${method} with ${form}`)
        }
      const { status, headers } = await fetch(`${house.origin}${path}`, { method: 'HEAD' })
      if (!allow.includes('HEAD')) assert.deepEqual([status, headers.get('allow')], [405, allow])
      assert.deepEqual(faults(), [])
    })

  test('an address that does not exist is 404 with every method', async () => {
    for (const path of ['/nowhere', '/api/v1/nowhere', '/web/nowhere', '/assets/nowhere.js'])
      for (const method of METHODS.filter((name) => name !== 'CONNECT' && name !== 'HEAD'))
        assertErrorShape(await first(`${method} ${path} HTTP/1.1`), 404, 'route_not_found')
    assert.deepEqual(faults(), [])
  })

  test('a word that is no method of HTTP is 405 with what its address allows, and the connection ends', async () => {
    for (const [path, allow] of addresses)
      for (const method of ['FOO', 'get', 'GETS', 'BREW', 'DESCRIBE', 'PRI', 'X-1', "a!#$%&'*+.^_`|~0"]) {
        const { replies, isClosed } = await sendRaw(house.origin, requestHead(`${method} ${path} HTTP/1.1`))
        assert.equal(replies.length, 1, `${method} ${path} ${replies[0]?.text}`)
        assert.ok(isClosed)
        assertErrorShape(replies[0]!, 405, 'method_not_allowed')
        assert.equal(replies[0]!.headers.get('allow'), allow, method)
      }
    const { replies } = await sendRaw(house.origin, requestHead('FOO /nowhere HTTP/1.1'))
    assertErrorShape(replies[0]!, 404, 'route_not_found')
    assert.deepEqual(faults(), [])
  })

  test('a word that is no method is 405 on a connection that was used before, and when its line comes in pieces', async () => {
    const { hostname, port } = new URL(house.origin)
    const socket = connect(Number(port), hostname).setNoDelay(true)
    socket.write(requestHead('GET /healthz HTTP/1.1'))
    await once(socket, 'data')
    const used = readReplies(socket)
    socket.write(requestHead('FOO /api/v1/brands HTTP/1.1'))
    const [reply] = (await used).replies
    assertErrorShape(reply!, 405, 'method_not_allowed')
    assert.equal(reply!.headers.get('allow'), 'GET, HEAD, POST')
    const slow = connect(Number(port), hostname).setNoDelay(true)
    const pieces = readReplies(slow)
    slow.write('FO')
    const [unread] = (await pieces).replies
    assertErrorShape(unread!, 405, 'method_not_allowed')
    assert.equal(unread!.headers.get('allow'), EVERY_METHOD)
    assert.deepEqual(faults(), [])
  })

  test('CONNECT is 405 with the methods of the service, because it names no address of ours', async () => {
    for (const target of ['example.com:443', '127.0.0.1:22', '/api/v1/brands', '*']) {
      const { replies, isClosed } = await sendRaw(house.origin, requestHead(`CONNECT ${target} HTTP/1.1`))
      assert.equal(replies.length, 1)
      assert.ok(isClosed)
      assertErrorShape(replies[0]!, 405, 'method_not_allowed')
      assert.equal(replies[0]!.headers.get('allow'), EVERY_METHOD)
    }
    assert.deepEqual(faults(), [])
  })

  test('an offer of another protocol is not taken: the request is answered as it is', async () => {
    for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
      const upgrade = ['Connection: Upgrade, HTTP2-Settings', `Upgrade: ${protocol}`, 'HTTP2-Settings: AAMAAABk']
      assert.equal((await first('GET /healthz HTTP/1.1', upgrade)).status, 200)
      assertErrorShape(await first('QUERY /healthz HTTP/1.1', upgrade), 405, 'method_not_allowed')
      const key = `Authorization: Bearer ${tenant.key}`
      assert.equal((await first('GET /api/v1/brands HTTP/1.1', [...upgrade, key])).status, 200)
    }
    assert.deepEqual(faults(), [])
  })
})
