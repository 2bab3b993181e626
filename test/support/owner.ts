import { Client } from 'pg'
import type { Tenant, TestApp } from './test-app.ts'
import { makeDue } from './queue.ts'

/** A statement of the database's owner, whom no row-level security holds: for what no door of the product does yet. */
export async function asOwner(house: TestApp, statement: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: house.database.ownerUrl })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** For tests that call more often than a minute allows. Before the first call, so that nothing is remembered. */
export const liftMinuteLimit = (house: TestApp, { organizationId }: Pick<Tenant, 'organizationId'>): Promise<unknown> =>
  asOwner(house, 'update organization set calls_per_minute = 1000000 where organization_id = $1', [organizationId])

/** Brings a schedule's appointment forward to this moment, or by hours and days into the past: the clock of both is PostgreSQL's. */
export async function bringForward(house: TestApp, brandId: string, late = '0 hours'): Promise<void> {
  await asOwner(house, 'update schedule set next_run_at = now() - $2::interval where brand_id = $1 and is_on', [
    brandId,
    late,
  ])
  await makeDue(house.app.database, `schedule:${brandId}`, late)
}
