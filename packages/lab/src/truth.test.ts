import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeBrand } from './brands.ts'
import { silentShare } from './draw.ts'
import type { BrandOdds } from './latent.ts'
import { answerValue, expectedMentions, expectedValue } from './truth.ts'

const standing = (name: string, probability: number, logRate: number): BrandOdds => ({
  brand: makeBrand(1, { name }),
  probability,
  rate: Math.exp(logRate),
})

/** Every set of named brands in every order, each with its probability (Plackett and Luce). */
function* outcomes(standings: readonly BrandOdds[]): Generator<{ order: BrandOdds[]; chance: number }> {
  for (let set = 0; set < 2 ** standings.length; set++) {
    const named = standings.filter((_, index) => (set >> index) & 1)
    const chance = standings.reduce(
      (product, { probability }, index) => product * ((set >> index) & 1 ? probability : 1 - probability),
      1,
    )
    yield* orders(named, [], chance)
  }
}

function* orders(
  left: BrandOdds[],
  order: BrandOdds[],
  chance: number,
): Generator<{ order: BrandOdds[]; chance: number }> {
  if (left.length === 0) yield { order, chance }
  const sum = left.reduce((total, { rate }) => total + rate, 0)
  for (const next of left) {
    yield* orders(
      left.filter((other) => other !== next),
      [...order, next],
      (chance * next.rate) / sum,
    )
  }
}

suite('expected value', () => {
  const standings = [
    standing('A', 0.9, 1.8),
    standing('B', 0.6, 0.4),
    standing('C', 0.5, 0),
    standing('D', 0.2, -1.4),
    standing('E', 0.05, -3),
  ]

  test('is 1, 0.9, 0.81 … and never below 0.4 by place', () => {
    assert.deepEqual([1, 2, 3, 20].map(answerValue), [1, 0.9, 0.81, 0.4])
  })

  test('equals the sum over all sets and orders of named brands to six digits', () => {
    for (const own of standings) {
      let exact = 0
      for (const { order, chance } of outcomes(standings)) {
        const place = order.indexOf(own) + 1
        if (place > 0) exact += chance * answerValue(place)
      }
      const value = expectedValue(standings, null, own.brand, () => true)
      assert.ok(Math.abs(value - (1 - silentShare) * exact) < 1e-6, `${own.brand.name}: ${value}`)
      assert.equal(expectedMentions(standings, null, own.brand), (1 - silentShare) * own.probability)
    }
  })

  test('of the brand a prompt is about: it is named for certain, or nobody is', () => {
    const [subject, other] = [standings[3], standings[0]]
    assert.ok(subject !== undefined && other !== undefined)
    const certain = standings.map((each) => (each === subject ? { ...each, probability: 1 } : each))
    for (const own of [subject, other]) {
      let exact = 0
      for (const { order, chance } of outcomes(certain)) {
        const place = order.findIndex(({ brand }) => brand === own.brand) + 1
        if (place > 0) exact += chance * answerValue(place)
      }
      const value = expectedValue(standings, subject.brand, own.brand, () => true)
      assert.ok(Math.abs(value - subject.probability * exact) < 1e-6)
    }
  })
})
