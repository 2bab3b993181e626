import { plans, type EventType, type PlanSlug } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import { noticeCalls } from '../accounts/notices.ts'
import { beginPeriod, countCalls } from '../accounts/usage.ts'

/**
 * Counts events that webhooks tell of against the month, where the plan says so: one call an event, however many
 * subscriptions are told of it. Exact, as the count is part of the caller's transaction, which keeps the period's row
 * locked until it ends: count late.
 * @param types of the events that some subscription is told of
 * @returns how many of them fit, the first ones
 */
export async function countWebhookEvents(
  db: Db,
  { id, plan, periodStart }: { id: string; plan: PlanSlug; periodStart: Date },
  types: EventType[],
  at: Date,
): Promise<number> {
  const { countsWebhookEvents, callsPerMonth: ceiling } = plans[plan]
  if (!countsWebhookEvents || types.length === 0) return types.length
  const calls = types.map((operation) => ({ keyId: '', operation, day: at.toISOString().slice(0, 10) }))
  await beginPeriod(db, id, periodStart)
  const { before = 0, after = 0 } = (await countCalls(db, id, { periodStart, ceiling, calls })) ?? {}
  await noticeCalls(db, id, { periodStart, ceiling, used: after })
  return after - before
}
