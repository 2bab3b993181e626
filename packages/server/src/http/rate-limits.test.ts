import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRefusalThrottle } from './rate-limits.ts'

test('B13 a flood is told of its refusals one after another, nobody waits for more than 2 s, and others are not touched', () => {
  let nowMs = 1_000
  const patience = createRefusalThrottle(() => nowMs)
  const delays = Array.from({ length: 300 }, () => patience.delayMs('flood'))
  assert.deepEqual(delays.slice(0, 3), [0, 10, 20])
  assert.equal(Math.max(...delays), 2_000)
  assert.equal(patience.delayMs('other'), 0)
  nowMs += 5_000
  assert.equal(patience.delayMs('flood'), 0)
})
