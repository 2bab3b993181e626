import { namesOnly, type EntityNames } from '../../engine/reading/names/matcher.ts'
import { brandById } from '../../store/measuring/brands.ts'
import { listCompetitors } from '../../store/measuring/competitors.ts'
import type { Db } from '../../base/db/db.ts'

/**
 * The names to look for in a brand's answers: the brand's first, then its competitors', oldest first; undefined when it is gone.
 * @param readBrand `keptBrand` for who writes what is found with them
 */
export async function brandEntities(
  db: Db,
  organizationId: string,
  brandId: string,
  readBrand: typeof brandById = brandById,
): Promise<EntityNames[] | undefined> {
  const brand = await readBrand(db, organizationId, brandId)
  if (!brand) return undefined
  const competitors = await listCompetitors(db, organizationId, brandId, { limit: 1_000, after: null })
  return [
    namesOnly({ ...brand, kind: 'brand' }),
    ...competitors.map((competitor) => namesOnly({ ...competitor, kind: 'competitor' })),
  ]
}
