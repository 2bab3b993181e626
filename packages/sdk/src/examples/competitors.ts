import type { Competitor, competitorOperations } from '../resources/competitors.ts'
import { at, ids, lastPage } from './common.ts'
import type { ExamplesOf } from './example.ts'

const quorvane: Competitor = {
  id: ids.quorvane,
  brandId: ids.brand,
  name: 'Quorvane',
  aliases: [],
  excludedNames: [],
  domains: ['quorvane.example'],
  caseSensitive: false,
  createdAt: at,
  updatedAt: at,
}

export const competitorExamples = {
  listCompetitors: {
    query: { window: '7d' },
    output: {
      data: [
        {
          ...quorvane,
          measured: {
            from: '2026-11-13',
            to: '2026-11-19',
            score: 77,
            interval: [67.2, 84.1],
            shareOfVoice: 41,
            named: 101,
            trend: { delta: -0.9, interval: [-9.8, 8], significant: false, pairs: 18 },
          },
        },
      ],
      pagination: lastPage,
    },
  },
  addCompetitor: { body: { name: 'Quorvane', domains: ['quorvane.example'] }, output: quorvane },
  updateCompetitor: {
    body: { aliases: ['Quorvane Suite'] },
    output: { ...quorvane, aliases: ['Quorvane Suite'] },
  },
  removeCompetitor: { output: { id: ids.taskmoor, deleted: true } },
} satisfies ExamplesOf<typeof competitorOperations>
