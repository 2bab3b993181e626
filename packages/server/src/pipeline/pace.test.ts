import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from './pace.ts'

function clockwork(perMinute: [string, number][]) {
  let nowMs = 0
  const waits: number[] = []
  const pace = createPace({
    perMinute: new Map(perMinute),
    nowMs: () => nowMs,
    sleep: async (milliseconds) => void waits.push(milliseconds),
  })
  return { pace, waits, pass: (milliseconds: number) => void (nowMs += milliseconds) }
}

test('questions that come at once are spread evenly over the minute', async () => {
  const { pace, waits } = clockwork([['perplexity', 60]])
  for (let question = 0; question < 4; question += 1) await pace.turn('perplexity')
  assert.deepEqual(waits, [1_000, 2_000, 3_000])
})

test('a platform that had its pause is asked at once', async () => {
  const { pace, waits, pass } = clockwork([['perplexity', 60]])
  await pace.turn('perplexity')
  pass(1_000)
  await pace.turn('perplexity')
  assert.deepEqual(waits, [])
})

test('no platform waits for another, and one without a rate never waits', async () => {
  const { pace, waits } = clockwork([['perplexity', 1]])
  await pace.turn('perplexity')
  await pace.turn('chatgpt')
  await pace.turn('chatgpt')
  assert.deepEqual(waits, [])
})
