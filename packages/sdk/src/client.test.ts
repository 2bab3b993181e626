import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { ApiError, createClient, type Client } from './client.ts'
import { newId } from './ids.ts'
import { operationIds } from './operations.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

describe('the client over a real connection', () => {
  let server: Server
  let client: Client
  let seen: Seen
  let reply: { status: number; body: string }

  before(async () => {
    server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = Buffer.concat(parts).toString()
      seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // Listening on a port gives an address with a port, never a pipe's name.
    const { port } = server.address() as AddressInfo
    client = createClient({ baseUrl: `http://127.0.0.1:${port}/api/v1`, apiKey: 'sl_test_key' })
  })
  after(() => server.close())

  const brand = newId('brand', 0)
  const competitor = newId('competitor', 0)

  test('has one method an operation', () => {
    assert.deepEqual(Object.keys(client).toSorted(), operationIds.toSorted())
  })

  test('puts ids into the address, the query behind it, and the key into its header', async () => {
    reply = { status: 200, body: '{"composite":42}' }
    const score = await client.getBrandScore({ params: { id: brand }, query: { window: '4w' } })
    assert.equal(score.composite, 42)
    assert.equal(seen.method, 'GET')
    assert.equal(seen.url, `/api/v1/brands/${brand}/score?window=4w`)
    assert.equal(seen.headers.authorization, 'Bearer sl_test_key')
    assert.equal(seen.headers['content-type'], undefined)
    assert.equal(seen.body, '')
  })

  test('leaves out what is undefined, and encodes what could be read as something else', async () => {
    reply = { status: 200, body: '{"data":[]}' }
    await client.listPrompts({ params: { id: 'a/b?c' }, query: { topic: 'a&b=c d', tag: undefined } })
    assert.equal(seen.url, '/api/v1/brands/a%2Fb%3Fc/prompts?topic=a%26b%3Dc+d')
  })

  test('names a write, tells of each answer before it is read, and ends when it is told to', async () => {
    reply = { status: 422, body: '{"error":{"code":"validation_failed","message":"No."}}' }
    const told: number[] = []
    const options = { idempotencyKey: 'once', onAnswer: ({ status }: { status: number }) => void told.push(status) }
    await assert.rejects(client.createBrand({ body: { name: 'A' } }, options), ApiError)
    assert.equal(seen.headers['idempotency-key'], 'once')
    assert.deepEqual(told, [422])
    const ended = client.getMe({}, { signal: AbortSignal.abort(new Error('enough')) })
    await assert.rejects(ended, /enough/)
  })

  test('sends a body as JSON, for each method that has one', async () => {
    reply = { status: 200, body: '{}' }
    await client.updateCompetitor({ params: { id: brand, cid: competitor }, body: { name: 'Größer “Co”' } })
    assert.equal(seen.method, 'PATCH')
    assert.equal(seen.url, `/api/v1/brands/${brand}/competitors/${competitor}`)
    assert.equal(seen.headers['content-type'], 'application/json')
    assert.deepEqual(JSON.parse(seen.body), { name: 'Größer “Co”' })
    await client.deleteBrand({ params: { id: brand } })
    assert.deepEqual([seen.method, seen.body], ['DELETE', ''])
  })

  test('an error answer becomes an error with status, code, sentence and all its facts', async () => {
    const error = { code: 'quota_exceeded', message: 'Used up.', status: 429, requestId: 'req_1', retryAfterSeconds: 9 }
    reply = { status: 429, body: JSON.stringify({ error }) }
    await assert.rejects(client.getMe(), (thrown) => {
      assert.ok(thrown instanceof ApiError)
      assert.deepEqual([thrown.status, thrown.code, thrown.message], [429, 'quota_exceeded', 'Used up.'])
      assert.equal(thrown.body?.retryAfterSeconds, 9)
      return true
    })
  })

  test('a success that is no object of the API is an error all the same', async () => {
    for (const body of ['null', '[1, 2', 'ok', '']) {
      reply = { status: 200, body }
      await assert.rejects(client.getMe(), { status: 200, code: 'unreadable_response' })
    }
  })

  test('an error that a proxy made, which is no JSON of ours, is an error all the same', async () => {
    for (const body of ['<html>Bad gateway</html>', '', '{"oops":1}', 'null']) {
      reply = { status: 502, body }
      await assert.rejects(client.getMe(), { name: 'ApiError', status: 502, code: 'unreadable_response', body: null })
    }
  })
})
