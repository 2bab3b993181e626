import type { exportOperations } from '../resources/exports.ts'
import { ids } from './common.ts'
import type { ExamplesOf } from './example.ts'

export const exportExamples = {
  exportRows: {
    params: { dataset: 'scores' },
    query: { limit: 2 },
    output: {
      data: [
        {
          id: 'brd_01kb8fz2m0e9vtz6g1q4x7n001.2026-11-06.all',
          updatedAt: '2026-11-20T08:00:00.000Z',
          deletedAt: null,
          brandId: ids.brand,
          day: '2026-11-06',
          platform: null,
          score: 70.56,
          intervalLow: 31.86,
          intervalHigh: 92.47,
          prompts: 6,
          answers: 15,
          notTriggered: 3,
          refused: 0,
          empty: 0,
          failed: 0,
          unreadable: 0,
          scoringVersion: 2,
          simulated: false,
        },
        {
          id: 'brd_01kb8fz2m0e9vtz6g1q4x7n001.2026-11-06.chatgpt',
          updatedAt: '2026-11-20T08:00:00.000Z',
          deletedAt: null,
          brandId: ids.brand,
          day: '2026-11-06',
          platform: 'chatgpt',
          score: 46.67,
          intervalLow: 11.84,
          intervalHigh: 85.08,
          prompts: 6,
          answers: 6,
          notTriggered: 0,
          refused: 0,
          empty: 0,
          failed: 0,
          unreadable: 0,
          scoringVersion: 2,
          simulated: false,
        },
      ],
      pagination: {
        limit: 2,
        hasMore: true,
        nextCursor: 'WyJwcm1fMDEiLDE3OTU3NjY0MDBd.c2lnbmF0dXJl',
        next: 'https://sightline.example/api/v1/exports/scores?limit=2&cursor=WyJwcm1fMDEiLDE3OTU3NjY0MDBd.c2lnbmF0dXJl',
      },
    },
  },
  getExportSchema: {
    params: { dataset: 'scores' },
    output: {
      dataset: 'scores',
      primaryKey: 'id',
      cursorField: 'updatedAt',
      fields: [
        { name: 'id', type: 'string', format: null, nullable: false, description: 'Primary key of the dataset.' },
        {
          name: 'updatedAt',
          type: 'string',
          format: 'date-time',
          nullable: false,
          description: 'ISO 8601 instant in UTC.',
        },
      ],
    },
  },
} satisfies ExamplesOf<typeof exportOperations>
