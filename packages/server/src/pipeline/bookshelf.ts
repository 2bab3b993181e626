import { createHash } from 'node:crypto'
import { buildBook, type Book, type EntityNames } from '../engine/names/book.ts'

/** The book of a brand's names: the one made before where the names are the same. */
export type Bookshelf = (entities: readonly EntityNames[]) => Book

/** A book of ten names takes about a megabyte and 10 ms to make, one of a thousand 100 ms. */
const BOOKS = 32

/**
 * Keeps the books that were asked for last, by their names: they cannot be stale, because other names are another book.
 * `build` is told of each that is made anew.
 */
export function createBookshelf({
  books = BOOKS,
  build = buildBook,
}: { books?: number; build?: (entities: EntityNames[]) => Book } = {}): Bookshelf {
  const kept = new Map<string, Book>()
  return (entities) => {
    const names = entities.map(namesOnly)
    const key = createHash('sha256').update(JSON.stringify(names)).digest('base64')
    const book = kept.get(key) ?? build(names)
    // Behind all others: a Map keeps the order in which its keys came.
    kept.delete(key)
    kept.set(key, book)
    const [oldest] = kept.keys()
    if (kept.size > books && oldest !== undefined) kept.delete(oldest)
    return book
  }
}

const namesOnly = ({ id, kind, name, aliases, excludedNames, domains, caseSensitive }: EntityNames): EntityNames => ({
  id,
  kind,
  name,
  aliases,
  excludedNames,
  domains,
  caseSensitive,
})
