import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { mapInSlices } from '../../base/event-loop.ts'
import type { SourcePage } from '../../engine/reading/extraction/sources.ts'
import { nextChange } from '../../base/db/change-clock.ts'
import { markStale } from '../../store/scoring/daily-results.ts'
import type { Db } from '../../base/db/db.ts'
import {
  emptyUses,
  pageIdOf,
  pagesByIds,
  savePages,
  saveUses,
  usesByIds,
  type SourceUseRow,
} from '../../store/reading/sources.ts'
import type { ReadResult } from './found.ts'

/** A platform that reports more searches, or longer ones, is not believed: eight were the most ever seen. */
const SEARCHES_KEPT = 50
const SEARCH_MAX_LENGTH = 500
/** Of each kind and answer; more would be a dump of an index, and a row has its bounds. */
const PAGES_KEPT = 200
const SMALLINT_MAX = 32_767
/** Held against one other digest only, that of the same answer. */
const DIGEST_BYTES = 8

/** Stores what the answers draw on. The stamp comes last, so that its lock is held for one statement only. */
export async function saveSources(db: Db, organizationId: string, brandId: string, found: ReadResult[]): Promise<void> {
  const { uses, pages } = await rowsOf(found)
  const unreadable = found.flatMap(({ observation: { answerId, unreadable } }) =>
    unreadable === null ? [] : [answerId],
  )
  await markStale(db, organizationId, brandId, [...new Set(found.map(({ observation }) => observation.day))])
  if (uses.length === 0 && unreadable.length === 0) return
  await savePages(db, organizationId, brandId, pages)
  const changedAt = await nextChange(db, organizationId)
  await saveUses(db, organizationId, brandId, uses, changedAt)
  await emptyUses(db, organizationId, unreadable, changedAt)
}

/** Answers whose stored sources are not those found now, owners included. Titles are told, not computed. */
export async function differingSources(
  db: Db,
  organizationId: string,
  brandId: string,
  found: ReadResult[],
): Promise<string[]> {
  const { uses, pages } = await rowsOf(found)
  const answerIds = found.map(({ observation }) => observation.answerId)
  const stored = new Map((await usesByIds(db, organizationId, answerIds)).map((use) => [use.answerId, use]))
  const storedPages = await pagesByIds(db, organizationId, brandId, [...pages.keys()])
  const fresh = new Map(uses.map((use) => [use.answerId, use]))
  const isPageEqual = (pageId: string): boolean =>
    isDeepStrictEqual(withoutTitle(pages.get(pageId)), withoutTitle(storedPages.get(pageId)))
  return answerIds.filter((answerId) => {
    const use = fresh.get(answerId)
    if (!isDeepStrictEqual(use, stored.get(answerId))) return true
    return use !== undefined && ![...use.cited, ...use.listed].every(isPageEqual)
  })
}

async function rowsOf(found: ReadResult[]): Promise<{ uses: SourceUseRow[]; pages: Map<string, SourcePage> }> {
  const pages = new Map<string, SourcePage>()
  const idOf = (page: SourcePage): string => {
    const id = pageIdOf(page)
    const known = pages.get(id)
    pages.set(id, { ...page, title: page.title ?? known?.title ?? null })
    return id
  }
  const uses = await mapInSlices(found, (entry): SourceUseRow[] => {
    const { observation, sources, searches } = entry
    if (sources === null) return []
    const { answerId, promptId, platform, day } = observation
    const cited = sources.cited.slice(0, PAGES_KEPT)
    return [
      {
        answerId,
        promptId,
        platform,
        day,
        cited: cited.map(({ page }) => idOf(page)),
        citedTimes: cited.map(({ times }) => Math.min(times, SMALLINT_MAX)),
        listed: sources.listed.slice(0, PAGES_KEPT).map(idOf),
        searches: searches && searches.slice(0, SEARCHES_KEPT).map(asKept),
        named: observation.entities.filter(({ isNamed }) => isNamed).map(({ entityId }) => entityId),
        digest: digestOf(entry),
      },
    ]
  })
  return { uses: uses.flat(), pages }
}

/** Of what the exports tell of an answer: its entities under their names, and whose its sources are. */
function digestOf({ observation, sources, names }: ReadResult): Buffer {
  const told = [
    observation.entities.map((entity) => [entity, names.get(entity.entityId)]),
    sources?.cited.map(({ page }) => [page.owner, page.entityId, page.site]),
    sources?.listed.map((page) => [page.owner, page.entityId, page.site]),
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest().subarray(0, DIGEST_BYTES)
}

/** PostgreSQL takes neither NUL nor half a character. */
const asKept = (search: string): string => search.replaceAll('\0', '').slice(0, SEARCH_MAX_LENGTH).toWellFormed()

const withoutTitle = (page: SourcePage | undefined): Omit<SourcePage, 'title'> | undefined => {
  if (!page) return undefined
  const { title: _title, ...rest } = page
  return rest
}
