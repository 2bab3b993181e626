import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEventStream, readEvents } from './sse.ts'

test('Events are split at blank lines, whatever the line ends; data of several lines is joined; comments are skipped', () => {
  const events = [
    { event: 'a', data: '1\n2' },
    { event: null, data: ' 3' },
    { event: 'c', data: '4' },
  ]
  const body = ':hello\nevent: a\ndata: 1\ndata:2\n\ndata:  3\n\n\nevent: none\n\nevent:c\ndata: 4'
  for (const lineEnd of ['\n', '\r\n', '\r']) assert.deepEqual(readEvents(body.replaceAll('\n', lineEnd)), events)
})

test('A last event without its blank line counts', () => {
  assert.deepEqual(readEvents('data: x'), [{ event: null, data: 'x' }])
})

test('A stream is known by its type, or by its beginning when the type is lost', () => {
  const reply = (type: string, body: string) => ({ status: 200, headers: { 'content-type': type }, body })
  assert.ok(isEventStream(reply('text/event-stream; charset=utf-8', '')))
  assert.ok(isEventStream(reply('text/plain', 'data: {}')))
  assert.ok(!isEventStream(reply('application/json', '{"data": 1}')))
})
