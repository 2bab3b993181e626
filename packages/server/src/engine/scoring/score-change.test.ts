import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrandScore } from '@sightline/sdk'
import { assert as check, double, property } from 'fast-check'
import type { Report } from './report.ts'
import { isWorthTelling, scoreChange } from './score-change.ts'

describe('W26 a threshold of 5 points', () => {
  const told = 60

  test('is not reached by 4.9 up or down', () => {
    assert.equal(isWorthTelling(64.9, told, 5), false)
    assert.equal(isWorthTelling(55.1, told, 5), false)
  })

  test('is reached by 5 and by −5', () => {
    assert.equal(isWorthTelling(65, told, 5), true)
    assert.equal(isWorthTelling(55, told, 5), true)
  })

  test('is reached by the fiftieth of fifty steps of 0.1, and by none before', () => {
    const fired: number[] = []
    let now = told
    for (let step = 1; step <= 50; step += 1) {
      // As sums come: with their noise, here just below 5.
      now += 0.1
      if (isWorthTelling(now, told, 5)) fired.push(step)
    }
    assert.deepEqual(fired, [50])
  })

  test('is reached by a drift again and again, each time measured from what was told last', () => {
    const reports: number[] = []
    let last = told
    for (let step = 1; step <= 100; step += 1) {
      const now = told + step * 0.15
      if (!isWorthTelling(now, last, 5)) continue
      reports.push(step)
      last = now
    }
    assert.deepEqual(reports, [34, 68])
  })

  test('is never reached by a score that goes back and forth within it', () => {
    check(property(double({ min: 55.01, max: 64.99, noNaN: true }), (now) => !isWorthTelling(now, told, 5)))
  })
})

test('W27 without a threshold every change of the shown integer is told, and no other', () => {
  assert.equal(isWorthTelling(60.4, 59.5, 0), false)
  assert.equal(isWorthTelling(60.5, 60.49, 0), true)
  assert.equal(isWorthTelling(59.49, 60.49, 0), true)
})

describe('the change that is told', () => {
  const report: Report = {
    relativeTrend: '+1.0%',
    measured: { composite: 71.26, platforms: { chatgpt: 70.4, claude: 72.1 }, isPlatformWide: true, isOwnChange: true },
    // Only these parts of the score are told.
    score: {
      brandId: 'brd_01kabcdefghjkmnpqrstvwxyz0',
      trend: { window: '7d', beyondRivals: { delta: 4.6, interval: [1.2, 8], significant: true } },
      interval: [68, 74.5],
      significant: true,
      sample: { answers: 412 },
      simulated: false,
    } as BrandScore,
  }

  test('is relative to what was told: integers as shown, their distance from the unrounded values', () => {
    const { data } = scoreChange(report, { composite: 66.05, platforms: { chatgpt: 60.2, grok: 10 } }, 5)
    assert.deepEqual(data, {
      brandId: 'brd_01kabcdefghjkmnpqrstvwxyz0',
      previous: 66,
      current: 71,
      delta: 5.2,
      window: '7d',
      threshold: 5,
      interval: [68, 74.5],
      significant: true,
      platformWide: true,
      beyondRivals: { delta: 4.6, interval: [1.2, 8], significant: true },
      answers: 412,
      platforms: [
        { slug: 'chatgpt', previous: 60, current: 70 },
        { slug: 'claude', previous: null, current: 72 },
        { slug: 'grok', previous: 10, current: null },
      ],
      simulated: false,
    })
  })
})
