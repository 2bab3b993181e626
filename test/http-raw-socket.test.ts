import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertErrorShape, readLimits } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { requestHead, sendRaw } from './support/raw-http.ts'

const BRANDS = '/api/v1/brands'

/** Requests that no HTTP client sends: Node answers most of them before any framework sees them. */
describe('bytes that are no ordinary request', () => {
  let house: TestApp
  let tenant: Tenant
  let bearer: string

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    bearer = `Authorization: Bearer ${tenant.key}`
  })
  after(() => house.close())

  const refused = async (bytes: string | Buffer | (string | Buffer)[]) => {
    const { replies, isClosed } = await sendRaw(house.origin, bytes)
    assert.equal(replies.length, 1, 'one answer, and nothing after it')
    assert.ok(isClosed)
    return replies[0]!
  }
  const firstOf = async (bytes: string | Buffer | (string | Buffer)[]) =>
    (await sendRaw(house.origin, bytes, { replies: 1 })).replies[0]!

  test('E3: OPTIONS names the methods of an address', async () => {
    const reply = await firstOf(requestHead(`OPTIONS ${BRANDS} HTTP/1.1`))
    assertErrorShape(reply, 405, 'method_not_allowed')
    assert.equal(reply.headers.get('allow'), 'GET, HEAD, POST')
    assertErrorShape(await firstOf(requestHead('OPTIONS * HTTP/1.1')), 400, 'invalid_request')
  })

  test('E4: TRACE and methods of other protocols are refused with the methods there are', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'SEARCH'])
      for (const target of [BRANDS, `${BRANDS}/brd_0`, '/healthz']) {
        const reply = await firstOf(requestHead(`${method} ${target} HTTP/1.1`, [bearer, 'X-Echo: echoed']))
        assertErrorShape(reply, 405, 'method_not_allowed')
        assert.doesNotMatch(reply.text + [...reply.headers].join('\n'), /echoed|sl_live/, 'nothing is told back')
      }
  })

  test('E4: CONNECT and words that are no method are answered 405 and the connection ends', async () => {
    assertErrorShape(await refused(requestHead('CONNECT example.com:443 HTTP/1.1')), 405, 'method_not_allowed')
    assertErrorShape(await refused(requestHead(`FOO ${BRANDS} HTTP/1.1`)), 405, 'method_not_allowed')
  })

  test('what cannot be read is answered after what came before it on the connection', async () => {
    const first = requestHead(`GET ${BRANDS} HTTP/1.1`, [bearer])
    const json = [bearer, 'Content-Type: application/json']
    const write = requestHead(`POST ${BRANDS} HTTP/1.1`, [...json, 'Content-Length: 2']) + '{}'
    const chunks = requestHead(`POST ${BRANDS} HTTP/1.1`, [...json, 'Transfer-Encoding: chunked'])
    for (const [bytes, statuses] of [
      [`${first}no request\r\n\r\n`, [200, 400]],
      [`${first}${write}no request\r\n\r\n`, [200, 422, 400]],
      [`${first}${first}GET ${BRANDS} HTTP/1.1\r\nno header\r\n\r\n${first}`, [200, 200, 400]],
      [`${first}${requestHead(`FOO ${BRANDS} HTTP/1.1`)}`, [200, 405]],
      [`${first}${requestHead('CONNECT example.com:443 HTTP/1.1')}`, [200, 405]],
      [`${first}${chunks}zz\r\n`, [200, 400]],
      // Of a body that cannot be read, the one answer is the refusal.
      [`${chunks}zz\r\n`, [400]],
      // After this there is nothing to answer.
      [`${requestHead(`GET ${BRANDS} HTTP/1.1`, [bearer, 'Connection: close'])}no request\r\n\r\n`, [200]],
    ] as const) {
      // Whole, and with its end written apart.
      for (const parts of [[bytes], [bytes.slice(0, -4), bytes.slice(-4)]]) {
        const { replies, isClosed } = await sendRaw(house.origin, parts)
        assert.deepEqual(
          replies.map(({ status }) => status),
          statuses,
          bytes,
        )
        assert.ok(isClosed)
      }
    }
  })

  test('E7: a declared body of 10 GB is refused before it is sent, and the connection ends', async () => {
    const head = requestHead(`POST ${BRANDS} HTTP/1.1`, [
      bearer,
      'Content-Type: application/json',
      'Content-Length: 10737418240',
    ])
    assertErrorShape(await refused(head), 413, 'payload_too_large')
  })

  test('E7: chunks without an end are refused at the limit, and the connection ends', async () => {
    const head = requestHead(`POST ${BRANDS} HTTP/1.1`, [
      bearer,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ])
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    assertErrorShape(await refused([head, ...Array.from({ length: 6 }, () => chunk)]), 413, 'payload_too_large')
  })

  test('E9: headers above 16 KiB and an address above 8 KiB are refused', async () => {
    const large = requestHead(`GET ${BRANDS} HTTP/1.1`, [`X-Large: ${'x'.repeat(16 * 1_024)}`])
    assertErrorShape(await refused(large), 431, 'headers_too_large')
    const long = requestHead(`GET ${BRANDS}?topic=${'x'.repeat(8 * 1_024)} HTTP/1.1`)
    assertErrorShape(await firstOf(long), 414, 'uri_too_long')
  })

  test('E9: two hundred headers are no reason to refuse', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `X-Header-${index}: ${index}`)
    assert.equal((await firstOf(requestHead(`GET ${BRANDS} HTTP/1.1`, [bearer, ...many]))).status, 200)
  })

  test('E10: no Host, two of them or one that is none is refused', async () => {
    const line = `GET ${BRANDS} HTTP/1.1`
    assertErrorShape(await firstOf(requestHead(line, [bearer], null)), 400, 'invalid_request')
    assertErrorShape(await firstOf(requestHead(line, [bearer, 'Host: other'])), 400, 'invalid_request')
    for (const host of ['', 'a b', 'a/b', '<script>', '999.999.999.999', '[::::]', 'name:99999', 'user@name'])
      assertErrorShape(await firstOf(requestHead(line, [bearer], host)), 400, 'invalid_request')
  })

  test('E10: an absolute target and the preface of HTTP/2 are refused', async () => {
    const absolute = requestHead(`GET http://127.0.0.1${BRANDS} HTTP/1.1`, [bearer])
    assertErrorShape(await firstOf(absolute), 400, 'invalid_request')
    assertErrorShape(await refused('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), 400, 'invalid_request')
  })

  test('E10: HTTP/1.0 without a Host is served', async () => {
    const reply = await firstOf(requestHead(`GET ${BRANDS} HTTP/1.0`, [bearer], null))
    assert.equal(reply.status, 200)
    readLimits(reply)
  })

  test('E11: an unknown expectation is answered 417', async () => {
    assertErrorShape(
      await firstOf(requestHead(`GET ${BRANDS} HTTP/1.1`, ['Expect: 200-ok'])),
      417,
      'expectation_failed',
    )
  })

  test('E12: what two servers could read differently is refused, and nothing behind it on the connection runs', async () => {
    const smuggled = requestHead(`POST ${BRANDS} HTTP/1.1`, [
      bearer,
      'Content-Type: application/json',
      'Content-Length: 19',
    ])
    const behind = `${smuggled}{"name":"Smuggled"}`
    const heads = {
      'two lengths': ['Content-Length: 5', 'Content-Length: 6'],
      'a length and chunks': ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      'an unknown coding': ['Transfer-Encoding: xchunked'],
      'chunks that are not last': ['Transfer-Encoding: chunked, identity'],
      'a folded field': ['X-Folded: one', ' two'],
      'a space before the colon': ['Content-Length : 5'],
      'a length with a sign': ['Content-Length: +5'],
      'a NUL in a field': ['X-Nul: a\0b'],
    }
    for (const [name, fields] of Object.entries(heads)) {
      const bytes = requestHead(`POST ${BRANDS} HTTP/1.1`, [bearer, 'Content-Type: application/json', ...fields])
      const reply = await refused(bytes + behind)
      assert.equal(reply.status, 400, name)
      assertErrorShape(reply, 400, 'invalid_request')
    }
    const bareLineFeeds = requestHead(`GET ${BRANDS} HTTP/1.1`, [bearer, 'X-One: 1\nX-Two: 2'])
    assertErrorShape(await refused(bareLineFeeds + behind), 400, 'invalid_request')
    assert.deepEqual((await tenant.client.listBrands()).data, [])
  })

  test('E13: a target that could split a header or end a text is refused and never repeated in a header', async () => {
    for (const part of ['%zz', '%', '%00', '%0d%0aX-Injected:%201', 'a%0Ab']) {
      const reply = await firstOf(requestHead(`GET ${BRANDS}/${part} HTTP/1.1`, [bearer]))
      assertErrorShape(reply, 400, 'invalid_request')
      assert.equal(reply.headers.get('x-injected'), null)
    }
  })

  test('E13: a path that climbs is an address that does not exist', async () => {
    for (const path of ['/../../etc/passwd', '/api/v1/../../etc/passwd', '/api/v1/%2e%2e%2f%2e%2e%2fetc%2fpasswd'])
      assertErrorShape(await firstOf(requestHead(`GET ${path} HTTP/1.1`, [bearer])), 404, 'route_not_found')
  })

  test('E29: a request id of the sender is replaced by one of ours', async () => {
    const reply = await firstOf(requestHead(`GET ${BRANDS} HTTP/1.1`, [bearer, `X-Request-Id: ${'x'.repeat(10_000)}`]))
    assert.match(reply.headers.get('x-request-id') ?? '', /^req_[0-9a-z]{26}$/)
  })

  test('bytes that are no HTTP at all are answered in the one shape', async () => {
    const greeting = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])
    for (const bytes of ['\0\0\0\0\r\n\r\n', 'GET\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', greeting]) {
      const reply = await refused(bytes)
      assertErrorShape(reply, 400, 'invalid_request')
    }
  })
})
