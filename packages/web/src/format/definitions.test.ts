import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definitions, type DefinedTerm } from './definitions.ts'
import { percent, signed } from './numbers.ts'

/** Each example computed from its own numbers, and written as it is shown. */
const recomputed: Partial<Record<DefinedTerm, string>> = {
  score: `= ${(100 * ((1 + 0) / 2 + (0.9 + 0.9) / 2)) / 2}.`,
  change: `${signed(42 - 40)} points, which is ${signed((100 * (42 - 40)) / 40)} %`,
  shareOfVoice: `= ${(100 * 30) / (30 + 50 + 20)}.`,
  lead: `${signed(52 - 45)}.`,
  discovered: `${percent(123 / 600)}.`,
  mentionRate: `${percent(63 / 140)}.`,
  place: `= ${((1 + 2 + 6) / 3).toFixed(1)}.`,
  citationRate: `${percent(28 / 140)}.`,
  cited: `${percent(1_108 / 2_943)}.`,
  sourceGap: `a gap of ${31 - 12}.`,
  triggerRate: `${percent(107 / 140)}.`,
  value: `= ${(0.9 ** 4).toFixed(2)}.`,
  estimatedLift: `= ${(100 * 0.3 * (0.8 - 0.2) * 0.1).toFixed(1)} points.`,
  liftCell: `= ${(100 * 0.01 * 1 * 0.3 * (0.8 - 0.2)).toFixed(2)} points.`,
  projectedCalls: `= ${(100 * 30) / 10}.`,
}

describe('the examples behind the info buttons', () => {
  for (const [term, shown] of Object.entries(recomputed))
    test(`${term}: its example comes to what it says`, () => {
      const { example } = definitions[term as DefinedTerm]
      assert.ok(example.includes(shown), `${example} does not say ${shown}`)
    })

  test('every definition says what it is, how it is made, and an example with numbers', () => {
    for (const { name, says, formula, example } of Object.values(definitions)) {
      assert.ok(says.length > 0 && formula.length > 0, name)
      assert.match(example, /\d/, name)
    }
  })
})
