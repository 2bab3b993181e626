import { buildBook, type Book, type EntityNames } from '../engine/book.ts'
import { brandById } from '../store/brands.ts'
import { listCompetitors } from '../store/competitors.ts'
import type { Db } from '../store/database.ts'

/** The names to look for in a brand's answers: its own and its competitors'. */
export type BrandBook = { entities: EntityNames[]; book: Book }

/** Undefined when the brand is gone. */
export async function brandBook(db: Db, organizationId: string, brandId: string): Promise<BrandBook | undefined> {
  const brand = await brandById(db, organizationId, brandId)
  if (!brand) return undefined
  const competitors = await listCompetitors(db, organizationId, brandId, { limit: 1_000, after: null })
  const entities: EntityNames[] = [
    { ...brand, kind: 'brand' },
    ...competitors.map((competitor) => ({ ...competitor, kind: 'competitor' as const })),
  ]
  return { entities, book: buildBook(entities) }
}
