import type { shareOfVoiceOperations } from '../resources/share-of-voice.ts'
import { ids } from './common.ts'
import type { ExamplesOf } from './example.ts'

export const shareOfVoiceExamples = {
  getShareOfVoice: {
    output: {
      brandId: ids.brand,
      asOf: '2026-11-19',
      scoringVersion: 2,
      simulated: false,
      from: '2026-11-13',
      to: '2026-11-19',
      window: '7d',
      platform: null,
      topic: null,
      basis: 'tracked',
      answers: 120,
      namings: 246,
      answersLookedAt: null,
      entries: [
        { entityId: ids.quorvane, name: 'Quorvane', kind: 'competitor', score: 41, answers: 101 },
        { entityId: ids.brand, name: 'Fernhold', kind: 'brand', score: 37, answers: 91 },
        { entityId: ids.taskmoor, name: 'Taskmoor', kind: 'competitor', score: 22, answers: 54 },
      ],
    },
  },
  getShareOfVoiceHistory: {
    query: { from: '2026-11-18', to: '2026-11-19' },
    output: {
      brandId: ids.brand,
      asOf: '2026-11-19',
      scoringVersion: 2,
      simulated: false,
      from: '2026-11-18',
      to: '2026-11-19',
      every: 'day',
      platform: null,
      topic: null,
      basis: 'tracked',
      entities: [
        { entityId: ids.brand, name: 'Fernhold', kind: 'brand' },
        { entityId: ids.taskmoor, name: 'Taskmoor', kind: 'competitor' },
        { entityId: ids.quorvane, name: 'Quorvane', kind: 'competitor' },
      ],
      points: [
        {
          from: '2026-11-12',
          to: '2026-11-18',
          complete: true,
          answers: 120,
          namings: 251,
          answersLookedAt: null,
          simulated: false,
          entries: [
            { entityId: ids.quorvane, score: 40, answers: 102 },
            { entityId: ids.brand, score: 37, answers: 92 },
            { entityId: ids.taskmoor, score: 23, answers: 57 },
          ],
        },
        {
          from: '2026-11-13',
          to: '2026-11-19',
          complete: true,
          answers: 120,
          namings: 246,
          answersLookedAt: null,
          simulated: false,
          entries: [
            { entityId: ids.quorvane, score: 41, answers: 101 },
            { entityId: ids.brand, score: 37, answers: 91 },
            { entityId: ids.taskmoor, score: 22, answers: 54 },
          ],
        },
      ],
      marks: [],
    },
  },
} satisfies ExamplesOf<typeof shareOfVoiceOperations>
