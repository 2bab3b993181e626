import { plans, sightlineEvent, type EventContent, type SightlineEvent } from '@sightline/sdk'
import { fitEvent } from '../../engine/notifying/events/fit.ts'
import { brandById, lockBrand } from '../../store/measuring/brands.ts'
import { nextChange } from '../../base/db/change-clock.ts'
import type { Db } from '../../base/db/db.ts'
import { insertEvents, lastEventAt, nextSequence } from '../../store/notifying/events.ts'
import { organizationById, type Organization } from '../../store/accounts/organizations.ts'
import { type WebhookRow, activeWebhooks } from '../../store/notifying/webhooks.ts'
import { periodOf } from '../../engine/measuring/planning/period.ts'
import { countWebhookEvents } from '../../store/notifying/webhook-quota.ts'
import type { Pipeline } from '../context.ts'
import { deliverJob } from '../../jobs/kinds.ts'
import { deliveryBody, digestBody } from '../../messages/delivery-body.ts'
import { insertDeliveries, type NewDelivery } from '../../store/notifying/deliveries.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { wants, concerns, isTold } from '../../engine/notifying/events/subscription.ts'
import type { Report } from '../../engine/scoring/report.ts'
import { isWorthTelling, scoreChange } from '../../engine/scoring/score-change.ts'
import {
  saveScoreBaseline,
  saveWebhookBaselines,
  scoreBaseline,
  webhookBaselines,
  type ReportedScore,
} from '../../store/notifying/webhook-baselines.ts'

/** Something that happened, as `GET /events` tells it, and as each subscription is told of it. */
export type DomainEvent = { content: EventContent; told: { webhook: WebhookRow; content: EventContent }[] }

type Publishing = Pick<Pipeline, 'now' | 'newId' | 'publicUrl'>
/** The same with its place in the brand's history. */
type Written = { event: SightlineEvent; told: Omit<Recipient, 'status'>[] }

/**
 * Writes events and their deliveries, in the caller's transaction: both exist if, and only if, what they tell of does.
 * The brands stay locked until it ends, so that a brand's sequence has neither gaps nor twins.
 */
export async function publish(
  pipeline: Publishing,
  db: Db,
  organizationId: string,
  happenings: DomainEvent[],
): Promise<void> {
  const organization = await organizationById(db, organizationId)
  if (!organization || happenings.length === 0) return
  const sequences = await takeSequences(db, organizationId, happenings)
  // Late, because the clock stays locked until the end; and after it the time, so that both tell the same order.
  const changedAt = await nextChange(db, organizationId)
  const now = pipeline.now()
  const at = later(now, await lastEventAt(db, organizationId))
  // In the order of the sequence, within one instant too.
  const ids = happenings.map(() => pipeline.newId('event', at)).toSorted()
  const written = happenings
    .map((happening) => withoutForbiddenChannel(happening, organization))
    .map((happening, index) => place(happening, { id: ids[index] ?? '', at, sequence: sequences[index] ?? 0 }))
  await insertEvents(
    db,
    organizationId,
    written.map(({ event }) => event),
    changedAt,
  )
  const counted = written.filter(({ told }) => told.length > 0)
  const types = counted.map(({ event }) => event.type)
  const { id, plan, anchorAt } = organization
  const { start: periodStart } = periodOf(anchorAt, now)
  const fitting = await countWebhookEvents(db, { id, plan, periodStart }, types, now)
  const told = counted.flatMap((one, index) =>
    one.told.map((told) => ({
      ...told,
      status: index < fitting ? ('pending' as const) : ('suppressed_quota' as const),
    })),
  )
  await fanOut(pipeline, db, organizationId, told, { brandNames: await brandNames(db, organizationId, counted), now })
}

const later = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one)

