import { z } from 'zod'
import { get, patch, post, remove } from '../define.ts'
import { eventTypes, type EventType } from '../events.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { cursor, deleted, instant, limit, page, typedText } from './common.ts'

export const webhookFormats = ['event', 'slack', 'discord', 'teams', 'googlechat'] as const
export const webhookStatuses = ['active', 'paused', 'disabled'] as const

// `eventTypes` is never empty; a mapped array does not say so.
export const eventType = z.enum(eventTypes.map(({ type }) => type) as [EventType, ...EventType[]])

const count = z.int().min(0)

export const webhook = z.object({
  id: id('webhook'),
  url: z.string(),
  events: z.array(eventType),
  threshold: z.number().min(0).max(100),
  brandIds: z.array(id('brand')).nullable().meta({ description: 'null: all brands.' }),
  format: z.enum(webhookFormats),
  onlySignificant: z.boolean(),
  description: z.string().nullable(),
  isChannel: z.boolean().meta({ description: 'Whether it is the organization’s dedicated chat channel.' }),
  status: z.enum(webhookStatuses).meta({
    description:
      'paused: by you or by the plan. disabled: by us, see statusReason. Only an active one is told of events.',
  }),
  statusReason: z.enum(['owner', 'gone', 'failing', 'plan']).nullable().meta({
    description:
      'owner: paused by you. plan: above the plan’s number of webhooks, goes on with a larger plan. gone: the receiver answered 410. failing: nothing but failures for 120 hours. null: active.',
  }),
  failingSince: instant
    .nullable()
    .meta({ description: 'Since when every attempt failed. null: the last one did not.' }),
  lastSuccessAt: instant.nullable(),
  lastFailureAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Webhook = z.output<typeof webhook>
export type WebhookFormat = Webhook['format']

const secret = z.string().meta({
  description: 'Signs its deliveries (Standard Webhooks). Shown this once.',
  example: 'whsec_bm90IGEgc2VjcmV0',
})

const statistics = z
  .object({
    since: instant,
    deliveries: z.object({
      delivered: count,
      failed: count,
      pending: count,
      suppressedQuota: count.meta({ description: 'Kept back because the month’s calls were used up.' }),
      cancelled: count,
    }),
    attempts: z.object({ succeeded: count, failed: count }),
    successRate: z.number().min(0).max(1).nullable().meta({ description: 'Of the attempts. null: there were none.' }),
    durationMs: z
      .object({ p50: z.number().min(0), p95: z.number().min(0) })
      .nullable()
      .meta({ description: 'Of the attempts, in milliseconds. null: there were none.' }),
  })
  .meta({ description: 'Of what is kept, 30 days; without tests.' })

const shape = {
  url: z.string().min(1).max(2_048).meta({
    description: 'Public https address that deliveries are posted to.',
    example: 'https://example.com/hooks/sightline',
  }),
  events: z
    .array(eventType)
    .min(1, 'Must name at least one kind of event.')
    .max(20)
    .transform((wanted) => eventTypes.map(({ type }) => type).filter((type) => wanted.includes(type)))
    .meta({ description: 'Kinds of events to be told of.', example: ['score.changed', 'competitor.alert'] }),
  threshold: z.number().min(0).max(100).meta({
    description:
      'In points, 0–100. A change of score is told when it lies this far from what this webhook was told last; a competitor’s move and a recommendation’s estimated lift when they are this large. 0: every change of the shown integer. A competitor that overtakes, falls behind or newly appears is told whatever its size.',
    example: 5,
  }),
  brandIds: z
    .array(id('brand'))
    .min(1)
    .max(100)
    .transform((wanted) => [...new Set(wanted)].toSorted())
    .nullable()
    .meta({ description: 'Only events of these brands. null: of all.' }),
  format: z.enum(webhookFormats).meta({
    description:
      'event: the event as JSON. The others: a message for that chat tool, signed all the same. When it is not given, a new webhook takes the one that fits the host.',
  }),
  onlySignificant: z.boolean().meta({
    description:
      'Whether to hold back changes that could be chance: `beyondRivals.significant`, or `significant` where it is null, is false. Recommendations never are.',
  }),
  description: typedText(200).nullable(),
}
const path = z.strictObject({ id: id('webhook') })

export const webhookOperations = {
  createWebhook: post({
    id: 'createWebhook',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'Subscribe an address to events',
    description:
      'Deliveries are signed as Standard Webhooks describe. No handshake is asked of the receiver. A brand’s score is measured from the one it has now.',
    scope: 'webhooks:write',
    body: z.strictObject({
      url: shape.url,
      events: shape.events,
      threshold: shape.threshold.default(0),
      brandIds: shape.brandIds.default(null),
      format: shape.format.optional(),
      onlySignificant: shape.onlySignificant.default(false),
      description: shape.description.default(null),
      isChannel: z.boolean().default(false).meta({
        description:
          'Whether it is the organization’s dedicated chat channel (Agency): one, of all brands, in a chat format; events of one moment come as one message.',
      }),
    }),
    output: webhook.extend({ secret }),
    status: 201,
    errors: [...bodyProblems, 'webhook_url_not_allowed', 'plan_limit_reached', 'plan_feature_unavailable', 'conflict'],
  }),
  listWebhooks: get({
    id: 'listWebhooks',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'List webhooks, oldest first',
    scope: 'webhooks:read',
    query: z.strictObject({ limit, cursor }),
    output: page(webhook),
    errors: ['invalid_cursor'],
  }),
  getWebhook: get({
    id: 'getWebhook',
    path: '/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Get a webhook and how its deliveries went',
    scope: 'webhooks:read',
    params: path,
    output: webhook.extend({ statistics }),
    errors: ['resource_not_found'],
  }),
  updateWebhook: patch({
    id: 'updateWebhook',
    path: '/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Change, pause or enable a webhook',
    description:
      'Its threshold goes on from what it was told last. While it is not active nothing is delivered: what happens meanwhile is read from GET /events. Enabling it forgives its failures.',
    scope: 'webhooks:write',
    params: path,
    body: z.strictObject({
      url: shape.url.optional(),
      events: shape.events.optional(),
      threshold: shape.threshold.optional(),
      brandIds: shape.brandIds.optional(),
      format: shape.format.optional(),
      onlySignificant: shape.onlySignificant.optional(),
      description: shape.description.optional(),
      status: z.enum(['active', 'paused']).optional(),
    }),
    output: webhook,
    errors: [...bodyProblems, 'resource_not_found', 'webhook_url_not_allowed', 'plan_feature_unavailable'],
  }),
  deleteWebhook: remove({
    id: 'deleteWebhook',
    path: '/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'With its deliveries; those not yet sent never are.',
    scope: 'webhooks:write',
    params: path,
    output: deleted,
    errors: ['resource_not_found'],
  }),
  rotateWebhookSecret: post({
    id: 'rotateWebhookSecret',
    path: '/webhooks/{id}/rotate-secret',
    tag: 'Webhooks',
    summary: 'Make a new secret',
    description: 'For 24 hours deliveries carry a signature of each; at most 10 old ones at a time.',
    scope: 'webhooks:write',
    params: path,
    output: z.object({
      id: id('webhook'),
      secret,
      previousExpiresAt: instant.meta({ description: 'Until then the secret before signs too.' }),
    }),
    errors: ['resource_not_found', 'conflict'],
  }),
}
