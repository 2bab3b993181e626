import { plans } from '@sightline/sdk'
import { deliverJob, tendWebhooksJob, type Jobs } from '../../jobs/kinds.ts'
import type { Db } from '../../base/db/db.ts'
import { deleteOldDeliveries } from '../../store/notifying/deliveries.ts'
import { lockSuppressed, releaseSuppressed } from '../../store/notifying/delivery-resends.ts'
import { organizationById } from '../../store/accounts/organizations.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { countWebhooks } from '../../store/notifying/webhooks.ts'
import type { Pipeline } from '../context.ts'
import { DAY_MS } from '../../engine/measuring/planning/day.ts'

export const KEPT_DAYS = 30
/** What was kept back can be sent after the end of a billing period, which has up to 31 days. */
export const SUPPRESSED_KEPT_DAYS = 62
/** Deliveries, with their attempts, deleted in one transaction. */
const BATCH = 1_000

/**
 * An organization's daily round: deletes deliveries that are too old, sends those that were kept back where the plan does
 * not count them any more, and appoints the next round. One without webhooks has none: the next webhook appoints it.
 */
export async function applyDeliveryRetention(
  { database, now }: Pick<Pipeline, 'database' | 'now'>,
  { organizationId }: Jobs['tend-webhooks'],
): Promise<void> {
  const isMore = await database.transaction(organizationId, async (db) => {
    const daysAgo = (days: number): Date => new Date(now().getTime() - days * DAY_MS)
    const deleted = await deleteOldDeliveries(db, organizationId, {
      before: daysAgo(KEPT_DAYS),
      suppressedBefore: daysAgo(SUPPRESSED_KEPT_DAYS),
      limit: BATCH,
    })
    if (deleted === BATCH) return true
    await releaseUncounted(db, organizationId, now())
    if ((await countWebhooks(db, organizationId)) > 0)
      await enqueue(db, [tendWebhooksJob({ organizationId }, new Date(now().getTime() + DAY_MS))])
    return false
  })
  if (isMore) await applyDeliveryRetention({ database, now }, { organizationId })
}

async function releaseUncounted(db: Db, organizationId: string, at: Date): Promise<void> {
  const organization = await organizationById(db, organizationId)
  if (!organization || plans[organization.plan].countsWebhookEvents) return
  await lockSuppressed(db, organizationId)
  const released = await releaseSuppressed(db, organizationId, null, at)
  const webhookIds = [...new Set(released.map(({ webhookId }) => webhookId))].toSorted()
  await enqueue(
    db,
    webhookIds.map((webhookId) => deliverJob({ organizationId, webhookId })),
  )
}
