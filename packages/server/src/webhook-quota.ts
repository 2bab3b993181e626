import { plans, type EventType, type PlanSlug } from '@sightline/sdk'
import { periodOf } from './engine/planning/period.ts'
import type { Db } from './store/database.ts'
import { noticeCalls } from './store/notices.ts'
import { beginPeriod, countCalls } from './store/usage.ts'

/**
 * Counts events that webhooks tell of against the month, where the plan says so: one call an event, however many
 * subscriptions are told of it. Exact, as the count is part of the caller's transaction, which keeps the period's row
 * locked until it ends: count late.
 * @param types of the events that some subscription is told of
 * @returns how many of them fit, the first ones
 */
export async function countWebhookEvents(
  db: Db,
  { id, plan, anchorAt }: { id: string; plan: PlanSlug; anchorAt: Date },
  types: EventType[],
  at: Date,
): Promise<number> {
  const { countsWebhookEvents, callsPerMonth: ceiling } = plans[plan]
  if (!countsWebhookEvents || types.length === 0) return types.length
  const { start } = periodOf(anchorAt, at)
  const calls = types.map((operation) => ({ keyId: '', operation, day: at.toISOString().slice(0, 10) }))
  await beginPeriod(db, id, start)
  const { before = 0, after = 0 } = (await countCalls(db, id, { periodStart: start, ceiling, calls })) ?? {}
  await noticeCalls(db, id, { periodStart: start, ceiling, used: after })
  return after - before
}
