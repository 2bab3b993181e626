import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { countCells } from './cells.ts'
import { answer, anyObservations, reordered } from './cells.test-support.ts'
import { shareOfVoice, wholeShares } from './share-of-voice.ts'

const entityIds = ['brand', 'rival', 'other', 'unseen']

test('shares are whole numbers by largest remainder; equal remainders go to the more often named, then by id', () => {
  assert.deepEqual(wholeShares([1, 1, 1]), [34, 33, 33])
  assert.deepEqual(wholeShares([2, 1]), [67, 33])
  assert.deepEqual(wholeShares([1, 1, 1, 1, 1, 1, 1]), [15, 15, 14, 14, 14, 14, 14])
  assert.deepEqual(wholeShares([0, 5]), [0, 100])
  const cells = countCells(['b', 'c', 'a'].map((id) => answer('p1', 'chatgpt', { [id]: 1 })))
  assert.deepEqual(shareOfVoice(cells, ['c', 'a', 'b']), {
    basis: 'tracked',
    answers: 3,
    entries: [
      { kind: 'entity', entityId: 'a', named: 1, score: 34 },
      { kind: 'entity', entityId: 'b', named: 1, score: 33 },
      { kind: 'entity', entityId: 'c', named: 1, score: 33 },
    ],
  })
})

test('nobody named: all 0', () => {
  const cells = countCells([answer('p1', 'chatgpt', { brand: null })])
  const { entries, answers } = shareOfVoice(cells, ['brand', 'rival'], { discovered: 0 })
  assert.deepEqual([answers, ...entries.map(({ score }) => score)], [1, 0, 0, 0])
  assert.deepEqual(shareOfVoice([], []), { basis: 'tracked', answers: 0, entries: [] })
})

test('with the discovered names the basis is all and they are one last entry', () => {
  const cells = countCells([answer('p1', 'chatgpt', { brand: 1 })])
  assert.deepEqual(shareOfVoice(cells, ['brand'], { discovered: 3 }), {
    basis: 'all',
    answers: 1,
    entries: [
      { kind: 'entity', entityId: 'brand', named: 1, score: 25 },
      { kind: 'other', named: 3, score: 75 },
    ],
  })
})

test('shares sum to 100 or are all 0, keep the order of the counts and depend on no order of input', () => {
  const orders = anyObservations.chain((observations) =>
    fc.tuple(fc.constant(observations), reordered(observations), reordered(entityIds)),
  )
  fc.assert(
    fc.property(
      orders,
      fc.option(fc.nat({ max: 99 }), { nil: undefined }),
      ([observations, others, ids], discovered) => {
        const options = discovered === undefined ? {} : { discovered }
        const found = shareOfVoice(countCells(observations), entityIds, options)
        const { entries } = found
        const named = entries.reduce((sum, entry) => sum + entry.named, 0)
        assert.equal(
          entries.reduce((sum, entry) => sum + entry.score, 0),
          named === 0 ? 0 : 100,
        )
        for (const one of entries) {
          for (const other of entries) assert.ok(one.named <= other.named || one.score >= other.score)
          assert.ok(Math.abs(one.score - (100 * one.named) / Math.max(1, named)) < 1)
        }
        assert.deepEqual(shareOfVoice(countCells(others), ids, options), found)
      },
    ),
  )
})
