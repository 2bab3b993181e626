import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { reordered, seededChance } from '../../scoring/cells.test-support.ts'
import { liftRange } from './lift-range.ts'

describe('the range of a lift', () => {
  test('one cell that works three times in ten: from nothing to all of it', () => {
    const [low, high] = liftRange([5], 0.3, 0)
    assert.ok(Math.abs(low) < 1e-3 && Math.abs(high - 5) < 1e-3, `${low} ${high}`)
  })

  test('nothing to gain: what is measured moves by itself, 1.645 standard deviations to each side', () => {
    const [low, high] = liftRange([], 0.3, 2)
    assert.ok(Math.abs(low + 2 * 1.6449) < 1e-3 && Math.abs(high - 2 * 1.6449) < 1e-3, `${low} ${high}`)
  })

  for (const [cells, rate, noise] of [
    [1, 0.3, 1],
    [3, 0.5, 0.2],
    [8, 0.2, 0.5],
    [20, 0.3, 1],
    [100, 0.25, 0.1],
  ] as const)
    test(`holds nine of ten drawn lifts: ${cells} cells, rate ${rate}, noise ${noise}`, () => {
      const chance = seededChance(cells)
      const gains = Array.from({ length: cells }, () => (10 * chance()) / cells)
      const [low, high] = liftRange(gains, rate, noise)
      let inside = 0
      const draws = 4_000
      for (let draw = 0; draw < draws; draw++) {
        const factor = 0.5 + chance()
        const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
        const lift = gains.reduce((sum, gain) => sum + (chance() < factor * rate ? gain : 0), noise * normal)
        if (lift >= low && lift <= high) inside += 1
      }
      assert.ok(inside / draws > 0.885 && inside / draws < 0.935, `${inside / draws}`)
    })

  test('grows with the gains and does not depend on their order', () => {
    const gains = fc.array(fc.double({ min: 0.01, max: 5, noNaN: true }), { minLength: 1, maxLength: 14 })
    fc.assert(
      fc.property(
        gains.chain((list) => fc.tuple(fc.constant(list), reordered(list))),
        ([list, other]) => {
          const [low, high] = liftRange(list, 0.3, 0.4)
          const [lowOther, highOther] = liftRange(other, 0.3, 0.4)
          assert.ok(Math.abs(low - lowOther) < 1e-4 && Math.abs(high - highOther) < 1e-4)
          const [, more] = liftRange([...list, 1], 0.3, 0.4)
          assert.ok(low < high && more >= high - 1e-4)
        },
      ),
      { numRuns: 40 },
    )
  })
})
