import type { promptIdeaOperations } from '../resources/prompt-ideas.ts'
import type { ExamplesOf } from './example.ts'

export const promptIdeaExamples = {
  suggestPrompts: {
    body: { topics: ['crm'] },
    output: {
      data: [
        {
          text: 'Best crm',
          source: 'template',
          topic: 'crm',
          intent: 'category',
          country: null,
          language: 'en',
          branded: false,
          duplicateOf: null,
        },
        {
          text: 'Which crm would you recommend, and why?',
          source: 'template',
          topic: 'crm',
          intent: 'category',
          country: null,
          language: 'en',
          branded: false,
          duplicateOf: null,
        },
      ],
      topics: ['crm'],
    },
  },
} satisfies ExamplesOf<typeof promptIdeaOperations>
