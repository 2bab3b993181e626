import type { scoreComparisonOperations } from '../resources/score-comparison.ts'
import { ids } from './common.ts'
import type { ExamplesOf } from './example.ts'

const outcomes = { refused: 0, empty: 0, failed: 0, unreadable: 0 }

export const scoreComparisonExamples = {
  compareScores: {
    query: { a: '2026-11-06..2026-11-12', b: '2026-11-13..2026-11-19' },
    output: {
      brandId: ids.brand,
      asOf: '2026-11-19',
      scoringVersion: 2,
      simulated: false,
      platform: null,
      topic: null,
      a: {
        from: '2026-11-06',
        to: '2026-11-12',
        score: 68,
        interval: [57.2, 77],
        sample: { prompts: 6, answers: 119, notTriggered: 7, ...outcomes },
        provisional: false,
        simulated: false,
      },
      b: {
        from: '2026-11-13',
        to: '2026-11-19',
        score: 74,
        interval: [65.1, 81],
        sample: { prompts: 6, answers: 120, notTriggered: 6, ...outcomes },
        provisional: false,
        simulated: false,
      },
      overlapDays: 0,
      change: {
        delta: 6,
        relative: '+8.9%',
        interval: [-9.5, 21.5],
        significant: false,
        beyondRivals: { delta: 10.4, interval: [-6.1, 26.9], significant: false },
        pairs: 18,
        before: 67.81,
        after: 73.85,
        platformWide: -2.8,
        split: { platformPart: -2.8, brandPart: 8.8 },
      },
    },
  },
} satisfies ExamplesOf<typeof scoreComparisonOperations>
