import type { measuringOperations } from '../resources/measuring.ts'
import type { ExamplesOf } from './example.ts'

export const measuringExamples = {
  listPlatforms: {
    output: {
      data: [
        {
          slug: 'chatgpt',
          key: 'chatgpt',
          label: 'ChatGPT',
          surface: 'api',
          isAvailable: false,
          provider: null,
          exposesCitations: true,
          exposesSearches: true,
          locale: 'parameter',
          note: 'Measured through the OpenAI Responses API with web search, not through the app.',
        },
        {
          slug: 'google-aio',
          key: 'google_aio',
          label: 'Google AI Overviews',
          surface: 'serp',
          isAvailable: false,
          provider: null,
          exposesCitations: true,
          exposesSearches: false,
          locale: 'parameter',
          note: 'Measured through a search-results vendor. Google often shows no overview: such answers are `not_triggered`.',
        },
      ],
    },
  },
} satisfies ExamplesOf<typeof measuringOperations>
