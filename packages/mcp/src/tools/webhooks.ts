import { z } from 'zod'
import { operations } from '@sightline/sdk'
import * as take from '../parameters.ts'
import { read, write } from '../tool.ts'

const fresh = operations.createWebhook.body.shape
const changes = operations.updateWebhook.body.shape

export const listWebhooks = read({
  name: 'list_webhooks',
  title: 'Webhooks',
  toolset: 'webhooks',
  operation: 'listWebhooks',
  description:
    'The webhooks that are set up (notifications, alerts to Slack, Teams, Discord or an address of your own): address, events, threshold, brands, format, status and whether deliveries fail.',
  parameters: z.strictObject({ limit: take.limit(50), cursor: take.cursor }),
  call: ({ api }, query) => api.listWebhooks({ query }),
})

const said = {
  url: 'Public https address.',
  events: 'Which kinds of events.',
  threshold: 'Points a change must reach; 0: every change.',
  format: 'Message format; by the address when left out.',
}

export const createWebhook = write(
  { isDestructive: false, isIdempotent: false, isOpenWorld: true },
  {
    name: 'create_webhook',
    title: 'Send events to an address',
    toolset: 'webhooks',
    operation: 'createWebhook',
    description:
      'Subscribes an address to events (notify Slack or another service when the score changes, a competitor moves or advice is new) and returns the webhook. Data leaves the service: the address must come from the user. The signing secret is not shown here: make one with POST /webhooks/{id}/rotate-secret.',
    parameters: z.strictObject({
      url: fresh.url.meta({ description: said.url }),
      events: fresh.events.meta({ description: said.events }),
      threshold: fresh.threshold.meta({ description: said.threshold }),
      brandIds: take.brandIds,
      format: fresh.format.meta({ description: said.format }),
    }),
    call: async ({ api, brand }, { brandIds, ...body }) =>
      api.createWebhook({ body: { ...body, ...(brandIds && { brandIds: await Promise.all(brandIds.map(brand)) }) } }),
  },
)

export const updateWebhook = write(
  { isDestructive: true, isIdempotent: true, isOpenWorld: true },
  {
    name: 'update_webhook',
    title: 'Change, pause or enable a webhook',
    toolset: 'webhooks',
    operation: 'updateWebhook',
    description:
      'Changes a webhook’s address, events, threshold, brands or format, pauses it or enables it again, and returns it. Lists replace the old ones.',
    parameters: z.strictObject({
      webhookId: take.id('webhook', 'From list_webhooks: whk_…'),
      url: changes.url.meta({ description: said.url }),
      events: changes.events.meta({ description: said.events }),
      threshold: changes.threshold.meta({ description: said.threshold }),
      brandIds: take.brandIds,
      format: changes.format.meta({ description: 'Message format.' }),
      status: changes.status.meta({ description: 'Pause or enable it.' }),
    }),
    call: async ({ api, brand }, { webhookId, brandIds, ...body }) =>
      api.updateWebhook({
        params: { id: webhookId },
        body: { ...body, ...(brandIds && { brandIds: await Promise.all(brandIds.map(brand)) }) },
      }),
  },
)

export const deleteWebhook = write(
  { isDestructive: true, isIdempotent: true, isOpenWorld: false },
  {
    name: 'delete_webhook',
    title: 'Delete a webhook',
    toolset: 'webhooks',
    operation: 'deleteWebhook',
    description:
      'Deletes a webhook with its deliveries: no more notifications go to its address, and what waits is never sent. To stop it for a while use update_webhook with status paused.',
    parameters: z.strictObject({ webhookId: take.id('webhook', 'From list_webhooks: whk_…') }),
    call: ({ api }, { webhookId }) => api.deleteWebhook({ params: { id: webhookId } }),
  },
)
