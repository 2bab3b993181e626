import { rollupsOf as counted } from '../pipeline/scoring/rollups.ts'
import { differingRollups } from '../pipeline/reading/verify.ts'
import { applicationAccess } from '../base/db/application-role.ts'
import { openDatabase, type Database } from '../base/db/database.ts'
import { sampledBrands, type NamedBrand } from '../store/diagnostics.ts'
import { cellsOfDay, observationsOfCells } from '../store/reading/observations.ts'
import { rollupsOf } from '../store/scoring/rollups.ts'
import { sampledDays } from '../store/scoring/sampled-days.ts'
import type { Opened } from './database.ts'
import { fault, good, some, type Finding } from './finding.ts'

const NEWEST_BRANDS = 3
const OTHER_BRANDS = 7
/** Of each brand, spread over all its days: a brand of two weeks is counted anew as a whole. */
const DAYS = 14

/** Days of some brands, counted anew; `sightline verify` recomputes everything. */
export async function counts(opened: Opened): Promise<Finding> {
  const brands = await sampledBrands(opened.client, NEWEST_BRANDS, OTHER_BRANDS)
  const { url } = await applicationAccess(opened.client, opened.ownerUrl, opened.secret)
  const database = openDatabase({ url, poolSize: 1, readerCount: 1 })
  try {
    const looks = []
    for (const brand of brands) looks.push({ ...brand, ...(await look(database, brand)) })
    const wrong = looks.flatMap(({ brandId, wrong }) => (wrong.length > 0 ? `${brandId} (${some(wrong, 3)})` : []))
    if (wrong.length > 0)
      return fault(
        'counts',
        `Counts of ${some(wrong)} do not agree with the answers.`,
        'Run "sightline verify" for all that differs.',
      )
    const days = looks.reduce((sum, { days }) => sum + days, 0)
    return good('counts', `agree with the answers in a sample of ${days} days of ${brands.length} brands`)
  } finally {
    await database.close()
  }
}

function look(database: Database, { organizationId, brandId }: NamedBrand): Promise<{ days: number; wrong: string[] }> {
  return database.snapshot(organizationId, async (db) => {
    const days = await sampledDays(db, organizationId, brandId, DAYS)
    const wrong: string[] = []
    for (const day of days) {
      const stored = await rollupsOf(db, organizationId, brandId, { from: day, to: day, promptIds: null })
      // Also cells that were never counted.
      const cells = [...stored, ...(await cellsOfDay(db, organizationId, brandId, day))]
      const keys = new Map(
        cells.map(({ platform, promptId }) => [`${platform} ${promptId}`, { day, platform, promptId }]),
      )
      const fresh = counted(await observationsOfCells(db, organizationId, brandId, [...keys.values()]))
      if (differingRollups(stored, fresh).length > 0) wrong.push(day)
    }
    return { days: days.length, wrong }
  })
}
