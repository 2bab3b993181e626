import type { citationOperations } from '../resources/citations.ts'
import { ids, lastPage } from './common.ts'
import type { ExamplesOf } from './example.ts'

const lookedAt = { from: '2026-10-23', to: '2026-11-19' }
const days = { firstDay: '2026-11-06', lastDay: '2026-11-19' }

export const citationExamples = {
  listCitations: {
    query: { groupBy: 'domain' },
    output: {
      data: [
        {
          domain: 'reviews.example',
          url: null,
          title: null,
          owner: 'third_party',
          entityId: null,
          answers: 96,
          citations: 104,
          answersListing: 12,
          share: { value: 0.401673640167364, numerator: 96, denominator: 239 },
          platforms: ['chatgpt', 'google-aio', 'perplexity'],
          promptIds: [ids.prompt],
          answerIds: [ids.answer],
          ...days,
        },
        {
          domain: 'quorvane.example',
          url: null,
          title: null,
          owner: 'competitor',
          entityId: ids.quorvane,
          answers: 41,
          citations: 41,
          answersListing: 0,
          share: { value: 0.17154811715481172, numerator: 41, denominator: 239 },
          platforms: ['chatgpt', 'perplexity'],
          promptIds: [ids.prompt],
          answerIds: [ids.answer],
          ...days,
        },
      ],
      pagination: lastPage,
      ...lookedAt,
    },
  },
  listCitationGaps: {
    output: {
      data: [
        {
          domain: 'reviews.example',
          url: 'https://reviews.example/best-crm',
          title: 'The best CRM tools',
          answersWithCompetitors: 80,
          answersWithoutBrand: 31,
          answersWithBrand: 65,
          competitors: [{ entityId: ids.quorvane, name: 'Quorvane', answers: 27 }],
          platforms: ['chatgpt', 'perplexity'],
          answerIds: [ids.answer],
        },
      ],
      pagination: lastPage,
      ...lookedAt,
      answers: 239,
    },
  },
  listSearches: {
    output: {
      data: [
        {
          search: 'crm for freelancers pricing 2026',
          answers: 14,
          times: 15,
          platforms: ['perplexity'],
          promptIds: [ids.prompt],
          answerIds: [ids.answer],
          ...days,
        },
      ],
      pagination: lastPage,
      ...lookedAt,
      platforms: [
        { slug: 'chatgpt', answers: 84, answersTelling: 31 },
        { slug: 'google-aio', answers: 71, answersTelling: null },
        { slug: 'perplexity', answers: 84, answersTelling: 52 },
      ],
    },
  },
} satisfies ExamplesOf<typeof citationOperations>
