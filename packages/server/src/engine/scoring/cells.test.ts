import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { addCells, addingCells, countCells, emptyEntityCount } from './cells.ts'
import { anyObservations, cellWorth, observed, reordered } from './cells.test-support.ts'

test('an answer counts its places, sentiment, listing and citation once, under its prompt and platform', () => {
  const cells = countCells([
    {
      promptId: 'p1',
      platform: 'chatgpt',
      outcome: 'ok',
      entities: [
        observed('brand', 2, { isListed: true, isCited: true, sentiment: 'positive' }),
        observed('rival', 14),
        observed('ghost', null, { isNamed: true, isAcknowledgedAbsent: true, sentiment: 'negative' }),
        observed('quoted', null, { isCited: true }),
        observed('unseen', null),
      ],
    },
    { promptId: 'p1', platform: 'chatgpt', outcome: 'refused', entities: [observed('brand', 1)] },
  ])
  const none = emptyEntityCount()
  assert.deepEqual(cells, [
    {
      promptId: 'p1',
      platform: 'chatgpt',
      outcomes: { ok: 1, notTriggered: 0, refused: 1, empty: 0, failed: 0, unreadable: 0 },
      entities: {
        brand: {
          ...none,
          named: 1,
          places: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
          placeSum: 2,
          listed: 1,
          cited: 1,
          sentiment: { ...none.sentiment, positive: 1 },
        },
        ghost: { ...none, named: 1, acknowledgedAbsent: 1, sentiment: { ...none.sentiment, negative: 1 } },
        quoted: { ...none, cited: 1 },
        rival: {
          ...none,
          named: 1,
          places: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
          placeSum: 14,
          sentiment: { ...none.sentiment, neutral: 1 },
        },
      },
    },
  ])
})

test('cells are the same to the last character in whatever order answers come and however they are cut into days', () => {
  const ordersAndCuts = anyObservations.chain((observations) =>
    fc.tuple(fc.constant(observations), reordered(observations), fc.nat({ max: observations.length })),
  )
  fc.assert(
    fc.property(ordersAndCuts, ([observations, others, cut]) => {
      const whole = JSON.stringify(countCells(observations))
      assert.equal(JSON.stringify(countCells(others)), whole)
      const days = [...countCells(others.slice(cut)), ...countCells(others.slice(0, cut))]
      assert.equal(JSON.stringify(addCells(days)), whole)
    }),
  )
})

test('adding cells leaves the cells that were added as they were', () => {
  fc.assert(
    fc.property(anyObservations, (observations) => {
      const cells = countCells(observations)
      const before = JSON.stringify(cells)
      addCells([...cells, ...cells])
      assert.equal(JSON.stringify(cells), before)
    }),
  )
})

test('an entity’s places sum to the answers that name it as something known', () => {
  fc.assert(
    fc.property(anyObservations, (observations) => {
      for (const { entities } of countCells(observations)) {
        for (const { named, acknowledgedAbsent, places } of Object.values(entities)) {
          assert.equal(
            places.reduce((sum, count) => sum + count, 0),
            named - acknowledgedAbsent,
          )
        }
      }
    }),
  )
})

test('adding many cells stops every hundred of them, and comes to the same', () => {
  const cells = Array.from({ length: 1_000 }, (_, at) => cellWorth(50, `p${at % 7}`))
  const steps = addingCells(cells)
  let stops = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) stops += 1
  assert.equal(stops, 10)
  assert.deepEqual(step.value, addCells(cells))
})
