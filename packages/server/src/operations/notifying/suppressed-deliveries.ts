import { plans, Problem } from '@sightline/sdk'
import { deliverJob } from '../../jobs/kinds.ts'
import type { DeliveryRow } from '../../store/notifying/deliveries.ts'
import {
  lockSuppressed,
  releaseSuppressed,
  suppressedEvents,
  type SuppressedEvent,
} from '../../store/notifying/delivery-resends.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { periodOf } from '../../engine/measuring/planning/period.ts'
import { countWebhookEvents } from '../../store/notifying/webhook-quota.ts'
import type { Context } from '../context.ts'
import { organizationOf } from '../tenant.ts'

/**
 * Sends what was kept back of one event, to every subscription, and counts it.
 * @throws Problem quota_exceeded when the month's calls are still used up
 */
export async function releaseOne(context: Context, { webhookId, eventId }: DeliveryRow): Promise<void> {
  const { suppressed } = await release(context, webhookId, { since: new Date(0), eventId })
  if (suppressed === 0) return
  const { plan, anchorAt } = context.caller.organization
  const { callsPerMonth: ceiling } = plans[plan]
  const untilResetMs = periodOf(anchorAt, context.now).end.getTime() - context.now.getTime()
  throw new Problem('quota_exceeded', {
    plan,
    limit: ceiling,
    current: ceiling,
    retryAfterSeconds: Math.max(1, Math.ceil(untilResetMs / 1_000)),
  })
}

/**
 * Sends what was kept back of a subscription since an instant, oldest first, as far as the month's calls go.
 * @returns how many of its deliveries go, and how many are still kept back
 */
export const releaseAll = (
  context: Context,
  webhookId: string,
  since: Date,
): Promise<{ released: number; suppressed: number }> => release(context, webhookId, { since, eventId: null })

async function release(
  context: Context,
  webhookId: string,
  which: { since: Date; eventId: string | null },
): Promise<{ released: number; suppressed: number }> {
  const { db, now } = context
  const organizationId = organizationOf(context)
  // One release after another, so that no event is counted twice.
  await lockSuppressed(db, organizationId)
  const events = await suppressedEvents(db, organizationId, webhookId, which)
  const { id, plan, anchorAt } = context.caller.organization
  const counted = { id, plan, periodStart: periodOf(anchorAt, now).start }
  const fitting = await countWebhookEvents(db, counted, events.map(typeOf), now)
  const eventIds = events.slice(0, fitting).map(({ eventId }) => eventId)
  const released = await releaseSuppressed(db, organizationId, eventIds, now)
  const webhookIds = [...new Set(released.map((delivery) => delivery.webhookId))].toSorted()
  await enqueue(
    db,
    webhookIds.map((id) => deliverJob({ organizationId, webhookId: id })),
  )
  return { released: eventIds.length, suppressed: events.length - eventIds.length }
}

const typeOf = ({ type }: SuppressedEvent) => type
