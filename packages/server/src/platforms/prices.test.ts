import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computedCost } from './prices.ts'

const usage = (inputTokens: number | null, outputTokens: number | null, searches: number | null) => ({
  inputTokens,
  outputTokens,
  searches,
  reasoningTokens: null,
})

test('The price table repeats a bill that xAI sent: 5,913 tokens in (2,048 cached), 364 out, two searches', () => {
  assert.deepEqual(computedCost('grok-4.3', usage(5913, 364, 2), 2048), { usd: 0.01615085, basis: 'computed' })
})

test('A dated model costs as its name does, another model of the family does not', () => {
  assert.equal(computedCost('gpt-5-2025-08-07', usage(1e6, 0, 0)).usd, 1.25)
  assert.equal(computedCost('gpt-5-mini-2025-08-07', usage(1e6, 0, 0)).usd, 0.25)
  assert.equal(computedCost('claude-haiku-4-5-20251001', usage(0, 1e6, 1)).usd, 5.01)
  assert.equal(computedCost('gpt-5-pro', usage(1, 1, 0)).usd, null)
})

test('What cannot be known is null: no model, no counts, a tariff that the table does not hold', () => {
  for (const cost of [
    computedCost(null, usage(1, 1, 0)),
    computedCost('toString', usage(1, 1, 0)),
    computedCost('gpt-5', usage(null, 1, 0)),
    computedCost('gpt-5.6-luna', usage(300_000, 1, 0)),
  ]) {
    assert.deepEqual(cost, { usd: null, basis: null })
  }
})
