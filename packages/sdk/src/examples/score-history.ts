import type { scoreHistoryOperations } from '../resources/score-history.ts'
import { ids } from './common.ts'
import type { ExamplesOf } from './example.ts'

export const scoreHistoryExamples = {
  getScoreHistory: {
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
      points: [
        {
          from: '2026-11-12',
          to: '2026-11-18',
          complete: true,
          score: 74,
          interval: [65.8, 80.7],
          sample: { prompts: 6, answers: 120, notTriggered: 6, refused: 0, empty: 0, failed: 0, unreadable: 0 },
          provisional: false,
          simulated: false,
        },
        {
          from: '2026-11-13',
          to: '2026-11-19',
          complete: true,
          score: 74,
          interval: [65.1, 81],
          sample: { prompts: 6, answers: 120, notTriggered: 6, refused: 0, empty: 0, failed: 0, unreadable: 0 },
          provisional: false,
          simulated: false,
        },
      ],
      marks: [],
    },
  },
} satisfies ExamplesOf<typeof scoreHistoryOperations>
