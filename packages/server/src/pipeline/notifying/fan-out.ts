import type { SightlineEvent } from '@sightline/sdk'
import { deliverJob } from '../../jobs/kinds.ts'
import { deliveryBody, digestBody } from '../../messages/delivery-body.ts'
import type { Db } from '../../base/db/db.ts'
import { insertDeliveries, type NewDelivery } from '../../store/notifying/deliveries.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import type { WebhookRow } from '../../store/notifying/webhooks.ts'
import type { Pipeline } from '../context.ts'

/** An event as one subscription is told of it. */
export type Recipient = { webhook: WebhookRow; event: SightlineEvent; status: NewDelivery['status'] }

/** Writes one delivery a subscription and event, and a job an endpoint; a dedicated channel gets a burst as one message. */
export async function fanOut(
  { newId, publicUrl }: Pick<Pipeline, 'newId' | 'publicUrl'>,
  db: Db,
  organizationId: string,
  told: Recipient[],
  { brandNames, now }: { brandNames: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  const byWebhook = Map.groupBy(told, ({ webhook }) => webhook)
  const messages = [...byWebhook].flatMap(([webhook, ofWebhook]) =>
    messagesOf(webhook, ofWebhook, { brandNames, publicUrl }),
  )
  // In the order of the events, within one instant too.
  const ids = messages.map(() => newId('delivery', now)).toSorted()
  const deliveries = messages.map(({ webhook, event, status, body }, index) => ({
    id: ids[index] ?? '',
    webhookId: webhook.id,
    eventId: event.id,
    eventType: event.type,
    brandId: event.data.brandId,
    isTest: false,
    status,
    body,
  }))
  await insertDeliveries(db, organizationId, deliveries, now)
  const due = deliveries.filter(({ status }) => status === 'pending').map(({ webhookId }) => webhookId)
  await enqueue(
    db,
    [...new Set(due)].map((webhookId) => deliverJob({ organizationId, webhookId })),
  )
}

function messagesOf(
  webhook: WebhookRow,
  told: Recipient[],
  { brandNames, publicUrl }: { brandNames: ReadonlyMap<string, string>; publicUrl: string | null },
): (Recipient & { body: string })[] {
  const [first] = told
  if (webhook.isChannel && webhook.format !== 'event' && told.length > 1 && first) {
    const events = told.map(({ event }) => event)
    return [{ ...first, body: digestBody(webhook.format, events, brandNames, publicUrl) }]
  }
  return told.map((one) => {
    const { brandId } = one.event.data
    const brandName = brandNames.get(brandId) ?? brandId
    return { ...one, body: deliveryBody(webhook.format, one.event, { brandName, publicUrl }) }
  })
}
