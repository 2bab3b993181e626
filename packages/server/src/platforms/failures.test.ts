import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOfStatus } from './failures.ts'

const reply = (status: number, headers: Record<string, string> = {}, body: unknown = {}) => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const kindOf = (status: number, headers = {}) => failureOfStatus(reply(status, headers))?.kind ?? null

test('Every status belongs to one class of the retry table', () => {
  const kinds = (...statuses: number[]) => [...new Set(statuses.map((status) => kindOf(status)))]
  assert.deepEqual(kinds(200, 201, 204), [null])
  assert.deepEqual(kinds(408, 409, 429, 500, 502, 503, 504, 529), ['wait'])
  assert.deepEqual(kinds(401, 402, 403), ['stop'])
  assert.deepEqual(kinds(301, 302, 400, 404, 410, 413, 418, 422), ['never'])
})

test('The platform may say itself whether to try again; a wrong key stays wrong', () => {
  assert.equal(kindOf(400, { 'x-should-retry': 'true' }), 'wait')
  assert.equal(kindOf(500, { 'x-should-retry': 'false' }), 'never')
  assert.equal(kindOf(401, { 'x-should-retry': 'true' }), 'stop')
})

test('A pause is read from milliseconds before seconds, from seconds, and from a date by the platform’s own clock', () => {
  const pause = (headers: Record<string, string>) => failureOfStatus(reply(429, headers))?.retryAfterMs
  assert.equal(pause({ 'retry-after-ms': '494', 'retry-after': '1' }), 494)
  assert.equal(pause({ 'retry-after': '1.5' }), 1500)
  const date = 'Fri, 20 Nov 2026 10:00:00 GMT'
  assert.equal(pause({ date, 'retry-after': 'Fri, 20 Nov 2026 10:00:07 GMT' }), 7000)
  assert.equal(pause({ date, 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }), 0)
  for (const headers of [{}, { 'retry-after': 'soon' }, { 'retry-after': date }])
    assert.equal(pause(headers as Record<string, string>), null)
})

test('The detail has the platform’s words, cut, on one line and without a key', () => {
  const detail = (body: unknown) => failureOfStatus(reply(401, {}, body))?.detail
  assert.equal(detail({ error: { message: 'Wrong\nkey sk-proj-1234567890abc!' } }), 'Wrong key sk-…!')
  assert.equal(detail({ error: 'plain' }), 'plain')
  assert.equal(detail('<html>'), 'HTTP 401')
  assert.equal(detail({ message: 'x'.repeat(1000) })?.length, 300)
})
