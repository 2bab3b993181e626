import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { buildMatcher, namesOnly, type Matcher, type EntityNames } from '../engine/reading/names/matcher.ts'

/** The matcher of a brand's names: the one made before where the names are the same. */
type MatcherCache = (entities: readonly EntityNames[]) => Matcher

/** One of ten names takes about a megabyte and 10 ms to make, one of a thousand 100 ms. */
const MOST_MATCHERS = 32

/**
 * Keeps the matchers that were asked for last, by their names: they cannot be stale, because other names have another one.
 * `build` is told of each that is made anew.
 */
export function createMatcherCache({
  max = MOST_MATCHERS,
  build = buildMatcher,
}: { max?: number; build?: (entities: EntityNames[]) => Matcher } = {}): MatcherCache {
  const kept = new LRUCache<string, Matcher>({ max })
  return (entities) => {
    const names = entities.map(namesOnly)
    const key = createHash('sha256').update(JSON.stringify(names)).digest('base64')
    const matcher = kept.get(key) ?? build(names)
    kept.set(key, matcher)
    return matcher
  }
}
