import type { accountOperations } from '../resources/account.ts'
import { ids } from './common.ts'
import type { ExamplesOf } from './example.ts'

export const accountExamples = {
  getMe: {
    output: {
      organization: { id: ids.organization, name: 'Fernhold Inc.' },
      plan: 'pro',
      key: { id: ids.key, name: 'Dashboard', scopes: ['scores:read', 'results:read'], brandIds: null, expiresAt: null },
      serverTime: '2026-11-20T08:00:00.000Z',
    },
  },
  getUsage: {
    output: {
      plan: 'pro',
      period: { start: '2026-11-20T08:00:00.000Z', end: '2026-12-20T08:00:00.000Z' },
      calls: { used: 36, limit: 2500, remaining: 2464 },
      resetsAt: '2026-12-20T08:00:00.000Z',
      byDay: [{ day: '2026-11-20', calls: 36 }],
      byKey: [{ keyId: ids.key, name: 'Dashboard', calls: 36 }],
      byEndpoint: [
        { operation: 'getBrandScore', calls: 30 },
        { operation: 'listAnswers', calls: 6 },
      ],
      allowances: {
        brands: { used: 1, limit: 10 },
        seats: { used: 3, limit: 10 },
        platforms: { used: 3, limit: 5 },
        prompts: { used: 6, limit: 250 },
        answers: { used: 252, limit: 50000 },
      },
      webhooks: { countedEvents: 0 },
      notices: [],
    },
  },
} satisfies ExamplesOf<typeof accountOperations>
