import type { Recommendation, recommendationOperations, RecommendationSummary } from '../resources/recommendations.ts'
import { at, ids, lastPage } from './common.ts'
import type { ExamplesOf } from './example.ts'

const listed: RecommendationSummary = {
  id: ids.recommendation,
  brandId: ids.brand,
  kind: 'source_gap',
  fingerprint: 'source_gap:reviews.example',
  status: 'new',
  reason: null,
  title: 'Get listed on reviews.example',
  summary: 'reviews.example is cited in 31 answers that name Quorvane and not Fernhold. Ask to be reviewed there.',
  effort: 'low',
  estimatedLift: 4,
  liftRange: [2, 6],
  successRate: 0.3,
  window: '28d',
  from: '2026-10-23',
  to: '2026-11-19',
  answers: 31,
  platforms: ['chatgpt', 'perplexity'],
  simulated: false,
  createdAt: at,
  updatedAt: at,
  seenAt: at,
  doneAt: null,
  measuredLift: null,
}
const whole: Recommendation = {
  ...listed,
  nextStatuses: ['accepted', 'dismissed'],
  evidence: {
    prompts: [{ promptId: ids.prompt, prompt: 'best crm for small business', answers: 14, named: 3, rivals: 12 }],
    promptCount: 1,
    platforms: [{ slug: 'chatgpt', answers: 9, named: 2 }],
    rivals: [{ entityId: ids.quorvane, name: 'Quorvane', answers: 14, named: 12 }],
    sources: [{ domain: 'reviews.example', url: 'https://reviews.example/best-crm', answers: 31 }],
    searches: [],
    quotes: [{ text: '2. Quorvane is a solid choice.', answerId: ids.answer }],
    answerIds: [ids.answer],
  },
  cells: [
    { promptId: ids.prompt, platform: 'chatgpt', answers: 9, value: 0.21, target: 0.9, reach: 0.78, points: 0.897 },
  ],
  cellCount: 1,
}

export const recommendationExamples = {
  listSuggestions: { query: { effort: 'low' }, output: { data: [listed], pagination: lastPage } },
  getSuggestion: { output: whole },
  updateSuggestion: {
    body: { status: 'accepted' },
    output: { ...whole, status: 'accepted', nextStatuses: ['in_progress', 'dismissed'] },
  },
} satisfies ExamplesOf<typeof recommendationOperations>
