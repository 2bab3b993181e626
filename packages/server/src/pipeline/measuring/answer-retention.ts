import { plans, type PlanSlug } from '@sightline/sdk'
import { dayOf } from '../../engine/scoring/windows.ts'
import { tendAnswersJob, type Jobs } from '../../jobs/kinds.ts'
import { deleteAnswersBefore, keepAnswersSince } from '../../store/measuring/kept-answers.ts'
import { organizationById } from '../../store/accounts/organizations.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import type { Pipeline } from '../context.ts'
import { DAY_MS } from '../../engine/measuring/planning/day.ts'

/** Whoever takes a smaller plan has so long to change their mind, or to export. */
const GRACE_MS = 30 * DAY_MS
/** Answers deleted in one transaction. */
const PORTION = 1_000

/** An organization's daily round: deletes answers that its plan keeps no longer, and appoints the next round. */
export async function applyAnswerRetention(
  { database, now }: Pick<Pipeline, 'database' | 'now'>,
  { organizationId }: Jobs['tend-answers'],
): Promise<void> {
  const before = await database.transaction(organizationId, async (db) => {
    const organization = await organizationById(db, organizationId)
    if (!organization) return null
    const day = firstDayKept(organization.plan, organization.planSince, now())
    if (day !== null) await keepAnswersSince(db, organizationId, day)
    await enqueue(db, [tendAnswersJob({ organizationId }, DAY_MS)])
    return day
  })
  if (before === null) return
  for (let deleted = PORTION; deleted === PORTION;)
    deleted = await database.transaction(organizationId, (db) =>
      deleteAnswersBefore(db, organizationId, before, PORTION),
    )
}

/** UTC day, YYYY-MM-DD; null: all are kept. */
export function firstDayKept(plan: PlanSlug, planSince: Date, now: Date): string | null {
  const { answersKeptMonths } = plans[plan]
  if (answersKeptMonths === null || now.getTime() - planSince.getTime() < GRACE_MS) return null
  const months = now.getUTCFullYear() * 12 + now.getUTCMonth() - answersKeptMonths
  const [year, month] = [Math.floor(months / 12), months % 12]
  // A month that is shorter has no such day: its last one.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)))
}
