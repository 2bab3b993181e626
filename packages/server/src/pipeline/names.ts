import type { Book, EntityNames } from '../engine/names/book.ts'
import { brandById } from '../store/brands.ts'
import { listCompetitors } from '../store/competitors.ts'
import type { Db } from '../store/database.ts'
import type { Bookshelf } from './bookshelf.ts'

/** The names to look for in a brand's answers: its own and its competitors'. */
export type BrandBook = { entities: EntityNames[]; book: Book; namesById: ReadonlyMap<string, string> }

/**
 * Undefined when the brand is gone.
 * @param readBrand `keptBrand` for who writes what is found with it
 */
export async function brandBook(
  db: Db,
  organizationId: string,
  brandId: string,
  books: Bookshelf,
  readBrand: typeof brandById = brandById,
): Promise<BrandBook | undefined> {
  const entities = await brandEntities(db, organizationId, brandId, readBrand)
  return entities && { entities, book: books(entities), namesById: new Map(entities.map(({ id, name }) => [id, name])) }
}

/** The brand first, then its competitors, oldest first; undefined when the brand is gone. */
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
    { ...brand, kind: 'brand' },
    ...competitors.map((competitor) => ({ ...competitor, kind: 'competitor' as const })),
  ]
}
