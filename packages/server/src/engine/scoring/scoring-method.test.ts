import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerValue } from './answer-value.ts'
import { SCORING_VERSION } from './score.ts'
import { scoringMethod } from './scoring-method.ts'
import { deltaOf, relativeChange } from './trend.ts'

test('the published method carries the version and the figures that scores are made with', () => {
  assert.equal(scoringMethod.scoringVersion, SCORING_VERSION)
  for (const { place, value } of scoringMethod.answerValue.byPlace) assert.equal(value, answerValue(place))
  for (const { previous, current, delta, relative } of scoringMethod.trend.examples) {
    assert.equal(deltaOf(current, previous), delta)
    assert.equal(relativeChange(current, previous), relative)
  }
})

test('the published method is plain JSON', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(scoringMethod)), scoringMethod)
})
