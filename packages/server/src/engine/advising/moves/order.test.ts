import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Observation } from '../../scoring/cells.ts'
import { answer } from '../../scoring/cells.test-support.ts'
import { followed, inShort, marketOf, rivals, week } from './moves.test-support.ts'
import type { MoveMarket, CompetitorRank } from './market.ts'
import { leadOf, orderStep, type OrderStep } from './order.ts'

const stepOf = (market: MoveMarket, id: string, known: CompetitorRank | undefined): OrderStep =>
  orderStep(market, id, leadOf(market, id), known)

const brandFirst = week([{ brand: 1, rival: 2 }])
const rivalFirst = week([{ brand: 2, rival: 1 }])
const turns = (weeks: readonly Observation[][]): string[] =>
  inShort(followed(weeks)).filter((told) => /overtook|fell_behind/.test(told))

test('an order is turned by two windows in a row, and told in the second', () => {
  assert.deepEqual(turns([brandFirst, brandFirst, rivalFirst, rivalFirst]), ['4: rival overtook'])
  assert.deepEqual(turns([rivalFirst, rivalFirst, brandFirst, brandFirst]), ['4: rival fell_behind'])
})

test('one week the other way round turns nothing, nor do two with one between', () => {
  assert.deepEqual(turns([brandFirst, brandFirst, rivalFirst, brandFirst, brandFirst]), [])
  assert.deepEqual(turns([brandFirst, brandFirst, rivalFirst, brandFirst, rivalFirst, brandFirst]), [])
})

test('an order that lasts is told once', () => {
  assert.deepEqual(turns([brandFirst, brandFirst, ...Array.from({ length: 9 }, () => rivalFirst)]), [
    '4: rival overtook',
  ])
})

test('of four weeks that are known at once, the last two turn the order of the first', () => {
  const step = stepOf(marketOf([brandFirst, brandFirst, rivalFirst, rivalFirst]), 'rival', undefined)
  assert.equal(step.turn?.order, 'above')
  assert.equal(stepOf(marketOf([brandFirst, rivalFirst, rivalFirst]), 'rival', undefined).turn?.order, 'above')
  assert.equal(stepOf(marketOf([rivalFirst, rivalFirst]), 'rival', undefined).turn, null)
  assert.equal(stepOf(marketOf([brandFirst, rivalFirst, rivalFirst, rivalFirst]), 'rival', undefined).turn, null)
})

/** Of a hundred prompts so many name the rival alone, the others both: the gap is so many points. */
const ahead = (by: number): Observation[] =>
  Array.from({ length: 100 }, (_, index) => answer(`p${index}`, 'chatgpt', { brand: index < by ? null : 1, rival: 1 }))
const behind = (by: number): Observation[] =>
  Array.from({ length: 100 }, (_, index) => answer(`p${index}`, 'chatgpt', { brand: 1, rival: index < by ? null : 1 }))

test('a gap below a point is no order, however long it lasts; one point is', () => {
  const level = ahead(0)
  assert.deepEqual(turns([behind(5), behind(5), level, level, level]), [])
  assert.deepEqual(turns([behind(5), behind(5), ahead(1), ahead(1)]), ['4: rival overtook'])
})

test('a gap that the spread of single answers explains turns nothing', () => {
  // Four answers a prompt, of which each name is in two or three at random: the gap of 10 points is half of its spread.
  const coin = (promptId: string, named: { brand: number; rival: number }): Observation[] =>
    Array.from({ length: 4 }, (_, index) =>
      answer(promptId, 'chatgpt', {
        brand: index < named.brand ? 1 : null,
        rival: (index + 2) % 4 < named.rival ? 1 : null,
      }),
    )
  const noisy = (named: { brand: number; rival: number }) =>
    Array.from({ length: 5 }, (_, index) => coin(`p${index}`, index < 3 ? named : { brand: 2, rival: 2 })).flat()
  const [up, down] = [noisy({ brand: 2, rival: 3 }), noisy({ brand: 3, rival: 2 })]
  assert.deepEqual(turns([down, down, up, up]), [])
})

test('measured with other names, the past may have been the other way round all along: then nothing is told', () => {
  const known = { competitorId: 'rival', order: 'below' as const, since: '2026-01-01', panel: 'before' }
  const all = marketOf([rivalFirst, rivalFirst, rivalFirst, rivalFirst])
  assert.deepEqual(stepOf(all, 'rival', known), {
    turn: null,
    standing: { competitorId: 'rival', order: 'above', since: all.asOf, panel: 'panel' },
  })
  const turned = marketOf([brandFirst, brandFirst, rivalFirst, rivalFirst])
  assert.equal(stepOf(turned, 'rival', known).turn?.order, 'above')
})

test('an order that was told is not told again because a name was changed', () => {
  const known = { competitorId: 'rival', order: 'above' as const, since: '2026-03-29', panel: 'before' }
  const step = stepOf(marketOf([brandFirst, brandFirst, rivalFirst, rivalFirst]), 'rival', known)
  assert.deepEqual(step, { turn: null, standing: { ...known, panel: 'panel' } })
})

test('a prompt or platform that is new in the last week does not turn an order', () => {
  const added = Array.from({ length: 40 }, (_, index) => answer(`new${index}`, 'claude', { rival: 1 }))
  const weeks = [brandFirst, brandFirst, brandFirst, [...brandFirst, ...added]]
  assert.deepEqual(turns(weeks), [])
})

test('a competitor without answers in one of the windows has no order', () => {
  assert.deepEqual(stepOf(marketOf([[], rivalFirst]), 'rival', undefined), { turn: null, standing: null })
})

const gap = fc.integer({ min: -6, max: 6 })

test('whatever the weeks bring, the same order is never told twice in a row, and never after one week only', () => {
  fc.assert(
    fc.property(fc.array(gap, { minLength: 2, maxLength: 16 }), (gaps) => {
      const weeks = gaps.map((by) => (by >= 0 ? ahead(by) : behind(-by)))
      const told = followed(weeks).filter(({ move }) => /overtook|fell_behind/.test(move.alert.move))
      for (const [index, { week, move }] of told.entries()) {
        assert.notEqual(move.alert.move, told[index - 1]?.move.alert.move)
        const sign = move.alert.move === 'overtook' ? 1 : -1
        assert.ok(sign * gaps[week - 1]! >= 1 && sign * gaps[week - 2]! >= 1)
      }
    }),
    { numRuns: 30 },
  )
})

test('an order that changes every week is never told', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 4, maxLength: 16 }), (sizes) => {
      const weeks = sizes.map((size, index) => (index % 2 === 0 ? ahead(size) : behind(size)))
      assert.deepEqual(turns(weeks), [])
    }),
    { numRuns: 20 },
  )
})

test('each competitor has an order of its own', () => {
  const first = week([{ brand: 1, rival: 2, other: 3 }])
  const second = week([{ brand: 2, rival: 1, other: 3 }])
  const told = followed([first, first, second, second], () => ({ competitors: rivals('rival', 'other') }))
  assert.deepEqual(
    inShort(told).filter((line) => /overtook|fell_behind/.test(line)),
    ['4: rival overtook'],
  )
})
