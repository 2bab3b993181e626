import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { indexRanges } from './range-index.ts'
import type { Range } from './range.ts'

const anyRange = fc
  .tuple(fc.nat({ max: 40 }), fc.nat({ max: 12 }))
  .map(([start, length]): Range => ({ start, end: start + length }))

const holds = (outer: Range, { start, end }: Range): boolean => outer.start <= start && end <= outer.end
const touches = (one: Range, other: Range): boolean => one.start < other.end && other.start < one.end
const inOrder = (ranges: Range[]): Range[] => ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)

/** Those that overlap no other by halves. */
function nesting(ranges: Range[]): Range[] {
  const kept: Range[] = []
  for (const range of ranges)
    if (kept.every((other) => !touches(range, other) || holds(range, other) || holds(other, range))) kept.push(range)
  return kept
}

test('what holds or touches a range is what a look at all of them finds', () => {
  fc.assert(
    fc.property(fc.array(anyRange, { maxLength: 30 }), anyRange, (some, asked) => {
      fc.pre(asked.end > asked.start)
      const all = inOrder(some)
      const index = indexRanges(all, (range) => range)
      assert.deepEqual(index.outermostAround(asked), all.find((range) => holds(range, asked)) ?? null)
      assert.equal(
        index.isTouched(asked),
        all.some((range) => touches(range, asked)),
      )
      assert.deepEqual(
        index.touching(asked),
        all.filter((range) => touches(range, asked)),
      )
      const nested = inOrder(nesting(some))
      const around = indexRanges(nested, (range) => range).innermostAround(asked)
      assert.deepEqual(around, nested.findLast((range) => holds(range, asked)) ?? null)
    }),
    { numRuns: 2000 },
  )
})
