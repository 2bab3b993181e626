import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failure } from '../platforms/failures.ts'
import { createStops } from './stops.ts'

const invalidKey = failure('stop', 'invalid_key', 'wrong key')
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + 1_000 * seconds)

function watched() {
  const alarms: string[] = []
  return { stops: createStops((platform, { code }) => alarms.push(`${platform} ${code}`)), alarms }
}

test('a stopped platform is left alone for a minute; the others are not', () => {
  const { stops } = watched()
  stops.stop('chatgpt', invalidKey, at(0))
  assert.equal(stops.of('chatgpt', at(59)), invalidKey)
  assert.equal(stops.of('claude', at(59)), undefined)
  assert.equal(stops.of('chatgpt', at(60)), undefined)
})

test('the operator hears of a stop once, and again when the next question is refused as well', () => {
  const { stops, alarms } = watched()
  for (const seconds of [0, 1, 2]) stops.stop('chatgpt', invalidKey, at(seconds))
  assert.deepEqual(alarms, ['chatgpt invalid_key'])
  stops.stop('chatgpt', invalidKey, at(70))
  assert.equal(alarms.length, 2)
})
