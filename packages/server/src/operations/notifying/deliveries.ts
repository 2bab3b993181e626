import { Problem, sightlineEvent, type Delivery, type SightlineEvent } from '@sightline/sdk'
import { sampleContent } from '../../engine/notifying/events/sample.ts'
import { deliverJob } from '../../jobs/kinds.ts'
import { deliveryBody } from '../../messages/delivery-body.ts'
import { brandById, defaultBrand } from '../../store/measuring/brands.ts'
import {
  deliveryBodyOf,
  deliveryById,
  insertDeliveries,
  listDeliveries,
  type DeliveryRow,
} from '../../store/notifying/deliveries.ts'
import { attemptsOf, type AttemptRow } from '../../store/notifying/delivery-attempts.ts'
import { resendDelivery, resendFailed } from '../../store/notifying/delivery-resends.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import type { WebhookRow } from '../../store/notifying/webhooks.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { pageOf, toPage } from '../pages.ts'
import { releaseAll, releaseOne } from './suppressed-deliveries.ts'
import { audit, organizationOf } from '../tenant.ts'
import { requireWebhook } from './webhook-target.ts'

type DeliveryHandlers = Pick<
  Handlers,
  'testWebhook' | 'listDeliveries' | 'getDelivery' | 'resendDelivery' | 'recoverDeliveries'
>

export const deliveryHandlers: DeliveryHandlers = {
  testWebhook: async (context, { params, body }) => {
    const organizationId = organizationOf(context)
    const webhook = requireActive(await requireWebhook(context, params.id))
    const { brandId, brandName } = await testBrand(context, webhook)
    const event = testEvent(context, webhook, brandId, body.type ?? webhook.events[0] ?? 'score.changed')
    const id = context.services.newId('delivery')
    const delivery = {
      id,
      webhookId: webhook.id,
      eventId: event.id,
      eventType: event.type,
      brandId,
      isTest: true,
      status: 'pending' as const,
      body: deliveryBody(webhook.format, event, { brandName, publicUrl: context.services.publicUrl }),
    }
    await insertDeliveries(context.db, organizationId, [delivery], context.now)
    await enqueue(context.db, [deliverJob({ organizationId, webhookId: webhook.id })])
    await audit(context, 'webhook.test', webhook.id)
    return toDelivery(await requireDelivery(context, id))
  },

  listDeliveries: async (context, { params, query }) => {
    const webhook = await requireWebhook(context, params.id)
    const found = await listDeliveries(context.db, organizationOf(context), webhook.id, {
      ...pageOf(context, query),
      brandIds: context.caller.brandIds,
      status: query.status,
      since: query.since === undefined ? null : new Date(query.since),
    })
    return toPage(context, query, found.map(toDelivery))
  },

  getDelivery: async (context, { params }) => {
    const delivery = await requireDelivery(context, params.id)
    const organizationId = organizationOf(context)
    return {
      ...toDelivery(delivery),
      body: await deliveryBodyOf(context.db, organizationId, delivery.id),
      log: (await attemptsOf(context.db, organizationId, delivery.id)).map(toAttempt),
    }
  },

  resendDelivery: async (context, { params }) => {
    const organizationId = organizationOf(context)
    const delivery = await requireDelivery(context, params.id)
    const webhook = requireActive(await requireWebhook(context, delivery.webhookId))
    requireItsBrand(webhook, delivery)
    if (delivery.status === 'suppressed_quota') await releaseOne(context, delivery)
    else await resendDelivery(context.db, organizationId, delivery.id, context.now)
    await enqueue(context.db, [deliverJob({ organizationId, webhookId: webhook.id })])
    await audit(context, 'delivery.resend', delivery.id)
    return toDelivery(await requireDelivery(context, delivery.id))
  },

  recoverDeliveries: async (context, { params, body }) => {
    const organizationId = organizationOf(context)
    const webhook = requireActive(await requireWebhook(context, params.id))
    const since = new Date(body.since)
    const failed = await resendFailed(context.db, organizationId, webhook, { since, at: context.now })
    const { released, suppressed } = await releaseAll(context, webhook.id, since)
    const recovered = failed + released
    await enqueue(context.db, [deliverJob({ organizationId, webhookId: webhook.id })])
    await audit(context, 'webhook.recover', webhook.id, { since: since.toISOString(), recovered })
    return { id: webhook.id, recovered, suppressed }
  },
}

/** @throws Problem resource_not_found, also for one of a subscription or a brand that the caller may not know of */
async function requireDelivery(context: Context, id: string): Promise<DeliveryRow> {
  const delivery = await deliveryById(context.db, organizationOf(context), id)
  if (!delivery || !isAbout(context.caller.brandIds, delivery)) throw new Problem('resource_not_found')
  await requireWebhook(context, delivery.webhookId)
  return delivery
}

/** @param brandIds null: all brands */
const isAbout = (brandIds: string[] | null, { brandId }: DeliveryRow): boolean =>
  brandIds === null || (brandId !== null && brandIds.includes(brandId))

/** What it told before it was narrowed is not sent to where it leads by now. @throws Problem conflict */
function requireItsBrand(webhook: WebhookRow, delivery: DeliveryRow): void {
  if (isAbout(webhook.brandIds, delivery)) return
  throw new Problem('conflict', {
    message: 'This webhook is no longer about the brand of this delivery. Add the brand to its brandIds first.',
  })
}

function requireActive(webhook: WebhookRow): WebhookRow {
  if (webhook.status === 'active') return webhook
  throw new Problem('conflict', {
    message: `This webhook is ${webhook.status}: nothing is sent to it. Set its status to active first.`,
  })
}

/** A brand that the subscription is told of; before there is one, an id that names nothing. */
async function testBrand(context: Context, webhook: WebhookRow): Promise<{ brandId: string; brandName: string }> {
  const organizationId = organizationOf(context)
  const [first] = webhook.brandIds ?? []
  const brand =
    first === undefined
      ? await defaultBrand(context.db, organizationId)
      : await brandById(context.db, organizationId, first)
  return { brandId: brand?.id ?? first ?? context.services.newId('brand'), brandName: brand?.name ?? 'Test brand' }
}

function testEvent(
  { services, now }: Context,
  webhook: WebhookRow,
  brandId: string,
  type: SightlineEvent['type'],
): SightlineEvent {
  const content = sampleContent(type, {
    brandId,
    competitorId: services.newId('competitor'),
    recommendationId: services.newId('recommendation'),
    threshold: webhook.threshold,
  })
  const frame = { timestamp: now.toISOString(), apiVersion: 'v1' as const, sequence: 1, test: true as const }
  // Its fields in the order of a real one.
  return sightlineEvent.parse({ id: services.newId('event'), ...frame, ...content })
}

function toDelivery({ brandId: _brandId, isTest, lastAttempt, ...row }: DeliveryRow): Delivery {
  return {
    ...row,
    test: isTest,
    lastAttempt: lastAttempt && { ...lastAttempt, at: lastAttempt.at.toISOString() },
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

function toAttempt({ requestHeaders, responseHeaders, responseStart, ...attempt }: AttemptRow) {
  return {
    ...attempt,
    at: attempt.at.toISOString(),
    request: { headers: requestHeaders },
    response: responseHeaders && { headers: responseHeaders, untrustedStart: responseStart },
  }
}
