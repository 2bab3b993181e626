import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerValue, placeBucket, sumOfUnits, UNITS_PER_VALUE } from './answer-value.ts'

test('an answer is worth max(0.4, 0.9^(place − 1)) at every place', () => {
  for (let place = 1; place <= 60; place++) {
    assert.ok(Math.abs(answerValue(place) - Math.max(0.4, 0.9 ** (place - 1))) < 1e-15, `place ${place}`)
  }
  assert.deepEqual([1, 2, 3, 9, 10, 11].map(answerValue), [1, 0.9, 0.81, 0.43046721, 0.4, 0.4])
})

test('ten buckets of places give the exact sum of values', () => {
  const places = [3, 12, 2, 1, 10, 9, 9, 400]
  const counts = Array.from({ length: 10 }, () => 0)
  for (const place of places) counts[placeBucket(place)]! += 1
  const expected = places.reduce((sum, place) => sum + Math.round(answerValue(place) * UNITS_PER_VALUE), 0)
  assert.equal(sumOfUnits(counts), expected)
})
