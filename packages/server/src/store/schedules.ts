import type { Schedule } from '@sightline/sdk'
import type { Db } from './database.ts'

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
  const row = await db
    .selectFrom('schedule')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .executeTakeFirst()
  return (
    row && {
      brandId,
      isOn: row.is_on,
      hour: row.hour,
      days: row.days,
      repeats: row.repeats,
      platforms: row.platforms,
      nextRunAt: row.next_run_at?.toISOString() ?? null,
    }
  )
}
