import type { Delivery, deliveryOperations } from '../resources/deliveries.ts'
import { at, ids, lastPage } from './common.ts'
import { scoreChangedExample } from './events.ts'
import type { ExamplesOf } from './example.ts'

const pending: Delivery = {
  id: ids.delivery,
  webhookId: ids.webhook,
  eventId: ids.event,
  eventType: 'score.changed',
  test: false,
  status: 'pending',
  attempts: 1,
  lastAttempt: { at, status: 503, reason: 'unsuccessful_status', durationMs: 112 },
  nextAttemptAt: '2026-11-20T08:00:05.000Z',
  createdAt: at,
  finishedAt: null,
}
const delivered: Delivery = {
  ...pending,
  status: 'delivered',
  attempts: 2,
  lastAttempt: { at: '2026-11-20T08:00:05.000Z', status: 200, reason: null, durationMs: 84 },
  nextAttemptAt: null,
  finishedAt: '2026-11-20T08:00:05.084Z',
}
const signed = {
  'content-type': 'application/json',
  'webhook-id': ids.event,
  'webhook-timestamp': '1795161605',
  'webhook-signature': 'v1,…',
}
const since = { body: { since: at } }

export const deliveryExamples = {
  testWebhook: {
    body: { type: 'score.changed' },
    output: { ...pending, test: true, attempts: 0, lastAttempt: null, nextAttemptAt: at },
  },
  listDeliveries: { query: { status: 'delivered' }, output: { data: [delivered], pagination: lastPage } },
  getDelivery: {
    output: {
      ...delivered,
      attempts: 1,
      body: JSON.stringify(scoreChangedExample),
      log: [
        {
          number: 1,
          at: '2026-11-20T08:00:05.000Z',
          status: 200,
          reason: null,
          durationMs: 84,
          request: { headers: signed },
          response: { headers: { 'content-type': 'text/plain' }, untrustedStart: 'ok' },
        },
      ],
    },
  },
  resendDelivery: { output: { ...pending, nextAttemptAt: '2026-11-20T10:00:00.000Z' } },
  recoverDeliveries: { ...since, output: { id: ids.webhook, recovered: 12, suppressed: 0 } },
} satisfies ExamplesOf<typeof deliveryOperations>
