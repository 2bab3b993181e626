import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crossValidate, train } from '../../bench/train-detector.ts'
import { labelledFolder, readLabelledNames } from '../../bench/support/labelled-names.ts'
import { FEATURES } from '../../packages/server/src/engine/reading/names/disambiguation.ts'
import { BIAS, WEIGHTS } from '../../packages/server/src/engine/reading/names/weights.ts'

const folder = labelledFolder()
const skip =
  folder === null && 'no folder of labelled answers: set SIGHTLINE_SHARED or put `shared` beside the repository'

test('the weights are those that training gives, and names held back are found as well as is said', { skip }, () => {
  const names = readLabelledNames(folder ?? '')
  const { bias, weights } = train(names)
  assert.equal(bias, BIAS)
  assert.deepEqual(Object.fromEntries(FEATURES.map(({ says }, at) => [says, weights[at]])), WEIGHTS)
  const { figures, calibration } = crossValidate(names)
  console.table(figures)
  assert.ok(figures['answers']!.f1 >= 0.96 && figures['alone']!.f1 >= 0.965, JSON.stringify(figures))
  for (const { said, true: found, places } of calibration)
    assert.ok(Math.abs(said - found) <= 0.1, `${places} places: said ${said}, true ${found}`)
})

test('every feature has a weight, and says something no other says', () => {
  const said = FEATURES.map(({ says }) => says)
  assert.equal(new Set(said).size, said.length)
  assert.deepEqual(Object.keys(WEIGHTS).toSorted(), said.toSorted())
})
