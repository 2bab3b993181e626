import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompetitorMove } from '@sightline/sdk'
import { wants, type Subscription } from './subscription.ts'

const brandId = 'brd_01kabcdefghjkmnpqrstvwxyz0'
const all: Subscription = {
  events: ['score.changed', 'recommendation.new', 'competitor.alert'],
  threshold: 5,
  brandIds: null,
  onlySignificant: false,
}

const recommendation = (estimatedLift: number) => ({
  type: 'recommendation.new' as const,
  data: {
    brandId,
    recommendationId: 'rec_01kabcdefghjkmnpqrstvwxyz0',
    kind: 'source_gap',
    title: 'Be named where rivals are',
    effort: 'low' as const,
    estimatedLift,
    liftRange: [1, 9],
    window: '28d',
    answers: 100,
    simulated: false,
  },
})

const alert = (move: CompetitorMove, delta: number, significant = true) => ({
  type: 'competitor.alert' as const,
  data: {
    brandId,
    competitorId: null,
    name: 'Quorvane',
    move,
    measure: 'score' as const,
    previous: 50,
    current: 50 + delta,
    delta,
    window: '7d',
    interval: null,
    significant,
    platformWide: false,
    answers: 100,
    brandScore: 60,
    fingerprint: 'f',
    answerIds: [],
    simulated: false,
  },
})

test('W26 a recommendation is told from its lift on', () => {
  assert.equal(wants(all, recommendation(4)), false)
  assert.equal(wants(all, recommendation(5)), true)
})

test('W26 a competitor’s move is told from its size on, in both directions', () => {
  for (const move of ['score_moved', 'sov_moved'] as const) {
    assert.equal(wants(all, alert(move, 4.9)), false)
    assert.equal(wants(all, alert(move, 5)), true)
    assert.equal(wants(all, alert(move, -5)), true)
  }
})

test('overtaking, falling behind and appearing are told whatever their size', () => {
  for (const move of ['overtook', 'fell_behind', 'new_entrant'] as const)
    assert.equal(wants({ ...all, threshold: 100 }, alert(move, 1)), true)
})

test('what could be chance is held back where that is asked for; a recommendation is never chance', () => {
  const careful = { ...all, onlySignificant: true }
  assert.equal(wants(careful, alert('score_moved', 9, false)), false)
  assert.equal(wants(careful, alert('overtook', 9, false)), false)
  assert.equal(wants(careful, alert('score_moved', 9, true)), true)
  assert.equal(wants(careful, recommendation(9)), true)
})

test('other kinds of events and other brands are not told', () => {
  assert.equal(wants({ ...all, events: ['competitor.alert'] }, recommendation(9)), false)
  assert.equal(wants({ ...all, brandIds: [] }, recommendation(9)), false)
  assert.equal(wants({ ...all, brandIds: [brandId] }, recommendation(9)), true)
})
