import assert from 'node:assert/strict'
import { test } from 'node:test'
import { studentTQuantile } from './student-t.ts'

/** Published tables; 1, 2 and 4 degrees of freedom also have closed forms. */
const table: [degreesOfFreedom: number, probability: number, quantile: number][] = [
  [1, 0.975, 12.706204736],
  [2, 0.975, 4.30265273],
  [3, 0.975, 3.182446305],
  [4, 0.975, 2.776445105],
  [5, 0.975, 2.570581836],
  [9, 0.975, 2.262157163],
  [10, 0.975, 2.228138852],
  [19, 0.975, 2.093024054],
  [29, 0.975, 2.045229642],
  [49, 0.975, 2.009575237],
  [100, 0.975, 1.983971519],
  [1, 0.9995, 636.619248769],
  [10, 0.95, 1.812461123],
  [10, 0.995, 3.169272673],
  [30, 0.9, 1.310415025],
]

test('quantiles agree with published tables to 1e-6', () => {
  for (const [degreesOfFreedom, probability, quantile] of table) {
    const found = studentTQuantile(probability, degreesOfFreedom)
    assert.ok(Math.abs(found / quantile - 1) < 1e-8, `${degreesOfFreedom} ${probability}: ${found}`)
    assert.ok(Math.abs(studentTQuantile(1 - probability, degreesOfFreedom) + found) < 1e-6 * found)
  }
})

test('one, two and four degrees of freedom agree with their closed forms', () => {
  for (const probability of [0.51, 0.6, 0.75, 0.9, 0.975, 0.9995, 0.999999]) {
    const alpha = 4 * probability * (1 - probability)
    const q = Math.cos(Math.acos(Math.sqrt(alpha)) / 3) / Math.sqrt(alpha)
    const closed = new Map([
      [1, Math.tan(Math.PI * (probability - 0.5))],
      [2, (2 * probability - 1) * Math.sqrt(2 / alpha)],
      [4, 2 * Math.sqrt(q - 1)],
    ])
    for (const [degreesOfFreedom, quantile] of closed) {
      const found = studentTQuantile(probability, degreesOfFreedom)
      assert.ok(Math.abs(found / quantile - 1) < 1e-8, `${degreesOfFreedom} ${probability}: ${found} ${quantile}`)
    }
  }
})

test('with many degrees of freedom the quantile becomes the normal one; between whole numbers it falls steadily', () => {
  assert.ok(Math.abs(studentTQuantile(0.975, 1e7) - 1.959963985) < 1e-6)
  let before = Infinity
  for (let degreesOfFreedom = 0.5; degreesOfFreedom < 12; degreesOfFreedom += 0.1) {
    const quantile = studentTQuantile(0.975, degreesOfFreedom)
    assert.ok(quantile < before)
    before = quantile
  }
})

test('what is no probability is refused', () => {
  for (const probability of [0, 1, -0.1, Number.NaN]) assert.throws(() => studentTQuantile(probability, 5), RangeError)
  assert.throws(() => studentTQuantile(0.975, 0), RangeError)
  assert.equal(studentTQuantile(0.5, 3), 0)
})
