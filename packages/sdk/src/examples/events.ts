import type { eventOperations, SightlineEvent } from '../resources/events.ts'
import { at, ids, lastPage } from './common.ts'
import type { ExamplesOf } from './example.ts'

export const scoreChangedExample: SightlineEvent = {
  id: ids.event,
  type: 'score.changed',
  timestamp: at,
  apiVersion: 'v1',
  sequence: 42,
  data: {
    brandId: ids.brand,
    previous: 66,
    current: 71,
    delta: 5.2,
    window: '7d',
    interval: [68, 74],
    significant: true,
    platformWide: false,
    beyondRivals: { delta: 4.6, interval: [1.2, 8], significant: true },
    answers: 412,
    threshold: 0,
    platforms: [{ slug: 'chatgpt', previous: 60, current: 70 }],
    simulated: false,
  },
}
const overtaken: SightlineEvent = {
  id: 'evt_01kb8fz2m0e9vtz6g1q4x7n002',
  type: 'competitor.alert',
  timestamp: '2026-11-19T08:00:00.000Z',
  apiVersion: 'v1',
  sequence: 41,
  data: {
    brandId: ids.brand,
    competitorId: ids.quorvane,
    name: 'Quorvane',
    move: 'overtook',
    measure: 'score',
    previous: 64,
    current: 72,
    delta: 8,
    window: '7d',
    interval: [66.3, 76.9],
    significant: true,
    platformWide: false,
    answers: 380,
    brandScore: 70,
    fingerprint: 'overtook:cmp_01kb8fz2m0e9vtz6g1q4x7n001',
    answerIds: [ids.answer],
    simulated: false,
  },
}
const advice: SightlineEvent = {
  id: 'evt_01kb8fz2m0e9vtz6g1q4x7n003',
  type: 'recommendation.new',
  timestamp: '2026-11-18T08:00:00.000Z',
  apiVersion: 'v1',
  sequence: 40,
  data: {
    brandId: ids.brand,
    recommendationId: ids.recommendation,
    kind: 'source_gap',
    title: 'Get listed on reviews.example',
    effort: 'low',
    estimatedLift: 4,
    liftRange: [2, 6],
    window: '28d',
    answers: 31,
    simulated: false,
  },
}

export const eventExamples = {
  listEvents: { output: { data: [scoreChangedExample, overtaken, advice], pagination: lastPage } },
  getAlertDigest: {
    query: { hours: 48 },
    output: {
      from: '2026-11-18T08:30:00.000Z',
      to: '2026-11-20T08:30:00.000Z',
      events: 1,
      bursts: [
        {
          brandId: ids.brand,
          brandName: 'Fernhold',
          type: 'score.changed',
          from: at,
          to: at,
          events: 1,
          significant: 1,
          net: 5.2,
          latest: scoreChangedExample,
          eventIds: [ids.event],
        },
      ],
      isComplete: true,
    },
  },
} satisfies ExamplesOf<typeof eventOperations>
