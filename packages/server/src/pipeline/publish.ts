import { plans, type EventContent, type SightlineEvent } from '@sightline/sdk'
import { fitEvent } from '../engine/events/fit.ts'
import { deliverJob } from '../jobs/kinds.ts'
import { lockBrand } from '../store/brands.ts'
import { nextChange } from '../store/change-clock.ts'
import type { Db } from '../store/database.ts'
import { insertDeliveries, type NewDelivery } from '../store/deliveries.ts'
import { insertEvents, lastEventAt, nextSequence } from '../store/events.ts'
import { organizationById } from '../store/organizations.ts'
import { enqueue } from '../store/queue.ts'
import type { WebhookRow } from '../store/webhooks.ts'
import { countWebhookEvents } from './webhook-quota.ts'
import type { Pipeline } from './context.ts'

/** Something that happened, as `GET /events` tells it, and as each subscription is told of it. */
export type Happening = { content: EventContent; told: { webhook: WebhookRow; content: EventContent }[] }

/**
 * Writes events and their deliveries, in the caller's transaction: both exist if, and only if, what they tell of does.
 * The brands stay locked until it ends, so that a brand's sequence has neither gaps nor twins.
 */
export async function publish(
  pipeline: Pick<Pipeline, 'now' | 'newId'>,
  db: Db,
  organizationId: string,
  happenings: Happening[],
): Promise<void> {
  const organization = await organizationById(db, organizationId)
  if (!organization || happenings.length === 0) return
  const mayHaveChannel = plans[organization.plan].hasDedicatedChannel
  const told = happenings.map((happening) => ({
    ...happening,
    told: happening.told.filter(({ webhook }) => !webhook.isChannel || mayHaveChannel),
  }))
  const sequences = await takeSequences(db, organizationId, told)
  const counted = told.filter(({ told }) => told.length > 0)
  const types = counted.map(({ content }) => content.type)
  const suppressed = new Set(counted.slice(await countWebhookEvents(pipeline, db, organization, types)))
  // Late, because the clock stays locked until the end; and after it the time, so that both tell the same order.
  const changedAt = await nextChange(db, organizationId)
  const at = later(pipeline.now(), await lastEventAt(db, organizationId))
  const ids = told.map(() => pipeline.newId('event', at)).toSorted()
  const written = told.map((happening, index) => {
    const { content, told } = happening
    const frame = {
      id: ids[index] ?? '',
      timestamp: at.toISOString(),
      apiVersion: 'v1' as const,
      sequence: sequences[index] ?? 0,
    }
    return {
      event: eventOf(frame, content),
      deliveries: told.map(({ webhook, content }) => ({ webhook, event: eventOf(frame, content) })),
      status: suppressed.has(happening) ? ('suppressed_quota' as const) : ('pending' as const),
    }
  })
  await insertEvents(
    db,
    organizationId,
    written.map(({ event }) => event),
    changedAt,
  )
  const deliveries = written.flatMap(({ deliveries, status }) =>
    deliveries.map(({ webhook, event }) => deliveryOf(pipeline.newId('delivery', at), webhook, event, status)),
  )
  await insertDeliveries(db, organizationId, deliveries, at)
  const due = deliveries.filter(({ status }) => status === 'pending').map(({ webhookId }) => webhookId)
  await enqueue(
    db,
    [...new Set(due)].toSorted().map((webhookId) => deliverJob({ organizationId, webhookId })),
  )
}

const later = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one)

// Type and data belong together in `content`; spreading it loses that for the compiler.
const eventOf = (frame: Omit<SightlineEvent, 'type' | 'data'>, content: EventContent): SightlineEvent =>
  fitEvent({ ...frame, type: content.type, data: content.data } as SightlineEvent)

function deliveryOf(
  id: string,
  webhook: WebhookRow,
  event: SightlineEvent,
  status: NewDelivery['status'],
): NewDelivery {
  return {
    id,
    webhookId: webhook.id,
    eventId: event.id,
    eventType: event.type,
    isTest: false,
    status,
    body: JSON.stringify(event),
  }
}

/** Each event's place in its brand's sequence. */
async function takeSequences(db: Db, organizationId: string, happenings: Happening[]): Promise<number[]> {
  const brandIds = happenings.map(({ content }) => content.data.brandId)
  const next = new Map<string, number>()
  for (const brandId of [...new Set(brandIds)].toSorted()) {
    await lockBrand(db, organizationId, brandId)
    next.set(brandId, await nextSequence(db, organizationId, brandId))
  }
  return brandIds.map((brandId) => {
    const sequence = next.get(brandId) ?? 1
    next.set(brandId, sequence + 1)
    return sequence
  })
}
