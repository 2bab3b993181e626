import { freshDatabase } from './database.ts'
import { openApp, type TestAppOptions, type TestApp } from './product.ts'

export { seedBrand, labPlatformsOf, runEnd, startedRun, type Tenant, type TestApp } from './product.ts'

/** The real product on a database of its own, closed with the test run. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  return openApp(await freshDatabase(), options)
}
