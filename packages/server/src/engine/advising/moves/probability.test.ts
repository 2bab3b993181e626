import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { beyondChance, changeProbability } from './probability.ts'

const probability = fc.double({ min: 0, max: 1, noNaN: true })

test('of two probabilities the second may be twice the first’s limit', () => {
  assert.deepEqual(beyondChance([0.005, 0.01], 0.01), [true, true])
  assert.deepEqual(beyondChance([0.0051, 0.011], 0.01), [false, false])
  assert.deepEqual(beyondChance([0.011, 0.005], 0.01), [false, true])
  assert.deepEqual(beyondChance([], 0.01), [])
})

test('where nothing changed, one of many is chosen about as often as the rate says, and never more often', () => {
  // Probabilities of what did not change are uniform: here in every order that ten steps can take.
  let chosen = 0
  const looks = 2_000
  for (let look = 0; look < looks; look++) {
    const probabilities = Array.from({ length: 14 }, (_, index) => (((look * 14 + index) * 0.618034) % 1) + 1e-9)
    if (beyondChance(probabilities, 0.05).includes(true)) chosen++
  }
  assert.ok(chosen / looks <= 0.06, `${chosen / looks}`)
})

test('what is chosen is at most the rate, the smaller goes before the larger, and more evidence never loses one', () => {
  fc.assert(
    fc.property(
      fc.array(probability, { maxLength: 30 }),
      fc.double({ min: 0.001, max: 0.2, noNaN: true }),
      (all, rate) => {
        const chosen = beyondChance(all, rate)
        for (const [index, isChosen] of chosen.entries()) {
          if (!isChosen) continue
          assert.ok(all[index]! <= rate)
          assert.ok(all.every((other, at) => other > all[index]! || chosen[at]))
          assert.ok(beyondChance(all.with(index, all[index]! / 2), rate)[index])
        }
        assert.ok(all.every((one, index) => one > rate / all.length || chosen[index]))
      },
    ),
  )
})

test('a change is as improbable as Student’s t says of the larger of the two variances', () => {
  // t = 0.1 ÷ √(0.0019 × 20 ÷ 19) = 2.236 with 38 degrees of freedom.
  const spread = { variance: 0.0019, prompts: 20, answers: 100 }
  assert.ok(Math.abs(changeProbability(0.1, spread, 0) - 0.0313) < 0.0002)
  assert.equal(changeProbability(-0.1, spread, 0.001), changeProbability(0.1, spread, 0))
  assert.ok(changeProbability(0.1, spread, 0.004) > 0.12)
})

test('prompts that all changed alike tell by their number', () => {
  const alike = (prompts: number) => changeProbability(0.5, { variance: 0, prompts, answers: prompts }, 0)
  assert.equal(alike(10), 2 * 1.5 ** -10)
  assert.ok(alike(5) > 0.05 && alike(20) < 0.001)
  assert.equal(changeProbability(0, { variance: 0, prompts: 10, answers: 10 }, 0), 1)
})
