import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyReading } from '../../platforms/reading.ts'
import { storable } from './storable.ts'

test('what is not text is replaced sign by sign, wherever it stands', () => {
  const source = { url: 'https://a.example/\0', rawUrl: '', isResolved: true, domain: 'a.example', title: '\ud83d' }
  const reading = storable(
    emptyReading({ text: 'a\0b\ud83dc😀', model: 'gpt\0', searches: ['\udc00'], listed: [source] }),
  )
  assert.equal(reading.text, 'a\ufffdb\ufffdc😀')
  assert.equal(reading.model, 'gpt\ufffd')
  assert.deepEqual(reading.searches, ['\ufffd'])
  assert.deepEqual(reading.listed, [{ ...source, url: 'https://a.example/\ufffd', title: '\ufffd' }])
})

test('counts are whole, not negative and small enough to be kept; everything else is unknown', () => {
  const usage = (inputTokens: number | null, searches: number | null) =>
    storable(emptyReading({ usage: { inputTokens, outputTokens: 7, reasoningTokens: null, searches } })).usage
  assert.deepEqual(usage(12, 3), { inputTokens: 12, outputTokens: 7, reasoningTokens: null, searches: 3 })
  for (const strange of [1.5, -1, 1e15, Number.NaN, Number.POSITIVE_INFINITY])
    assert.deepEqual(usage(strange, strange), {
      inputTokens: null,
      outputTokens: 7,
      reasoningTokens: null,
      searches: null,
    })
})

test('a price is a finite sum of money or unknown', () => {
  const cost = (usd: number | null) => storable(emptyReading({ cost: { usd, basis: 'reported' } })).cost
  assert.deepEqual(cost(0.012), { usd: 0.012, basis: 'reported' })
  for (const strange of [-1, Number.NaN, Number.POSITIVE_INFINITY])
    assert.deepEqual(cost(strange), { usd: null, basis: null })
})

test('a usual reading stays as it is', () => {
  const reading = emptyReading({
    outcome: 'ok',
    finish: 'complete',
    text: 'Acme é 日本 😀',
    model: 'm',
    location: 'Berlin',
  })
  assert.deepEqual(storable(reading), reading)
})
