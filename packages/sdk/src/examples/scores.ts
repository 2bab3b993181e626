import type { scoreOperations } from '../resources/scores.ts'
import { ids } from './common.ts'
import type { ExamplesOf } from './example.ts'

export const scoreExamples = {
  getBrandScore: {
    query: { window: '7d' },
    output: {
      composite: 74,
      trend: { delta: 6, window: '7d', interval: [-9.5, 21.5], significant: false, platformWide: -2.8 },
      platforms: [
        {
          slug: 'chatgpt',
          score: 71,
          key: 'chatgpt',
          label: 'ChatGPT',
          interval: [48.7, 86.6],
          sample: { prompts: 6, answers: 42, notTriggered: 0, refused: 0, empty: 0, failed: 0, unreadable: 0 },
          triggerRate: 1,
          surface: 'import',
        },
        {
          slug: 'google-aio',
          score: 74,
          key: 'google_aio',
          label: 'Google AI Overviews',
          interval: [42.6, 91.7],
          sample: { prompts: 6, answers: 36, notTriggered: 6, refused: 0, empty: 0, failed: 0, unreadable: 0 },
          triggerRate: 0.8571428571428571,
          surface: 'import',
        },
        {
          slug: 'perplexity',
          score: 76,
          key: 'perplexity',
          label: 'Perplexity',
          interval: [52.4, 90.3],
          sample: { prompts: 6, answers: 42, notTriggered: 0, refused: 0, empty: 0, failed: 0, unreadable: 0 },
          triggerRate: 1,
          surface: 'import',
        },
      ],
      topRecommendation: null,
      brandId: ids.brand,
      asOf: '2026-11-19',
      computedAt: '2026-11-20T08:00:00.000Z',
      scoringVersion: 1,
      sample: { prompts: 6, answers: 120, notTriggered: 6, refused: 0, empty: 0, failed: 0, unreadable: 0 },
      interval: [65.1, 81],
      significant: false,
      provisional: false,
      weights: { chatgpt: 1, 'google-aio': 1, perplexity: 1 },
      simulated: false,
    },
  },
  getVisibilityScores: {
    output: {
      compositeScore: 74,
      platformScores: { chatgpt: 71, google_aio: 74, perplexity: 76 },
      trend: '+8.9%',
      brandId: ids.brand,
      asOf: '2026-11-19',
      scoringVersion: 1,
      sample: { prompts: 6, answers: 120, notTriggered: 6, refused: 0, empty: 0, failed: 0, unreadable: 0 },
      interval: [65.1, 81],
      simulated: false,
    },
  },
} satisfies ExamplesOf<typeof scoreOperations>
