import type { Schedule } from '@sightline/sdk'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

export type NewSchedule = Omit<Schedule, 'brandId' | 'nextRunAt'> & { nextRunAt: Date | null }

export async function saveSchedule(
  db: Db,
  organizationId: string,
  brandId: string,
  schedule: NewSchedule,
): Promise<void> {
  const columns = {
    is_on: schedule.isOn,
    hour: schedule.hour,
    days: schedule.days,
    repeats: schedule.repeats,
    platforms: schedule.platforms,
    next_run_at: schedule.nextRunAt,
  }
  await db
    .insertInto('schedule')
    .values({ organization_id: organizationId, brand_id: brandId, ...columns })
    .onConflict((conflict) => conflict.columns(['organization_id', 'brand_id']).doUpdateSet(columns))
    .execute()
}

export async function scheduleOf(db: Db, organizationId: string, brandId: string): Promise<Schedule | undefined> {
  const row = await scheduleRow(db, organizationId, brandId).executeTakeFirst()
  return row && toSchedule(row)
}

/**
 * The schedule if its appointed turn has come by the database's clock, the one that wakes jobs; locked, so that of two
 * that take the same turn the second finds the next one appointed, which is not due.
 */
export async function dueScheduleOf(db: Db, organizationId: string, brandId: string): Promise<Schedule | undefined> {
  const row = await scheduleRow(db, organizationId, brandId)
    .where('is_on', '=', true)
    .where('next_run_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  return row && toSchedule(row)
}

const scheduleRow = (db: Db, organizationId: string, brandId: string) =>
  db.selectFrom('schedule').selectAll().where('organization_id', '=', organizationId).where('brand_id', '=', brandId)

const toSchedule = (row: Selectable<Tables['schedule']>): Schedule => ({
  brandId: row.brand_id,
  isOn: row.is_on,
  hour: row.hour,
  days: row.days,
  repeats: row.repeats,
  platforms: row.platforms,
  nextRunAt: row.next_run_at?.toISOString() ?? null,
})
