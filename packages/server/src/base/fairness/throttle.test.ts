import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThrottle } from './throttle.ts'

function clockwork(perMinute: [string, number][]) {
  let nowMs = 0
  const waits: number[] = []
  const throttle = createThrottle({
    perMinute: new Map(perMinute),
    nowMs: () => nowMs,
    sleep: async (milliseconds) => void waits.push(milliseconds),
  })
  return { throttle, waits, pass: (milliseconds: number) => void (nowMs += milliseconds) }
}

test('questions that come at once are spread evenly over the minute', async () => {
  const { throttle, waits } = clockwork([['perplexity', 60]])
  for (let question = 0; question < 4; question += 1) await throttle.turn('perplexity')
  assert.deepEqual(waits, [1_000, 2_000, 3_000])
})

test('a platform that had its pause is asked at once', async () => {
  const { throttle, waits, pass } = clockwork([['perplexity', 60]])
  await throttle.turn('perplexity')
  pass(1_000)
  await throttle.turn('perplexity')
  assert.deepEqual(waits, [])
})

test('no platform waits for another, and one without a rate never waits', async () => {
  const { throttle, waits } = clockwork([['perplexity', 1]])
  await throttle.turn('perplexity')
  await throttle.turn('chatgpt')
  await throttle.turn('chatgpt')
  assert.deepEqual(waits, [])
})
