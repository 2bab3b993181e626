import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projected } from './projection.ts'

const START = '2026-11-01T00:00:00.000Z'
const END = '2026-12-01T00:00:00.000Z'

test('a projection carries the pace so far to the end of the period', () => {
  assert.equal(projected(100, START, END, Date.parse('2026-11-11T00:00:00Z')), 300)
  assert.equal(projected(0, START, END, Date.parse('2026-11-11T00:00:00Z')), 0)
})

test('a period that is over is what was used, and its first day projects nothing', () => {
  assert.equal(projected(120, START, END, Date.parse('2026-12-05T00:00:00Z')), 120)
  assert.equal(projected(5, START, END, Date.parse('2026-11-01T12:00:00Z')), null)
})
