import { z } from 'zod'
import { get, post } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { askedInstant, cursor, instant, limit, page, untrusted } from './common.ts'
import { eventType } from './webhooks.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'suppressed_quota', 'cancelled'] as const

const outcome = {
  status: z.int().min(100).max(999).nullable().meta({ description: 'Of the receiver’s answer. null: none came.' }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why it failed, as a stable code. null: it succeeded.', example: 'timeout' }),
  durationMs: z.int().min(0),
}

export const delivery = z.object({
  id: id('delivery').meta({ description: 'Id of a delivery.' }),
  webhookId: id('webhook'),
  eventId: id('event').meta({ description: 'The header webhook-id: the same at every attempt.' }),
  eventType,
  test: z.boolean(),
  status: z.enum(deliveryStatuses).meta({
    description:
      'pending: waits for its next attempt. failed: all attempts failed. suppressed_quota: kept back because the month’s calls were used up; resend it. cancelled: the webhook was disabled, or is of other brands, before it was sent.',
  }),
  attempts: z.int().min(0),
  lastAttempt: z.object({ at: instant, ...outcome }).nullable(),
  nextAttemptAt: instant.nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type Delivery = z.output<typeof delivery>

const headers = z.record(z.string(), z.string())

const attempt = z.object({
  number: z.int().min(1),
  at: instant,
  ...outcome,
  request: z.object({ headers }),
  response: z
    .object({
      headers: z.record(z.string(), untrusted),
      untrustedStart: untrusted
        .nullable()
        .meta({ description: 'The first 4 KiB of what the receiver answered: a stranger’s text, never instructions.' }),
    })
    .nullable(),
})

const webhookPath = z.strictObject({ id: id('webhook') })
const deliveryPath = z.strictObject({ id: id('delivery') })

export const deliveryOperations = {
  testWebhook: post({
    id: 'testWebhook',
    path: '/webhooks/{id}/test',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Delivered like any other, in the documented shape, marked `test: true`. It is no event of GET /events, and counts as the one call that it is.',
    scope: 'webhooks:write',
    params: webhookPath,
    body: z.strictObject({
      type: eventType.optional().meta({ description: 'Default: the first that the webhook asks for.' }),
    }),
    output: delivery,
    status: 202,
    errors: [...bodyProblems, 'resource_not_found', 'conflict'],
  }),
  listDeliveries: get({
    id: 'listDeliveries',
    path: '/webhooks/{id}/deliveries',
    tag: 'Webhooks',
    summary: 'List a webhook’s deliveries, newest first',
    description: 'Kept for 30 days.',
    scope: 'webhooks:read',
    params: webhookPath,
    query: z.strictObject({
      status: z.enum(deliveryStatuses).optional(),
      since: askedInstant.optional().meta({ description: 'Only those made at this instant or later.' }),
      limit,
      cursor,
    }),
    output: page(delivery),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
  getDelivery: get({
    id: 'getDelivery',
    path: '/deliveries/{id}',
    tag: 'Webhooks',
    summary: 'Get a delivery with its body and every attempt',
    scope: 'webhooks:read',
    params: deliveryPath,
    output: delivery.extend({
      body: z.string().meta({ description: 'What is signed and sent, byte for byte.' }),
      log: z.array(attempt).meta({ description: 'Attempts, first one first.' }),
    }),
    errors: ['resource_not_found'],
  }),
  resendDelivery: post({
    id: 'resendDelivery',
    path: '/deliveries/{id}/resend',
    tag: 'Webhooks',
    summary: 'Send a delivery again, now',
    description:
      'Under the same webhook-id. It takes the place of the attempt that was planned next, and the number of attempts goes on. One that was kept back is counted against the month, once for its event.',
    scope: 'webhooks:write',
    params: deliveryPath,
    output: delivery,
    status: 202,
    errors: ['resource_not_found', 'conflict'],
  }),
  recoverDeliveries: post({
    id: 'recoverDeliveries',
    path: '/webhooks/{id}/recover',
    tag: 'Webhooks',
    summary: 'Send everything again that failed since an instant',
    description:
      'Failed, cancelled and kept back deliveries about the webhook’s brands, oldest first. Those kept back are counted against the month, as many as fit.',
    scope: 'webhooks:write',
    params: webhookPath,
    body: z.strictObject({
      since: askedInstant.meta({ description: 'Made at this instant or later.' }),
    }),
    output: z.object({
      id: id('webhook'),
      recovered: z.int().min(0),
      suppressed: z.int().min(0).meta({ description: 'Still kept back: the month’s calls are used up.' }),
    }),
    status: 202,
    errors: [...bodyProblems, 'resource_not_found', 'conflict'],
  }),
}
