import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { addDays } from '../../scoring/windows.ts'
import type { Change } from './changes.ts'
import type { MoveMarket, Situation } from './market.ts'
import { marketOf } from './moves.test-support.ts'
import { situationSteps } from './situations.ts'

const change = (more: Partial<Change> = {}): Change => ({
  move: 'score_moved',
  competitor: { id: 'rival', name: 'Rival' },
  previous: 40,
  current: 50,
  delta: 10,
  interval: [45, 55],
  significant: true,
  platformWide: false,
  answers: 100,
  probability: 1e-9,
  promptIds: ['p0'],
  ...more,
})
const chance = { significant: false, probability: 0.6 }
const START = '2026-03-02'
const at = (day: number, subscriptions: MoveMarket['subscriptions'] = []): MoveMarket => ({
  ...marketOf([]),
  asOf: addDays(START, day),
  subscriptions,
})

/** Days on which something was told, of changes seen day by day. */
const toldOn = (changes: readonly Change[], subscriptions: MoveMarket['subscriptions'] = []): number[] => {
  let known: Situation[] = []
  return changes.flatMap((seen, day) => {
    const { told, situations } = situationSteps(at(day, subscriptions), [seen], known)
    known = [...new Map([...known, ...situations].map((one) => [one.fingerprint, one])).values()]
    return told.map(() => day)
  })
}

test('a jump is told on the first day on which it is notable, and not again in the two weeks that it is seen', () => {
  const grows = [1, 2, 4, 6, 8, 9, 10, 9, 8, 6, 4, 2, 1, 0]
  const seen = grows.map((delta) => change({ delta, ...(delta < 4 && chance) }))
  assert.deepEqual(toldOn(seen), [2])
})

test('once it was absent for a week, the next jump is another one', () => {
  const quiet = Array.from({ length: 7 }, () => change({ delta: 0.2, ...chance }))
  assert.deepEqual(toldOn([change(), ...quiet, change()]), [0, 8])
  assert.deepEqual(toldOn([change(), ...quiet.slice(1, 6), change()]), [0])
})

test('what goes on moving is told again when both windows lie behind what was told', () => {
  assert.deepEqual(toldOn(Array.from({ length: 30 }, () => change())), [0, 14, 28])
})

test('up and down are two situations', () => {
  assert.deepEqual(toldOn([change(), change({ delta: -10 }), change(), change({ delta: -10 })]), [0, 1])
})

test('without a threshold a move is told when it is neither chance nor smaller than three points', () => {
  assert.deepEqual(toldOn([change(chance)]), [])
  assert.deepEqual(toldOn([change({ delta: 2.9 })]), [])
  assert.deepEqual(toldOn([change({ delta: -3 })]), [0])
})

test('a subscription’s threshold asks for moves of its size, chance or not; onlySignificant for those that are none', () => {
  const asks = (threshold: number, onlySignificant = false) => [{ threshold, onlySignificant }]
  const unsure = [change({ delta: 4, ...chance })]
  assert.deepEqual(toldOn(unsure, asks(4)), [0])
  assert.deepEqual(toldOn(unsure, asks(4.1)), [])
  assert.deepEqual(toldOn(unsure, asks(0)), [])
  assert.deepEqual(toldOn(unsure, asks(4, true)), [])
  assert.deepEqual(toldOn([change({ delta: 4, probability: 0.04 })], asks(4, true)), [0])
  assert.deepEqual(toldOn(unsure, [...asks(50), ...asks(2)]), [0])
})

test('each competitor and measure is told of by itself, and more of them ask for more', () => {
  const some = ['a', 'b'].flatMap((id) =>
    (['score_moved', 'sov_moved'] as const).map((move) => change({ move, competitor: { id, name: id } })),
  )
  const { told } = situationSteps(at(0), some, [])
  assert.deepEqual(
    told.map(({ situation }) => situation.fingerprint),
    [`score_moved:a:up:${START}`, `sov_moved:a:up:${START}`, `score_moved:b:up:${START}`, `sov_moved:b:up:${START}`],
  )
  const lone = change({ probability: 0.004 })
  assert.equal(situationSteps(at(0), [lone], []).told.length, 1)
  const among = Array.from({ length: 10 }, (_, index) =>
    change({ ...chance, competitor: { id: `c${index}`, name: '' } }),
  )
  assert.equal(situationSteps(at(0), [lone, ...among], []).told.length, 0)
})

test('whatever is seen day by day, no fingerprint is told twice, and no direction twice within a week', () => {
  const seen = fc.record({
    delta: fc.integer({ min: -12, max: 12 }),
    probability: fc.constantFrom(1e-9, 1e-3, 0.03, 0.5),
  })
  fc.assert(
    fc.property(fc.array(seen, { maxLength: 60 }), (days) => {
      const changes = days.map(({ delta, probability }) =>
        change({ delta, probability, significant: probability < 0.05 }),
      )
      const told = toldOn(changes, [{ threshold: 8, onlySignificant: false }])
      for (const [index, day] of told.entries())
        for (const other of told.slice(index + 1).filter((later) => later - day < 7))
          assert.notEqual(Math.sign(days[day]!.delta), Math.sign(days[other]!.delta))
    }),
  )
})
