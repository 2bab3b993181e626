import type { Webhook, webhookOperations } from '../resources/webhooks.ts'
import { at, ids, lastPage } from './common.ts'
import type { ExamplesOf } from './example.ts'

const webhook: Webhook = {
  id: ids.webhook,
  url: 'https://example.com/hooks/sightline',
  events: ['score.changed', 'competitor.alert'],
  threshold: 5,
  brandIds: null,
  format: 'event',
  onlySignificant: true,
  description: 'Team channel',
  isChannel: false,
  status: 'active',
  statusReason: null,
  failingSince: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  createdAt: at,
  updatedAt: at,
}

export const webhookExamples = {
  createWebhook: {
    body: {
      url: 'https://example.com/hooks/sightline',
      events: ['score.changed', 'competitor.alert'],
      threshold: 5,
      onlySignificant: true,
      description: 'Team channel',
    },
    output: { ...webhook, secret: 'whsec_bm90IGEgc2VjcmV0' },
  },
  listWebhooks: { output: { data: [webhook], pagination: lastPage } },
  getWebhook: {
    output: {
      ...webhook,
      lastSuccessAt: '2026-11-20T09:00:01.000Z',
      statistics: {
        since: '2026-10-21T09:00:00.000Z',
        deliveries: { delivered: 41, failed: 0, pending: 1, suppressedQuota: 0, cancelled: 0 },
        attempts: { succeeded: 41, failed: 2 },
        successRate: 0.9534883720930233,
        durationMs: { p50: 84, p95: 310 },
      },
    },
  },
  updateWebhook: {
    body: { threshold: 2, onlySignificant: false },
    output: { ...webhook, threshold: 2, onlySignificant: false },
  },
  deleteWebhook: { output: { id: ids.webhook, deleted: true } },
  rotateWebhookSecret: {
    output: {
      id: ids.webhook,
      secret: 'whsec_YW5vdGhlciBub3Qgc2VjcmV0',
      previousExpiresAt: '2026-11-21T08:00:00.000Z',
    },
  },
} satisfies ExamplesOf<typeof webhookOperations>
