import { sql } from 'kysely'
import type { MeasuredLift } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import type { CellOfAdvice } from '../../base/db/tables.ts'

/** A done recommendation whose lift is still to be measured, or to be measured again. */
export type DoneRecommendation = {
  id: string
  /** UTC day on which it was done. */
  doneDay: string
  liftLow: number
  liftHigh: number
  cells: CellOfAdvice[]
}

/** Those done on these days and not measured for good; oldest first. */
export async function unmeasuredRecommendations(
  db: Db,
  organizationId: string,
  brandId: string,
  days: { to: string; limit: number },
): Promise<DoneRecommendation[]> {
  const { rows } = await sql<DoneRecommendation>`
    select id, (done_at at time zone 'UTC')::date::text as "doneDay", lift_low as "liftLow", lift_high as "liftHigh", cells from recommendation
    where organization_id = ${organizationId} and brand_id = ${brandId} and status = 'done'
      and (done_at at time zone 'UTC')::date <= ${days.to}::date and measured_lift->'isFinal' is distinct from 'true'::jsonb
    order by done_at, id limit ${days.limit}`.execute(db)
  return rows
}

/** The same measurement again changes nothing. */
export async function saveMeasuredLift(
  db: Db,
  organizationId: string,
  id: string,
  measured: MeasuredLift,
  at: Date,
  changedAt: Date,
): Promise<void> {
  await sql`
    update recommendation set measured_lift = ${JSON.stringify(measured)}::jsonb, updated_at = ${at}, changed_at = ${changedAt}
    where organization_id = ${organizationId} and id = ${id} and measured_lift is distinct from ${JSON.stringify(measured)}::jsonb`.execute(
    db,
  )
}
