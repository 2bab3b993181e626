import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cellsOf, sixQuestions } from './examples.test-support.ts'
import { drained } from '../../scoring/cells.ts'
import { measuringLift, type MeasuredInput } from './measured-lift.ts'

const measuredLift = (input: MeasuredInput) => drained(measuringLift(input))

const input = {
  brandId: 'brand',
  rivalIds: ['quorvane'],
  weights: {},
  cells: [{ promptId: 'p1', platform: 'chatgpt' }],
}

describe('the lift that is measured after an advice was followed', () => {
  test('is the part of the composite’s change that lies in its cells', () => {
    const before = sixQuestions({ p1: { QT: 10 } })
    const after = sixQuestions({ p1: { B: 6, Q: 4 }, p2: { Q: 10 } })
    const measured = measuredLift({ ...input, before, after })
    assert.ok(measured)
    // 0 → 0.6 in one of six questions; the fall of another question is not the advice's.
    assert.ok(Math.abs(measured.points - 10) < 1e-9)
    assert.equal(measured.cells, 1)
    assert.equal(measured.composite.delta, -6.7)
    // Brand (0.6 − 1) ÷ 6, Quorvane (0.4 − 1 + 1 − 0) ÷ 6; the mean of both.
    assert.ok(Math.abs((measured.platformWide ?? 0) - (100 * (-0.4 + 0.4)) / 6 / 2) < 1e-9)
  })

  test('has an interval that narrows with the answers and is never none', () => {
    const widthWith = (answers: number): number => {
      const { interval } = measuredLift({
        ...input,
        before: sixQuestions({ p1: { Q: answers } }),
        after: sixQuestions({ p1: { B: answers } }),
      })!
      assert.ok(interval[0] > 0, 'all against none is no chance')
      return interval[1] - interval[0]
    }
    assert.ok(widthWith(40) < widthWith(10) && widthWith(40) > 0)
    const mixed = measuredLift({
      ...input,
      before: sixQuestions({ p1: { B: 5, Q: 5 } }),
      after: sixQuestions({ p1: { B: 5, Q: 5 } }),
    })
    // Variance 0.25 in ten answers before and after, 16.67 points each: ± 2.101 × 16.67 × √0.05.
    assert.ok(Math.abs(mixed!.interval[1] - 2.101 * (100 / 6) * Math.sqrt(0.05)) < 0.01)
  })

  test('weighs platforms as the composite does', () => {
    const five = (p1: Record<string, number>) => ({ p1, p2: { B: 10 }, p3: { B: 10 }, p4: { B: 10 }, p5: { B: 10 } })
    const both = (p1: Record<string, number>) => [...sixQuestions({ p1 }), ...cellsOf(five(p1), 'claude')]
    const measured = measuredLift({
      ...input,
      weights: { claude: 3 },
      cells: [{ promptId: 'p1', platform: 'claude' }],
      before: both({ Q: 10 }),
      after: both({ B: 10 }),
    })
    // One of five questions on a platform with three quarters of the weight.
    assert.ok(Math.abs(measured!.points - 15) < 1e-9)
  })

  test('is null where no cell has answers in both spans', () => {
    assert.equal(measuredLift({ ...input, before: [], after: sixQuestions() }), null)
    assert.equal(
      measuredLift({
        ...input,
        cells: [{ promptId: 'p9', platform: 'chatgpt' }],
        before: sixQuestions(),
        after: sixQuestions(),
      }),
      null,
    )
  })
})
