import { plans, sightlineEvent, type EventContent, type SightlineEvent } from '@sightline/sdk'
import { fitEvent } from '../../engine/notifying/events/fit.ts'
import { brandById, lockBrand } from '../../store/measuring/brands.ts'
import { nextChange } from '../../base/db/change-clock.ts'
import type { Db } from '../../base/db/db.ts'
import { insertEvents, lastEventAt, nextSequence } from '../../store/notifying/events.ts'
import { organizationById, type Organization } from '../../store/accounts/organizations.ts'
import type { WebhookRow } from '../../store/notifying/webhooks.ts'
import { periodOf } from '../../engine/measuring/planning/period.ts'
import { countWebhookEvents } from '../../store/notifying/webhook-quota.ts'
import type { Pipeline } from '../context.ts'
import { fanOut, type Recipient } from './fan-out.ts'

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
