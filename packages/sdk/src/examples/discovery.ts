import type { discoveryOperations } from '../resources/discovery.ts'
import { ids } from './common.ts'
import type { ExamplesOf } from './example.ts'

export const discoveryExamples = {
  discoverCompetitors: {
    output: {
      data: [
        {
          name: 'Ledgerline',
          answers: 62,
          share: 0.2594142259414226,
          places: { item: 58, row: 0, heading: 4 },
          examples: [{ answerId: ids.answer, text: '3. Ledgerline is a simple choice.' }],
          answerIds: [ids.answer],
        },
      ],
      from: '2026-10-23',
      to: '2026-11-19',
      answersLookedAt: 239,
      answers: 239,
    },
  },
} satisfies ExamplesOf<typeof discoveryOperations>
