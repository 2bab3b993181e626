import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { everyOperation, pathOf } from './support/every-operation.ts'
import { assertErrorShape, readLimits } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { readReplies, requestHead, sendRaw, type RawExchange } from './support/raw-http.ts'

/** With the times of the product itself, on its own server: nothing here is set for the test. */
describe('requests that do not arrive', { concurrency: true }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    brandId = (await tenant.client.createBrand({ body: { name: 'Fernhold' } })).id
  })
  after(() => house.close())

  const headOf = (line: string, length: number): string =>
    requestHead(line, [
      `Authorization: Bearer ${tenant.key}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
    ])

  test('E8: a body that stops is 408 within 2 s, for every operation that takes one, with the limits of its key', async () => {
    const lines = everyOperation
      .filter(({ method }) => method !== 'GET')
      .map((operation) => `${operation.method} /api/v1${pathOf(operation)} HTTP/1.1`)
    const stalled = lines.map((line) => `${headOf(line, 100)}{"name":`)
    // Announced and never begun, and chunks that stop between two.
    stalled.push(
      headOf(lines[0]!, 100),
      headOf(lines[0]!, 1).replace('Content-Length: 1', 'Transfer-Encoding: chunked'),
    )
    for (const exchange of await within(
      2_000,
      stalled.map((bytes) => sendRaw(house.origin, bytes)),
    )) {
      const { month } = readLimits(refused408(exchange))
      assert.equal(month?.quota, 50_000)
    }
  })

  test('E8: headers that never end, and a connection that says nothing, are answered 408 within 10 s', async () => {
    const line = 'GET /api/v1/brands HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '
    const silent = within(
      10_000,
      [line, ''].map((bytes) => sendRaw(house.origin, bytes)),
    )
    for (const exchange of await silent) refused408(exchange)
  })

  test('a body that nobody reads does not keep its connection', async () => {
    const head = requestHead('POST /api/v1/brands HTTP/1.1', ['Content-Length: 100'])
    const [{ replies, isClosed }] = await within(10_000, [sendRaw(house.origin, `${head}{"name":`)])
    assertErrorShape(replies[0]!, 401, 'missing_api_key')
    assert.ok(isClosed)
  })

  test('E8: a body that goes on comes through, however slow; one that is larger than any but an import’s may pause', async () => {
    const answer = { prompt: 'best crm', platform: 'chatgpt', text: 'x'.repeat(30_000) }
    const whole = JSON.stringify({ answers: ['a', 'b', 'c'].map((externalId) => ({ ...answer, externalId })) })
    const large = Buffer.from(whole)
    const small = Buffer.from(JSON.stringify({ name: 'Slowly' }))
    const create = headOf('POST /api/v1/brands HTTP/1.1', small.length)
    const imports = headOf(`POST /api/v1/brands/${brandId}/answers HTTP/1.1`, large.length)
    const [drip, upload] = await Promise.all([
      sendSlowly([create, ...[...small].map((byte) => Buffer.from([byte]))], 150),
      sendSlowly([Buffer.concat([Buffer.from(imports), large.subarray(0, 70_000)]), large.subarray(70_000)], 2_500),
    ])
    assert.equal(drip.replies[0]?.status, 201)
    assert.equal(upload.replies[0]?.status, 202)
    assert.equal((JSON.parse(upload.replies[0].text) as { accepted: number }).accepted, 3)
  })

  /** Writes one part after the other, with a pause between two. */
  async function sendSlowly(parts: (string | Buffer)[], pauseMs: number): Promise<RawExchange> {
    const { hostname, port } = new URL(house.origin)
    const socket = connect(Number(port), hostname).setNoDelay(true)
    const exchange = readReplies(socket, 1)
    for (const part of parts) {
      socket.write(part)
      await sleep(pauseMs)
    }
    return exchange
  }
})

/** The time of the case is its bound; whoever waits longer was not answered. */
async function within<Answers extends unknown[]>(
  milliseconds: number,
  answers: { [Index in keyof Answers]: Promise<Answers[Index]> },
): Promise<Answers> {
  const late = sleep(milliseconds, null, { ref: false })
  const all = await Promise.race([Promise.all(answers), late])
  assert.ok(all, `not all were answered within ${milliseconds} ms`)
  return all
}

function refused408({ replies, isClosed }: RawExchange) {
  assert.equal(replies.length, 1)
  assert.ok(isClosed)
  assertErrorShape(replies[0]!, 408, 'request_timeout')
  return replies[0]!
}