/** Each event's place in its brand's sequence. */
async function takeSequences(db: Db, organizationId: string, happenings: DomainEvent[]): Promise<number[]> {
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

/** A plan that no longer includes the dedicated channel leaves it silent. */
function withoutForbiddenChannel({ content, told }: DomainEvent, { plan }: Organization): DomainEvent {
  const { hasDedicatedChannel } = plans[plan]
  return { content, told: told.filter(({ webhook }) => hasDedicatedChannel || !webhook.isChannel) }
}

function place(
  { content, told }: DomainEvent,
  { id, at, sequence }: { id: string; at: Date; sequence: number },
): Written {
  const frame = { id, timestamp: at.toISOString(), apiVersion: 'v1' as const, sequence }
  // An event is sent as it stands, so it is held against the contract here, which also gives its fields their order.
  const eventOf = (of: EventContent): SightlineEvent => sightlineEvent.parse(fitEvent({ ...frame, ...of }))
  return {
    event: eventOf(content),
    told: told.map(({ webhook, content }) => ({ webhook, event: eventOf(content) })),
  }
}

async function brandNames(db: Db, organizationId: string, written: Written[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const brandId of new Set(written.map(({ event }) => event.data.brandId)))
    names.set(brandId, (await brandById(db, organizationId, brandId))?.name ?? brandId)
  return names
}

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

type Announced = Exclude<EventContent, { type: 'score.changed' }>

/**
 * Tells of new recommendations and competitors' moves, in the transaction that made them: writes the events and a delivery
 * for each subscription that asks for them. The brands stay locked until the transaction ends.
 */
export async function announce(
  pipeline: Pick<Pipeline, 'now' | 'newId' | 'publicUrl'>,
  db: Db,
  organizationId: string,
  contents: Announced[],
): Promise<void> {
  if (contents.length === 0) return
  const webhooks = await activeWebhooks(db, organizationId)
  const happenings = contents.map((content) => ({
    content,
    told: webhooks.filter((webhook) => wants(webhook, content)).map((webhook) => ({ webhook, content })),
  }))
  await publish(pipeline, db, organizationId, happenings)
}

/**
 * Tells of a brand's settled score, in the transaction that scores it: each subscription measures its threshold from what
 * it was told last. A brand's first score, and the first one after a subscription began, is where it begins, and is told
 * to nobody. The brand is locked.
 */
export async function announceScore(
  pipeline: Pick<Pipeline, 'now' | 'newId' | 'publicUrl'>,
  db: Db,
  organizationId: string,
  report: Report,
): Promise<void> {
  const { brandId } = report.score
  const now = report.measured
  const at = pipeline.now()
  const last = await scoreBaseline(db, organizationId, brandId)
  const webhooks = (await activeWebhooks(db, organizationId)).filter((webhook) =>
    concerns(webhook, 'score.changed', brandId),
  )
  const baselines = await webhookBaselines(db, organizationId, brandId)
  const told = last ? webhooks.flatMap((webhook) => tell(webhook, report, baselines.get(webhook.id))) : []
  const beginning = webhooks.filter(({ id }) => !last || !baselines.has(id))
  const informed = [...told.map(({ webhook }) => webhook.id), ...beginning.map(({ id }) => id)].toSorted()
  await saveWebhookBaselines(db, organizationId, brandId, informed, now, at)
  const isNews = last !== undefined && (told.length > 0 || isWorthTelling(now.composite, last.composite, 0))
  if (!last || isNews) await saveScoreBaseline(db, organizationId, brandId, now, at)
  if (isNews) await publish(pipeline, db, organizationId, [{ content: scoreChange(report, last, 0), told }])
}

/** From here on changes are told relative to this score, which nobody is told. The brand is locked. */
export async function restartBaselines(
  { now }: Pick<Pipeline, 'now'>,
  db: Db,
  organizationId: string,
  { score: { brandId }, measured }: Report,
): Promise<void> {
  const webhooks = (await activeWebhooks(db, organizationId)).filter((webhook) =>
    concerns(webhook, 'score.changed', brandId),
  )
  const webhookIds = webhooks.map(({ id }) => id).toSorted()
  await saveWebhookBaselines(db, organizationId, brandId, webhookIds, measured, now())
  await saveScoreBaseline(db, organizationId, brandId, measured, now())
}

/** What a subscription is told, or nothing. */
function tell(webhook: WebhookRow, report: Report, told: ReportedScore | undefined) {
  const isDue =
    told !== undefined &&
    isWorthTelling(report.measured.composite, told.composite, webhook.threshold) &&
    isTold(webhook, report.measured.isOwnChange)
  return isDue ? [{ webhook, content: scoreChange(report, told, webhook.threshold) }] : []
}
