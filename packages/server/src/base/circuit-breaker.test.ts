import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCircuitBreaker } from './circuit-breaker.ts'

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + 1_000 * seconds)

function watched() {
  const opened: string[] = []
  return { breaker: createCircuitBreaker<string>((service, failure) => opened.push(`${service} ${failure}`)), opened }
}

test('a service that must not be called is left alone for a minute; the others are not', () => {
  const { breaker } = watched()
  breaker.open('chatgpt', 'invalid key', at(0))
  assert.equal(breaker.failureOf('chatgpt', at(59)), 'invalid key')
  assert.equal(breaker.failureOf('claude', at(59)), undefined)
  assert.equal(breaker.failureOf('chatgpt', at(60)), undefined)
})

test('the operator hears of it once, and again when the next call is refused as well', () => {
  const { breaker, opened } = watched()
  for (const seconds of [0, 1, 2]) breaker.open('chatgpt', 'invalid key', at(seconds))
  assert.deepEqual(opened, ['chatgpt invalid key'])
  breaker.open('chatgpt', 'invalid key', at(70))
  assert.equal(opened.length, 2)
})
