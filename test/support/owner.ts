import { Client } from 'pg'
import type { Tenant, TestHouse } from './house.ts'

/** A statement of the database's owner, whom no row-level security holds: for what no door of the product does yet. */
export async function asOwner(house: TestHouse, statement: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: house.database.ownerUrl })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** For tests that call more often than a minute allows. Before the first call, so that nothing is remembered. */
export const liftMinuteLimit = (
  house: TestHouse,
  { organizationId }: Pick<Tenant, 'organizationId'>,
): Promise<unknown> =>
  asOwner(house, 'update organization set calls_per_minute = 1000000 where organization_id = $1', [organizationId])
