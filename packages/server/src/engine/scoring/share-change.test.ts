import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { countCells, type Cell, type Observation } from './cells.ts'
import { answer, anyObservations, reordered, seededChance } from './cells.test-support.ts'
import { shareChange, sharedNamings } from './share-change.ts'
import { shareOfVoice } from './share-of-voice.ts'

const ids = ['brand', 'rival']
const changed = (now: readonly Cell[], before: readonly Cell[]) => shareChange(sharedNamings(now, before, ids), 'rival')

test('a change of share is made from counts, with the spread of what each prompt adds, as a hand computes it', () => {
  const before = countCells([
    answer('p1', 'chatgpt', { brand: 1, rival: null }),
    answer('p1', 'chatgpt', { brand: 1, rival: 2 }),
    answer('p2', 'chatgpt', { brand: null, rival: 1 }),
  ])
  const now = countCells([
    answer('p1', 'chatgpt', { brand: 1, rival: 2 }),
    answer('p2', 'chatgpt', { brand: 1, rival: 2 }),
    answer('p2', 'chatgpt', { brand: null, rival: 1 }),
  ])
  // 2 of 4 namings, then 3 of 5; influences (1 − 1.5)/4 = −0.125 and 0.125, then (1 − 1.2)/5 = −0.04 and 0.04.
  const found = changed(now, before)!
  assert.deepEqual([found.previous, found.current, found.delta], [50, 60, 10])
  assert.ok(Math.abs(found.spread!.variance - 2 * (0.085 ** 2 + 0.085 ** 2)) < 1e-12)
  assert.ok(Math.abs(found.byPrompt.get('p1')! - 8.5) < 1e-9 && Math.abs(found.byPrompt.get('p2')! + 8.5) < 1e-9)
  assert.equal(found.significant, false)
})

test('only pairs answered in both windows are compared; nobody named, or nothing in common, is no change', () => {
  const one = countCells([answer('p1', 'chatgpt', { brand: 1, rival: 2 })])
  const other = countCells([answer('p1', 'chatgpt', { brand: 1 }), answer('p2', 'claude', { rival: 1 })])
  const found = changed(other, one)!
  assert.deepEqual([found.previous, found.current, found.delta, found.interval], [50, 0, -50, null])
  assert.equal(changed(one, countCells([answer('p1', 'chatgpt', { brand: null })])), null)
  assert.equal(changed(one, countCells([answer('p9', 'chatgpt', { brand: 1 })])), null)
  assert.equal(changed([], []), null)
})

test('on pairs that both windows have, the shares are those of share of voice, and depend on no order', () => {
  const orders = anyObservations.chain((some) => fc.tuple(fc.constant(some), reordered(some)))
  fc.assert(
    fc.property(orders, ([some, others]) => {
      const cells = countCells(some)
      const found = changed(cells, cells)
      const voice = shareOfVoice(cells, ids)
      const namings = voice.entries.reduce((sum, { named }) => sum + named, 0)
      assert.equal(found === null, namings === 0)
      if (found === null) return
      const named = voice.entries.find((entry) => entry.kind === 'entity' && entry.entityId === 'rival')!.named
      assert.ok(Math.abs(found.current - (100 * named) / namings) < 1e-9)
      assert.deepEqual([found.delta, found.significant], [0, false])
      assert.deepEqual(changed(countCells(others), cells), found)
    }),
  )
})

test('when nothing changed, at most about 5 % of changes of share come out as significant; intervals of a share hold it', (t) => {
  const chance = seededChance(5)
  const draw = (rates: { brand: number; rival: number }[]): Observation[] =>
    rates.flatMap(({ brand, rival }, index) =>
      Array.from({ length: 6 }, () =>
        answer(`p${index}`, 'chatgpt', { brand: chance() < brand ? 1 : null, rival: chance() < rival ? 2 : null }),
      ),
    )
  for (const prompts of [10, 20, 50]) {
    let [alarms, covered] = [0, 0]
    const draws = 300
    for (let at = 0; at < draws; at++) {
      const rates = Array.from({ length: prompts }, () => ({ brand: chance(), rival: chance() }))
      const found = changed(countCells(draw(rates)), countCells(draw(rates)))!
      if (found.significant) alarms++
      const [lower, upper] = found.currentInterval!
      if (lower <= 50 && 50 <= upper) covered++
    }
    t.diagnostic(`${prompts} prompts: alarms ${(100 * alarms) / draws} %, coverage ${(100 * covered) / draws} %`)
    assert.ok(alarms / draws <= 0.07 && covered / draws >= 0.92, `${prompts}: ${alarms} ${covered}`)
  }
})
