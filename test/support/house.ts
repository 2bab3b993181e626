import { freshDatabase } from './database.ts'
import { openHouse, type HouseOptions, type TestHouse } from './product.ts'

export { furnish, labPlatformsOf, runEnd, startedRun, type Tenant, type TestHouse } from './product.ts'

/** The real product on a database of its own, closed with the test run. */
export async function openTestHouse(options: HouseOptions = {}): Promise<TestHouse> {
  return openHouse(await freshDatabase(), options)
}
