import { plans, type EventType } from '@sightline/sdk'
import { periodOf } from '../engine/planning/period.ts'
import { insertAuditEntry } from '../store/audit.ts'
import type { Db } from '../store/database.ts'
import { hasSuppressedSince } from '../store/deliveries.ts'
import type { Organization } from '../store/organizations.ts'
import { beginPeriod, countCalls } from '../store/usage.ts'
import type { Pipeline } from './context.ts'

/**
 * Counts events that webhooks tell of against the month, where the plan says so: one call an event, however many
 * subscriptions are told of it, and exactly, as the count is part of the caller's transaction.
 * @param types of the events that some subscription is told of
 * @returns how many of them fit, the first ones
 */
export async function countWebhookEvents(
  { now }: Pick<Pipeline, 'now'>,
  db: Db,
  { id, plan, anchorAt }: Organization,
  types: EventType[],
): Promise<number> {
  const { countsWebhookEvents, callsPerMonth: ceiling } = plans[plan]
  if (!countsWebhookEvents || types.length === 0) return types.length
  const at = now()
  const { start } = periodOf(anchorAt, at)
  const calls = types.map((operation) => ({ keyId: '', operation, day: at.toISOString().slice(0, 10) }))
  await beginPeriod(db, id, start)
  const { before = 0, after = 0 } = (await countCalls(db, id, { periodStart: start, ceiling, calls })) ?? {}
  const fitting = after - before
  if (fitting < types.length && !(await hasSuppressedSince(db, id, start)))
    await insertAuditEntry(db, id, {
      actor: { kind: 'system' },
      action: 'webhook.quota_reached',
      subject: id,
      detail: { plan, limit: ceiling, periodStart: start.toISOString() },
    })
  return fitting
}
